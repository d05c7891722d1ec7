import { ConfigError, NotSupportedError, PlatformError, type Update } from '@social/core/platform'
import { aCall, type CallSettings } from '@social/testkit/platform'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import instance from '../__fixtures__/instance.v2.json' with { type: 'json' }
import page from '../__fixtures__/notifications.page.json' with { type: 'json' }
import { mastodon } from '../platform.js'

const PATH = '/api/v1/streaming/user/notification'
const INSTANCE = 'GET /api/v2/instance'

/** Fakes a server that streams the given text at the stream URL of its instance document. */
function aServer(
  text: string,
  streaming: string | null = 'wss://streaming.social.example',
  more: object = {},
) {
  const urls = { streaming }
  const replies: CallSettings['replies'] = {
    [INSTANCE]: { ...instance, configuration: { ...instance.configuration, urls } },
    [`GET ${PATH}`]: {
      status: 200,
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
      body: text,
    },
    ...more,
  }
  const platform = mastodon()
  const call = aCall({ platform, connection: anAccount(), replies })
  const events: string[] = []
  const updates: Update[] = []
  const listener = {
    silenceSeconds: null,
    opened: () => void events.push('opened'),
    happened: (update: Update) => void updates.push(update),
    missed: () => void events.push('missed'),
  }
  return { platform, call, events, updates, listen: () => platform.listen(listener, call) }
}

const eventOf = (data: unknown, event = 'notification') =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

describe('one stream', () => {
  it('is requested at the URL that the server reports, with the token in a header', async () => {
    const { call, listen } = aServer('')
    await listen()

    const [, request] = call.transport.requests
    expect(request?.url).toBe(`https://streaming.social.example${PATH}`)
    expect(request?.headers).toMatchObject({
      accept: 'text/event-stream',
      authorization: `Bearer ${anAccount().token.accessToken}`,
    })
  })

  it('emits the same updates as polling, and reports missed ones', async () => {
    const { events, updates, listen } = aServer(
      `:)\n${page.map((one) => eventOf(one)).join(':thump\n')}${eventOf(1, 'notifications_merged')}`,
    )
    await listen()
    const polling = aCall({
      platform: mastodon(),
      connection: anAccount(),
      replies: { 'GET /api/v1/notifications': page },
    })
    const polled = await mastodon().fetchUpdates(null, polling)

    expect(events).toEqual(['opened', 'missed'])
    expect(updates.map(({ id }) => id).toSorted()).toEqual(polled.map(({ id }) => id).toSorted())
    expect(updates.toReversed()).toEqual(polled)
  })

  it.each([
    ['no JSON', 'event: notification\ndata: {"id":\n\n'],
    ['no notification', eventOf({ some: 'thing' })],
    ['an event that is too large', `event: notification\ndata: ${'x'.repeat(1_100_000)}\n\n`],
  ])('reports %s as missed, so that it is polled', async (_what, text) => {
    const { events, updates, listen } = aServer(text)
    await listen()

    expect(events).toEqual(['opened', 'missed'])
    expect(updates).toEqual([])
  })

  it.each([
    null,
    'ws://streaming.social.example',
    'wss://127.0.0.1',
    'wss://ada:pw@streaming.social.example',
  ])('is refused without a request when the server reports the URL %j', async (streaming) => {
    const { call, listen } = aServer('', streaming)

    await expect(listen()).rejects.toThrow(NotSupportedError)
    expect(call.transport.paths).toEqual([INSTANCE])
  })

  it('is read from the older instance document when the newer one is missing', async () => {
    const { call, listen } = aServer('', null, {
      [INSTANCE]: { status: 404, body: { error: 'Not Found' } },
      'GET /api/v1/instance': { version: '4.0.0', urls: { streaming_api: 'wss://old.social.example' } },
    })
    await listen()

    expect(call.transport.requests.at(-1)?.url).toBe(`https://old.social.example${PATH}`)
  })

  it.each([301, 302, 303, 307, 308, 400, 404, 405, 406, 410, 426, 501])(
    'is not supported when the server returns %i',
    async (status) => {
      const { listen } = aServer('', undefined, { [`GET ${PATH}`]: { status, body: '' } })
      await expect(listen()).rejects.toThrow(NotSupportedError)
    },
  )

  it('is not retried by the platform when it fails', async () => {
    const { call, listen } = aServer('', undefined, { [`GET ${PATH}`]: { status: 503, body: '' } })

    await expect(listen()).rejects.toThrow(PlatformError)
    expect(call.transport.paths.filter((path) => path === `GET ${PATH}`)).toHaveLength(1)
  })

  it('never sends the token of one server to the stream of another', async () => {
    const { platform, listen } = aServer('')
    await listen()
    const connection = anAccount().with({ host: 'other.example' })
    const other = aCall({ platform, connection, replies: {} })

    await expect(other.http.get('https://streaming.social.example/steal', v.unknown())).rejects.toThrow(
      ConfigError,
    )
    expect(other.transport.requests).toEqual([])
  })
})
