import { afterEach, describe, expect, it } from 'vitest'

import { AtMastodon } from '../../__fixtures__/at-mastodon.js'
import { ControlError } from '../../framework/control/operations.js'

const PATH = '/api/v1/streaming/user/notification'

const open = new Set<AtMastodon>()
afterEach(() => {
  for (const { network } of open) network.close()
  open.clear()
})

/** Opens a notification stream and returns it with a reader. */
async function listening(server = new AtMastodon(), scopes?: string) {
  open.add(server)
  const token = server.signIn('ada', scopes)
  const url = new URL(PATH, server.network.origin)
  const { response } = await server.network.exchange(
    new Request(url, { headers: { authorization: `Bearer ${token}` } }),
  )
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  return {
    server,
    token,
    response,
    reader,
    /** Returns the next text. At the end of the stream, returns `the end` or `cut off`. */
    async next(): Promise<string> {
      try {
        const piece = await reader?.read()
        return piece === undefined || piece.done ? 'the end' : decoder.decode(piece.value, { stream: true })
      } catch {
        return 'cut off'
      }
    },
  }
}

type Listening = Awaited<ReturnType<typeof listening>>

const mention = ({ server }: Listening, filtered = false): string =>
  server.control.mention({ by: 'bea', of: 'ada', text: 'hey', filtered }).id

/** Returns the notification in an event. */
function notificationIn(text: string): unknown {
  const [, data = ''] = /^event: notification\ndata: (.*)\n\n$/.exec(text) ?? []
  return JSON.parse(data)
}

describe('a stream of notifications', () => {
  it('starts with a comment, and sends the notifications of the list', async () => {
    const one = await listening()
    expect(one.response.headers.get('content-type')).toBe('text/event-stream')
    expect(await one.next()).toBe(':)\n')
    mention(one, true)
    mention(one)

    const sent = notificationIn(await one.next())
    const { body } = await one.server.call('GET /api/v1/notifications', { token: one.token })
    expect([sent]).toEqual(body)
  })

  it('sends keep-alive comments', async () => {
    const one = await listening(new AtMastodon({ keepAliveSeconds: 0.01 }))
    await one.next()

    expect(await one.next()).toBe(':thump\n')
  })

  it('belongs to one person', async () => {
    const one = await listening()
    await one.next()
    one.server.control.mention({ by: 'ada', of: 'bea', text: 'not hers' })
    one.server.control.follow({ by: 'bea', person: 'ada' })

    expect(notificationIn(await one.next())).toMatchObject({ type: 'follow' })
  })

  it('ends when its token is revoked, and when the client disconnects', async () => {
    const one = await listening()
    await one.next()
    one.server.control.revokeTokens({ person: 'ada' })
    expect(await one.next()).toBe('the end')

    const two = await listening(one.server)
    expect(one.server.control.streams()).toEqual({ open: 1, opened: 2 })
    await two.reader?.cancel()
    expect(one.server.control.streams().open).toBe(0)
  })

  it('requires a token with access to notifications, in the header', async () => {
    const server = new AtMastodon()
    const token = server.signIn('ada')

    expect((await server.call(`GET ${PATH}`)).status).toBe(401)
    expect((await server.call(`GET ${PATH}?access_token=${token}`)).status).toBe(401)
    const { response } = await listening(server, 'write')
    expect(response.status).toBe(403)
    expect((await server.call('GET /api/v1/streaming/health')).text).toBe('OK')
    expect((await server.call('GET /api/v1/streaming')).status).toBe(404)
  })

  it('counts against no rate limit', async () => {
    const one = await listening()

    expect(one.response.headers.has('x-ratelimit-limit')).toBe(false)
  })
})

describe('a stream with faults', () => {
  it.each([
    ['END', 'the end'],
    ['CUT', 'cut off'],
  ])('ends by %s on command', async (how, end) => {
    const one = await listening()
    await one.next()

    expect(one.server.control.dropStreams({ how })).toEqual({ dropped: 1 })
    expect(await one.next()).toBe(end)
  })

  it('ends in the middle of an event', async () => {
    const one = await listening()
    await one.next()
    one.server.control.dropStreams({ how: 'MID_EVENT' })

    expect(await one.next()).not.toMatch(/\n\n/)
    expect(await one.next()).toBe('cut off')
  })

  it('is dropped after a number of notifications, and repeats them', async () => {
    const one = await listening()
    await one.next()
    one.server.control.disturbStreams({ dropAfter: 2, how: 'MID_EVENT', repeats: 2 })
    for (let count = 0; count < 3; count += 1) mention(one)

    expect((await one.next()).split('event: notification')).toHaveLength(3)
    expect(await one.next()).toMatch(/^event: notification\ndata: \{[^\n]*$/)
    expect(await one.next()).toBe('cut off')
  })

  it('loses notifications, or stalls, and stays open', async () => {
    const one = await listening()
    await one.next()
    one.server.control.disturbStreams({ loseEvery: 2 })
    const first = mention(one)
    mention(one)
    const third = mention(one)

    expect(notificationIn(await one.next())).toMatchObject({ status: { id: first } })
    expect(notificationIn(await one.next())).toMatchObject({ status: { id: third } })
    one.server.control.disturbStreams()
    expect(one.server.control.stallStreams({ of: 'ada' })).toEqual({ stalled: 1 })
    mention(one)
    one.server.control.dropStreams({ of: 'ada' })
    expect(await one.next()).toBe('cut off')
  })

  it('refuses invalid values', () => {
    const { control } = new AtMastodon()

    expect(() => control.dropStreams({ how: 'SLOWLY' })).toThrow('END, CUT, MID_EVENT')
    expect(() => control.disturbStreams({ dropAfter: 0 })).toThrow(
      'dropAfter must be a whole number above 0.',
    )
    expect(() => new AtMastodon({ keepAliveSeconds: 0 })).toThrow(ControlError)
  })
})
