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

/** A server that streams a text, at the address that it names. */
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
  const told: string[] = []
  const updates: Update[] = []
  const listener = {
    silenceSeconds: null,
    opened: () => void told.push('opened'),
    happened: (update: Update) => void updates.push(update),
    missed: () => void told.push('missed'),
  }
  return { platform, call, told, updates, listen: () => platform.listen(listener, call) }
}

const eventOf = (data: unknown, event = 'notification') =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

describe('one stream', () => {
  it('is asked for at the address that the server names, with the token in a header', async () => {
    const { call, listen } = aServer('')
    await listen()

    const [, request] = call.transport.requests
    expect(request?.url).toBe(`https://streaming.social.example${PATH}`)
    expect(request?.headers).toMatchObject({
      accept: 'text/event-stream',
      authorization: `Bearer ${anAccount().token.accessToken}`,
    })
  })

  it('gives the updates that polling gives, and says where there is more to poll', async () => {
    const { told, updates, listen } = aServer(
      `:)\n${page.map((one) => eventOf(one)).join(':thump\n')}${eventOf(1, 'notifications_merged')}`,
    )
    await listen()
    const polling = aCall({
      platform: mastodon(),
      connection: anAccount(),
      replies: { 'GET /api/v1/notifications': page },
    })
    const polled = await mastodon().fetchUpdates(null, polling)

    expect(told).toEqual(['opened', 'missed'])
    expect(updates.map(({ id }) => id).toSorted()).toEqual(polled.map(({ id }) => id).toSorted())
    expect(updates.toReversed()).toEqual(polled)
  })

  it.each([
    ['no JSON', 'event: notification\ndata: {"id":\n\n'],
    ['no notification', eventOf({ some: 'thing' })],
    ['more than is read', `event: notification\ndata: ${'x'.repeat(1_100_000)}\n\n`],
  ])('leaves %s to polling', async (_what, text) => {
    const { told, updates, listen } = aServer(text)
    await listen()

    expect(told).toEqual(['opened', 'missed'])
    expect(updates).toEqual([])
  })

  it.each([
    null,
    'ws://streaming.social.example',
    'wss://127.0.0.1',
    'wss://ada:pw@streaming.social.example',
  ])('is refused by name where the server names %j for it: nothing is sent there', async (streaming) => {
    const { call, listen } = aServer('', streaming)

    await expect(listen()).rejects.toThrow(NotSupportedError)
    expect(call.transport.paths).toEqual([INSTANCE])
  })

  it('is read from the older document where there is no newer one', async () => {
    const { call, listen } = aServer('', null, {
      [INSTANCE]: { status: 404, body: { error: 'Not Found' } },
      'GET /api/v1/instance': { version: '4.0.0', urls: { streaming_api: 'wss://old.social.example' } },
    })
    await listen()

    expect(call.transport.requests.at(-1)?.url).toBe(`https://old.social.example${PATH}`)
  })

  it.each([301, 302, 303, 307, 308, 400, 404, 405, 406, 410, 426, 501])(
    'is left to polling where a server answers %i: it has none',
    async (status) => {
      const { listen } = aServer('', undefined, { [`GET ${PATH}`]: { status, body: '' } })
      await expect(listen()).rejects.toThrow(NotSupportedError)
    },
  )

  it('is not repeated here when it fails', async () => {
    const { call, listen } = aServer('', undefined, { [`GET ${PATH}`]: { status: 503, body: '' } })

    await expect(listen()).rejects.toThrow(PlatformError)
    expect(call.transport.paths.filter((path) => path === `GET ${PATH}`)).toHaveLength(1)
  })

  it('sends the token of one server to no stream of another', async () => {
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
