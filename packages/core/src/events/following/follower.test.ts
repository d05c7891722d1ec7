import { describe, expect, it } from 'vitest'

import { AuthError, ConfigError, NetworkError, NotSupportedError } from '../../errors/index.js'
import type { Update, UpdateBatch } from '../../models/index.js'
import { anUpdate } from '../__fixtures__/an-update.js'
import { ManualClock, runReady } from '../__fixtures__/manual-clock.js'
import { Dispatcher } from '../handling/dispatcher.js'
import { InMemoryMarkers } from '../handling/in-memory-markers.js'
import { InMemorySeenUpdates } from '../handling/in-memory-seen.js'
import type { ListenContext } from '../polling/polled-account.js'
import { Follower, type FollowerOptions } from './follower.js'

const ID = 'fake:1'

/**
 * Creates an account with a stream. The test decides which updates the stream delivers and when it
 * ends.
 */
function anAccount(canListen = true) {
  const happened: Update[] = []
  const listened: (string | null)[] = []
  let polls = 0
  let stream: { push(update: Update): void; end(error: unknown): void } | null = null
  let refusal: Error | null = null

  async function* listen({ marker, signal, saveMarker }: ListenContext): AsyncGenerator<Update> {
    listened.push(marker)
    if (refusal !== null) throw refusal
    const missed = happened.slice(Number(marker ?? 0))
    yield* missed
    if (missed.length > 0) await saveMarker(String(happened.length))
    for (;;) {
      const next = Promise.withResolvers<Update>()
      const stop = (): void => next.reject(signal.reason)
      signal.addEventListener('abort', stop)
      stream = { push: (update) => next.resolve(update), end: (error) => next.reject(error) }
      yield await next.promise
    }
  }
  const fetchUpdatesAfter = async (marker: string | null): Promise<UpdateBatch> => {
    polls += 1
    const updates = happened.slice(Number(marker ?? 0))
    return { updates, marker: String(happened.length), more: false }
  }
  const account = {
    id: ID,
    can: (method: string) => method !== 'listen' || canListen,
    fetchUpdatesAfter,
    listen,
  }
  return {
    account,
    listened,
    polls: () => polls,
    refuse: (error: Error | null) => (refusal = error),
    end: (error: unknown) => stream?.end(error),
    /**
     * Creates an update at the network. With `pushed` true the stream delivers it, otherwise only
     * polls return it.
     */
    happen(id: string, { pushed = true } = {}) {
      const update = anUpdate({ id, connectionId: ID })
      happened.push(update)
      if (pushed) stream?.push(update)
    },
  }
}

/** Starts a follower that runs until the end of the test. */
function aFollower(network: ReturnType<typeof anAccount>, options: Partial<FollowerOptions> = {}) {
  const clock = new ManualClock()
  const handled: string[] = []
  const errors: unknown[] = []
  const dispatcher = new Dispatcher({ seen: new InMemorySeenUpdates({ clock }), clock })
  dispatcher.onAny(({ id }) => void handled.push(id))
  const markers = new InMemoryMarkers()
  const stop = new AbortController()
  const random = { bytes: (count: number) => new Uint8Array(count), fraction: () => 0.5 }
  const follower = new Follower({
    account: network.account,
    markers,
    dispatcher,
    clock,
    random,
    signal: stop.signal,
    onError: (error) => void errors.push(error),
    ...options,
  })
  const running = follower.runForever()
  running.catch(() => undefined)
  return { clock, handled, errors, dispatcher, markers, stop, follower, running }
}

describe('a follower', () => {
  it('runs only once at a time; a stopped follower rejects with the reason when it is run again', async () => {
    const { follower, running, stop } = aFollower(anAccount())
    await runReady()
    await expect(follower.runForever()).rejects.toThrow('This follower is already running.')
    const reason = new Error('enough')
    stop.abort(reason)
    await expect(running).rejects.toBe(reason)
    await expect(follower.runForever()).rejects.toBe(reason)
  })

  it('listens from the saved marker if the account supports it, and does not poll', async () => {
    const network = anAccount()
    network.happen('before')
    const { handled, markers, stop, running } = aFollower(network)
    await runReady()
    network.happen('live')
    await runReady()

    expect(handled).toEqual(['before', 'live'])
    expect(network.listened).toEqual([null])
    expect(network.polls()).toBe(0)
    expect(await markers.load(ID, 'updates')).toBe('1')
    stop.abort(new Error('enough'))
    await expect(running).rejects.toThrow('enough')
  })

  it('polls if the account does not support listening', async () => {
    const network = anAccount(false)
    network.happen('one')
    const { handled, clock } = aFollower(network)
    await runReady()
    network.happen('two')
    await clock.advance(60)

    expect(handled).toEqual(['one', 'two'])
    expect(network.listened).toEqual([])
  })

  it('restarts from the saved marker when a handler fails: nothing is lost or handled twice', async () => {
    const network = anAccount()
    const { handled, errors, dispatcher, clock } = aFollower(network)
    let failures = 1
    dispatcher.on('COMMENT_CREATED', ({ id }) => {
      if (id === 'two' && failures-- > 0) throw new Error('The database is down.')
    })
    await runReady()
    for (const id of ['one', 'two', 'three']) {
      network.happen(id)
      await runReady()
    }
    await clock.advance(60)

    expect(errors).toHaveLength(1)
    expect(network.listened).toEqual([null, null])
    expect(handled).toEqual(['one', 'two', 'two', 'three'])
  })

  it.each([
    new NotSupportedError({ platform: 'fake', what: 'live updates' }),
    new AuthError('The token was refused.', { platform: 'fake' }),
  ])('polls for an hour if the stream is refused with $name, and reports it once', async (refusal) => {
    const network = anAccount()
    network.refuse(refusal)
    const { handled, errors, clock } = aFollower(network)
    await runReady()
    network.happen('one', { pushed: false })
    await clock.advance(60)
    expect(handled).toEqual(['one'])
    await clock.advance(3600)
    expect(network.listened).toHaveLength(2)
    expect(errors).toEqual([refusal])

    network.refuse(null)
    await clock.advance(3700)
    network.happen('two')
    await runReady()
    expect(handled).toEqual(['one', 'two'])
  })

  it('tries again soon after a temporary error of the stream', async () => {
    const network = anAccount()
    const { errors, clock } = aFollower(network)
    await runReady()
    const failure = new NetworkError('The store is away.')
    network.end(failure)
    await runReady()
    await clock.advance(60)

    expect(errors).toEqual([failure])
    expect(network.listened).toHaveLength(2)
  })

  it('runs only once at a time, and refuses unknown options', async () => {
    const network = anAccount()
    const { follower, markers, dispatcher } = aFollower(network)

    await expect(follower.runForever()).rejects.toThrow(ConfigError)
    const wrong: object[] = [
      { account: network.account, markers },
      { account: network.account, markers, dispatcher, checkEverySecond: 5 },
      { account: network.account, markers, dispatcher, checkEverySeconds: 0 },
      { account: network.account, markers, dispatcher, jitter: 2 },
    ]
    // The cast is needed because each of these options is invalid on purpose.
    for (const options of wrong) expect(() => new Follower(options as FollowerOptions)).toThrow(ConfigError)
  })
})
