import { describe, expect, it } from 'vitest'

import { ClosedError, ConfigError, NetworkError, NotSupportedError } from '../../errors/index.js'
import { anUpdate } from '../__fixtures__/an-update.js'
import { ManualClock, runReady } from '../__fixtures__/manual-clock.js'
import { InMemoryMarkers } from '../handling/in-memory-markers.js'
import type { ListenContext } from '../polling/polled-account.js'
import type { PoolLiveOptions } from './live-streams.js'
import { PollerPool } from './poller-pool.js'

/** Starts a pool of two connections. A test decides how the live updates of a connection end. */
async function aPool(live: PoolLiveOptions | undefined) {
  const clock = new ManualClock()
  const polled: string[] = []
  const errors: string[] = []
  const open = new Map<string, PromiseWithResolvers<void>>()
  const follow = async (id: string, signal: AbortSignal): Promise<void> => {
    const ended = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => ended.reject(signal.reason))
    open.set(id, ended)
    await ended.promise.finally(() => open.delete(id))
  }
  const pool = new PollerPool({
    poll: async (id) => {
      polled.push(`${id} ${Math.round(clock.monotonic())}`)
      return { follow: ({ signal }) => follow(id, signal) }
    },
    clock,
    jitter: 0,
    everySeconds: 10,
    onError: (error, id) => errors.push(`${id} ${String(error)}`),
    live,
  })
  pool.add('a', { firstInSeconds: 1 })
  pool.add('b', { firstInSeconds: 2 })
  const stop = new AbortController()
  const over = pool.run({ signal: stop.signal }).catch((error: unknown) => error)
  await runReady()
  return { clock, pool, polled, errors, open, stop, over }
}

describe('live updates of a pool', () => {
  it('replace the polls of as many connections as there are streams', async () => {
    const { clock, polled, open, stop, over } = await aPool({ streams: 1 })
    await clock.advance(25)
    expect([polled, [...open.keys()]]).toEqual([['a 1', 'b 2', 'b 12', 'b 22'], ['a']])
    stop.abort(new Error('enough'))
    expect(await over).toEqual(new Error('enough'))
    expect(open.size).toBe(0)
  })

  it('are not used without the option', async () => {
    const { clock, polled, open, stop, over } = await aPool(undefined)
    await clock.advance(13)
    expect([polled, open.size]).toEqual([['a 1', 'b 2', 'a 11', 'b 12'], 0])
    stop.abort(new Error('enough'))
    await over
  })

  it('that end with an error are reported, and the connection is polled again', async () => {
    const { clock, polled, errors, open, stop, over } = await aPool({ streams: 2 })
    await clock.advance(5)
    open.get('a')?.reject(new NetworkError('cut'))
    open.get('b')?.resolve()
    await clock.advance(11)
    expect(polled).toEqual(['a 1', 'b 2', 'a 15', 'b 15'])
    expect(errors).toEqual(['a NetworkError: cut'])
    expect([...open.keys()]).toEqual(['a', 'b'])
    stop.abort(new Error('enough'))
    await over
  })

  it('end for a connection that is removed, and not for the others', async () => {
    const { clock, pool, polled, errors, open, stop, over } = await aPool({ streams: 2 })
    await clock.advance(5)
    pool.remove('a')
    await clock.advance(20)
    expect([pool.size, [...open.keys()], polled.length, errors]).toEqual([1, ['b'], 2, []])
    stop.abort(new Error('enough'))
    await over
  })

  it('end the pool if the client is closed', async () => {
    const { clock, open, over } = await aPool({ streams: 2 })
    await clock.advance(5)
    open.get('a')?.reject(new ClosedError('The client is closed.'))
    expect(await over).toBeInstanceOf(ClosedError)
    expect(open.size).toBe(0)
  })

  it.each([
    [{ streams: 0 }, 'live.streams must be a whole number, 1 or more.'],
    [{ checkEverySeconds: -1 }, 'live.checkEverySeconds must be a number above 0.'],
    [{ stream: 1 }, 'stream'],
    [5, 'live must be an object such as { streams: 500 }.'],
  ])('refuse %o', (live, message) => {
    const make = () => new PollerPool({ poll: async () => {}, live: live as PoolLiveOptions }) // safe cast: the test passes wrong options
    expect(make).toThrow(ConfigError)
    expect(make).toThrow(message)
  })
})

describe('an account without a stream on its server', () => {
  it('is reported once, and polled for an hour before its stream is tried again', async () => {
    const clock = new ManualClock()
    const errors: unknown[] = []
    const delivered: string[] = []
    let listened = 0
    let polls = 0
    const account = {
      id: 'fake:1',
      can: () => true,
      fetchUpdatesAfter: async (marker: string | null) => {
        polls += 1
        return { updates: marker === null ? [anUpdate({ id: 'first' })] : [], marker: '1', more: false }
      },
      // oxlint-disable-next-line require-yield -- the stream is refused before its first update
      async *listen(_context: ListenContext): AsyncGenerator<never> {
        listened += 1
        throw new NotSupportedError({ platform: 'fake', what: 'live updates', suggestion: 'Poll.' })
      },
    }
    const pool = new PollerPool({
      account: () => account,
      markers: new InMemoryMarkers(),
      dispatcher: { deliver: ({ id }) => void delivered.push(id) },
      everySeconds: 600,
      jitter: 0,
      clock,
      live: {},
      onError: (error) => errors.push(error),
    })
    pool.add('fake:1', { firstInSeconds: 1 })
    const stop = new AbortController()
    const over = pool.run({ signal: stop.signal }).catch(() => undefined)
    await runReady()
    await clock.advance(2 * 3600)
    expect([listened, polls, delivered]).toEqual([2, 12, ['first']])
    expect(errors).toHaveLength(1)
    stop.abort()
    await over
  })
})
