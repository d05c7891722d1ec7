import { AuthError, NetworkError, NotSupportedError, type Update } from '@social/core'
import { describe, expect, it } from 'vitest'

import { type AtEmulatorOptions, usingEmulator } from '../__fixtures__/at-emulator.js'

const STREAM = 'GET /api/v1/streaming/user/notification'
const STREAM_PATH = '/api/v1/streaming/user/notification'

/** Turns of the event loop after which a test that waits has failed. */
const MOST_TURNS = 20_000

async function until(isSo: () => boolean): Promise<void> {
  for (let turns = 0; !isSo(); turns += 1) {
    if (turns > MOST_TURNS) throw new Error('It never came to that.')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Somebody who listens, at a server on loopback. */
async function usingListener(options: AtEmulatorOptions = {}) {
  const at = await usingEmulator(options)
  const account = await at.signIn()
  const stop = new AbortController()
  const got: Update[] = []
  const interruptions: unknown[] = []
  let end: { readonly error: unknown } | null = null

  type ListenOptions = NonNullable<Parameters<typeof account.listen>[0]>
  const onInterruption = (error: unknown): void => void interruptions.push(error)
  const listen = (more: ListenOptions = {}): void => {
    const work = async (): Promise<void> => {
      for await (const update of account.listen({ signal: stop.signal, onInterruption, ...more }))
        got.push(update)
    }
    work().then(
      () => (end = { error: null }),
      (error: unknown) => (end = { error }),
    )
  }
  const mention = (text = 'hey'): string => at.people.mention({ by: 'bea', of: 'ada', text }).id
  return Object.assign(at, {
    account,
    stop,
    got,
    interruptions,
    listen,
    mention,
    until,
    posts: () => got.map(({ postId }) => postId),
    isOpen: () => until(() => at.people.streams().open === 1),
    /** What the listening ended with. */
    async ended(): Promise<unknown> {
      await until(() => end !== null)
      return end?.error
    },
  })
}

describe('live updates', () => {
  it('come as they happen, with the ids that polling gives them, and none from before', async () => {
    await using at = await usingListener()
    at.mention('before')
    at.listen()
    await at.isOpen()
    const { id } = await at.account.post({ text: 'hello' })
    at.people.comment({ by: 'bea', on: id, text: 'one' })
    at.people.favourite({ by: 'bo', on: id })
    at.people.follow({ by: 'dee', person: 'ada' })
    await until(() => at.got.length === 3)

    expect(at.got.map(({ kind }) => kind)).toEqual(['COMMENT_CREATED', 'REACTION_ADDED', 'FOLLOWED'])
    const { updates } = await at.account.fetchUpdatesAfter(null)
    expect(at.got.map(({ id: own }) => own)).toEqual(updates.slice(1).map(({ id: own }) => own))
    expect(at.got.map(({ raw }) => raw)).toEqual(updates.slice(1).map(({ raw }) => raw))
    expect(at.interruptions).toEqual([])
  })

  it('begin behind a marker, and tell markers of what was handled', async () => {
    await using at = await usingListener()
    at.mention('old')
    const { marker } = await at.account.fetchUpdatesAfter(null)
    const missed = [at.mention('one'), at.mention('two')]
    const saved: string[] = []
    at.listen({ marker, saveMarker: (next) => void saved.push(next) })
    await until(() => at.got.length === 2 && saved.length === 1)
    const live = at.mention('three')
    await until(() => at.got.length === 3)

    expect(at.posts()).toEqual([...missed, live])
    expect(saved).toHaveLength(1)
    expect(saved[0]).toBe(at.got[1]?.id.split(':').at(-1))
  })

  it('begin with the latest page where the marker is null, as polling does', async () => {
    await using at = await usingListener()
    const before = at.mention('before')
    at.listen({ marker: null })
    await until(() => at.got.length === 1)

    expect(at.posts()).toEqual([before])
  })

  it('send the token in a header, and nothing of it in the address', async () => {
    await using at = await usingListener()
    at.listen()
    await at.isOpen()

    const request = at.requests().find(({ path }) => path.startsWith('/api/v1/streaming'))
    expect(request?.path).toBe(STREAM_PATH)
    expect(request?.query).toEqual({})
  })

  it('leave out what polling leaves out, and what nobody knows', async () => {
    await using at = await usingListener()
    at.listen()
    await at.isOpen()
    at.people.streamEvent({ event: 'update', payload: '{"id":"1"}' })
    at.people.streamEvent({
      event: 'notification',
      payload: '{"id":"1","type":"poll","created_at":"2026-11-21T12:00:00Z"}',
    })
    at.people.mention({ by: 'bo', of: 'ada', text: 'stranger', filtered: true })
    const seen = at.mention()
    await until(() => at.got.length === 1)

    expect(at.posts()).toEqual([seen])
  })
})

describe('a server that drops the stream a hundred times', () => {
  it.each([
    ['END', 20],
    ['CUT', 20],
    ['MID_EVENT', 100],
  ])('by %s (%i times) loses nothing, and tells nothing twice', async (how, times) => {
    await using at = await usingListener({ server: GENEROUS })
    at.people.disturbStreams({ dropAfter: 1, how, repeats: 2 })
    at.listen()
    const made: string[] = []
    for (let drops = 0; drops < times; drops += 1) {
      await at.isOpen()
      made.push(at.mention('while it stands'), at.mention('while it is gone'))
      await until(() => at.got.length >= made.length)
    }
    await at.isOpen()

    expect(at.people.streams().opened).toBe(times + 1)
    expect(new Set(at.posts())).toEqual(new Set(made))
    expect(at.got).toHaveLength(made.length)
    expect(new Set(at.got.map(({ id }) => id)).size).toBe(times * 2)
    expect(at.interruptions).toHaveLength(times)
  })

  it('loses nothing when it also loses, repeats and mixes, with ids that say nothing of their order', async () => {
    const server = {
      ...GENEROUS,
      notificationIds: 'RANDOM',
      notificationPages: 'NEWEST',
      software: 'snac',
    } as const
    await using at = await usingListener({ server })
    at.people.disturbStreams({ dropAfter: 3, how: 'MID_EVENT', repeats: 3, loseEvery: 2 })
    at.listen()
    const made: string[] = []
    for (let rounds = 0; rounds < 20; rounds += 1) {
      await at.isOpen()
      for (let count = 0; count < 6; count += 1) made.push(at.mention())
      await until(() => at.got.length >= made.length)
    }

    expect(new Set(at.posts())).toEqual(new Set(made))
    expect(at.got).toHaveLength(made.length)
  })
})

/** A server that counts no requests: what is looked at here is something else. */
const GENEROUS = {
  rateLimits: {
    perToken: { requests: 1_000_000, seconds: 300 },
    perAccount: { requests: 1_000_000, seconds: 300 },
    paging: { requests: 1_000_000, seconds: 900 },
  },
}

describe('a stream that stands and says less than there is', () => {
  it('is polled behind: what it loses in silence comes with the next poll', async () => {
    await using at = await usingListener()
    at.listen({ checkEverySeconds: 300 })
    await at.isOpen()
    await at.clock.advance(11)
    at.people.disturbStreams({ loseEvery: 1 })
    const lost = at.mention()
    await at.clock.advance(290)
    await until(() => at.got.length === 1)

    expect(at.posts()).toEqual([lost])
    expect(at.people.streams().opened).toBe(1)
  })

  it('is polled behind soon after it was opened: servers answer before they have subscribed', async () => {
    await using at = await usingListener()
    at.people.disturbStreams({ loseEvery: 1 })
    at.listen({ checkEverySeconds: 86_400 })
    await at.isOpen()
    await until(() => (at.counts()['GET /api/v1/notifications'] ?? 0) === 2)
    const lost = at.mention()
    await at.clock.advance(11)
    await until(() => at.got.length === 1)

    expect(at.posts()).toEqual([lost])
  })

  it('is polled when it says that notifications were merged', async () => {
    await using at = await usingListener()
    at.listen()
    await at.isOpen()
    await at.clock.advance(20)
    at.people.disturbStreams({ loseEvery: 1 })
    const merged = at.mention()
    at.people.streamEvent({ event: 'notifications_merged' })
    await until(() => at.got.length === 1)

    expect(at.posts()).toEqual([merged])
  })

  it('is polled where it sends what nobody can read', async () => {
    await using at = await usingListener()
    at.listen()
    await at.isOpen()
    await at.clock.advance(20)
    at.people.disturbStreams({ loseEvery: 1 })
    const lost = at.mention()
    at.people.streamEvent({ event: 'notification', payload: '{"id":' })
    await until(() => at.got.length === 1)

    expect(at.posts()).toEqual([lost])
  })

  it('is opened again when it falls silent', async () => {
    await using at = await usingListener()
    at.listen({ silenceSeconds: 0.2 })
    await at.isOpen()
    at.people.stallStreams()
    const lost = at.mention()
    await until(() => at.got.length === 1 && at.people.streams().opened === 2)

    expect(at.posts()).toEqual([lost])
    expect(at.interruptions[0]).toBeInstanceOf(NetworkError)
    expect(at.interruptions[0]).toMatchObject({ timedOut: true })
  })

  it('stays open as long as it is kept alive', async () => {
    await using at = await usingListener({ server: { keepAliveSeconds: 0.05 } })
    at.listen({ silenceSeconds: 0.2 })
    await at.isOpen()
    const started = performance.now()
    await until(() => performance.now() - started > 600)

    expect(at.people.streams()).toEqual({ open: 1, opened: 1 })
  })
})

describe('somebody who listens no more', () => {
  it('has closed the stream, with the reason of the signal', async () => {
    await using at = await usingListener()
    at.listen()
    await at.isOpen()
    at.stop.abort(new Error('enough'))

    expect(await at.ended()).toMatchObject({ message: 'enough' })
    await until(() => at.people.streams().open === 0)
  })

  it('has closed it by leaving the loop', async () => {
    await using at = await usingListener()
    const updates = at.account.listen({ marker: null })
    at.mention()
    for await (const update of updates) {
      expect(update.kind).toBe('MENTION')
      break
    }

    await until(() => at.people.streams().open === 0)
    expect(await updates.next()).toEqual({ done: true, value: undefined })
  })

  it('has closed it by giving up in the middle of a wait', async () => {
    await using at = await usingListener()
    const updates = at.account.listen()
    const next = updates.next()
    await at.isOpen()
    await updates.return?.()

    expect(await next).toEqual({ done: true, value: undefined })
    await until(() => at.people.streams().open === 0)
  })

  it('has sent nothing who never asked for an update', async () => {
    await using at = await usingListener()
    at.account.listen()

    expect(at.counts()).toEqual({})
  })
})

describe('a token that is refused in the middle', () => {
  it('ends the listening with AuthError, after everything that came before', async () => {
    await using at = await usingListener()
    at.listen()
    await at.isOpen()
    const last = at.mention()
    at.people.revokeTokens()

    expect(await at.ended()).toBeInstanceOf(AuthError)
    expect(at.posts()).toEqual([last])
  })

  it('by the stream alone is said so: polling goes on', async () => {
    await using at = await usingListener()
    at.faults.add({ path: STREAM_PATH, fault: 'status', status: 401, body: { error: 'no' }, count: 'all' })
    at.listen()

    const error = await at.ended()
    expect(error).toBeInstanceOf(NotSupportedError)
    expect(String(error)).toMatch(/polling/)
    expect(at.counts()[STREAM]).toBe(2)
  })

  it('by the stream once, as a token that was renewed meanwhile, is tried again', async () => {
    await using at = await usingListener()
    at.faults.add({ path: STREAM_PATH, fault: 'status', status: 401, body: { error: 'no' } })
    at.listen()
    await at.isOpen()
    const seen = at.mention()
    await until(() => at.got.length === 1)

    expect(at.posts()).toEqual([seen])
  })
})

describe('a server without a stream', () => {
  it.each([404, 501, 400, 405, 426, 301])('that answers %i is named', async (status) => {
    await using at = await usingListener()
    at.faults.add({ path: STREAM_PATH, fault: 'status', status, body: 'x', count: 'all' })
    at.listen()

    const error = await at.ended()
    expect(error).toBeInstanceOf(NotSupportedError)
    expect(String(error)).toContain(`live updates at ${at.host} (mastodon): it answers ${status}.`)
    expect(String(error)).toContain('fetchUpdatesAfter')
  })

  it('that answers with a page is named', async () => {
    await using at = await usingListener()
    at.faults.add({ path: STREAM_PATH, fault: 'status', status: 200, body: '<html>', count: 'all' })
    at.listen()

    expect(String(await at.ended())).toContain('something else than a stream')
  })

  it.each([502, 503, 429])('for a moment (%i) is asked again, and polled meanwhile', async (status) => {
    await using at = await usingListener()
    at.faults.add({ path: STREAM_PATH, fault: 'status', status, count: 3 })
    at.listen()
    await until(() => (at.counts()[STREAM] ?? 0) >= 1)
    const polled = at.mention()
    await at.isOpen()
    await until(() => at.got.length === 1)

    expect(at.posts()).toEqual([polled])
    expect(at.interruptions).toHaveLength(3)
  })
})

describe('polls that fail beside a stream', () => {
  it('are tried again, and what the stream brings goes on', async () => {
    await using at = await usingListener({ retries: { attempts: 1 } })
    at.listen()
    await at.isOpen()
    await at.clock.advance(20)
    at.faults.add({ path: '/api/v1/notifications', fault: 'status', status: 500, count: 2 })
    at.people.streamEvent({ event: 'notifications_merged' })
    await until(() => at.interruptions.length === 1)
    const live = at.mention()
    await until(() => at.got.length === 1)
    await at.clock.advance(30)
    await until(() => at.interruptions.length === 2)

    expect(at.posts()).toEqual([live])
    expect(at.people.streams().opened).toBe(1)
  })
})
