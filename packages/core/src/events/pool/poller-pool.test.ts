import { describe, expect, it } from 'vitest'

import type { Random } from '../../contract/index.js'
import { ConfigError, RateLimitError, UpdateBusyError } from '../../errors/index.js'
import { ManualClock, runReady } from '../__fixtures__/manual-clock.js'
import { PollerPool } from './poller-pool.js'
import type { OwnPollPoolOptions, PollAnswer } from './pool-options.js'

const even: Random = { bytes: (count) => new Uint8Array(count), fraction: () => 0.5 }

function aPool(changes: Partial<OwnPollPoolOptions> = {}) {
  const clock = new ManualClock()
  const stop = new AbortController()
  const polled: string[] = []
  const errors: string[] = []
  const pool = new PollerPool({
    poll: (id) => Promise.resolve(void polled.push(`${id} ${Math.round(clock.monotonic())}`)),
    clock,
    random: even,
    jitter: 0,
    onError: (error, id) => errors.push(`${id} ${String(error)}`),
    ...changes,
  })
  const start = async (): Promise<unknown> => {
    const ended = pool.run({ signal: stop.signal }).catch((error: unknown) => error)
    await runReady()
    return ended
  }
  return { pool, clock, stop, polled, errors, start }
}

describe('PollerPool', () => {
  it('polls each connection at its own interval', async () => {
    const { pool, clock, polled, start } = aPool({ everySeconds: 60 })
    pool.add('a', { firstInSeconds: 10 })
    pool.add('b', { everySeconds: 100, firstInSeconds: 20 })
    void start()
    await clock.advance(140)
    expect(polled).toEqual(['a 10', 'b 20', 'a 70', 'b 120', 'a 130'])
  })

  it('starts polls at random times within the interval', async () => {
    const { pool, clock, polled, start } = aPool({ everySeconds: 60 })
    pool.add('a')
    void start()
    await clock.advance(29)
    expect(polled).toEqual([])
    await clock.advance(1)
    expect(polled).toEqual(['a 30'])
  })

  it('adds and removes connections while it runs', async () => {
    const { pool, clock, polled, start } = aPool({ everySeconds: 10 })
    pool.add('far', { firstInSeconds: 1000 })
    void start()
    expect(pool.add('a', { firstInSeconds: 1 })).toBe(true)
    expect(pool.add('a', { firstInSeconds: 1 })).toBe(false)
    expect(pool.size).toBe(2)
    await clock.advance(12)
    expect(polled).toEqual(['a 1', 'a 11'])
    expect(pool.remove('a')).toBe(true)
    expect(pool.remove('a')).toBe(false)
    expect(pool.has('a')).toBe(false)
    await clock.advance(50)
    expect(polled).toEqual(['a 1', 'a 11'])
  })

  it('never exceeds its concurrency, and starts the next poll when one ends', async () => {
    const gates = new Map<string, PromiseWithResolvers<void>>()
    const started: string[] = []
    const { pool, clock, start } = aPool({
      concurrency: 2,
      poll: (id) => {
        const gate = Promise.withResolvers<void>()
        gates.set(id, gate)
        started.push(id)
        return gate.promise
      },
    })
    for (const [index, id] of ['a', 'b', 'c'].entries()) pool.add(id, { firstInSeconds: index })
    void start()
    await clock.advance(5)
    expect(started).toEqual(['a', 'b'])
    gates.get('a')?.resolve()
    await runReady()
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('never runs two polls of a connection concurrently, even if it is removed and added again', async () => {
    let concurrency = 0
    let most = 0
    const { pool, clock, start } = aPool({
      everySeconds: 10,
      poll: async () => {
        concurrency += 1
        most = Math.max(most, concurrency)
        await clock.sleep(35)
        concurrency -= 1
      },
    })
    pool.add('a', { firstInSeconds: 0 })
    void start()
    await clock.advance(1)
    pool.remove('a')
    expect(pool.size).toBe(0)
    pool.add('a', { firstInSeconds: 0 })
    expect(pool.size).toBe(1)
    await clock.advance(200)
    expect(most).toBe(1)
    expect(concurrency).toBe(1)
  })

  it('removes a connection that is being polled', async () => {
    const { pool, clock, polled, start } = aPool({
      everySeconds: 10,
      poll: (id) => clock.sleep(5).then(() => void polled.push(id)),
    })
    pool.add('a', { firstInSeconds: 0 })
    void start()
    await clock.advance(1)
    pool.remove('a')
    await clock.advance(100)
    expect(polled).toEqual(['a'])
    pool.add('b', { firstInSeconds: 0 })
    await clock.advance(6)
    expect(polled).toEqual(['a', 'b'])
    expect(pool.size).toBe(1)
  })

  it('polls again as soon as a poll requests', async () => {
    const answers: (PollAnswer | void)[] = [{ nextInSeconds: 0 }, { nextInSeconds: 5 }, undefined]
    const times: number[] = []
    const { pool, clock, start } = aPool({
      poll: () => {
        times.push(Math.round(clock.monotonic() * 100) / 100)
        return Promise.resolve(answers.shift())
      },
    })
    pool.add('a', { firstInSeconds: 1 })
    void start()
    await clock.advance(70)
    expect(times).toEqual([1, 1.05, 6.05, 66.05])
  })

  it('waits as long as a network requests, retries a busy update soon, and reports failures', async () => {
    const failures: Error[] = [
      new RateLimitError('Slow down.', { retryAfter: 300 }),
      new UpdateBusyError('busy', { retryAfter: 5 }),
      new Error('boom'),
    ]
    const times: number[] = []
    const { pool, clock, errors, start } = aPool({
      poll: () => {
        times.push(Math.round(clock.monotonic()))
        const failure = failures.shift()
        return failure ? Promise.reject(failure) : Promise.resolve()
      },
    })
    pool.add('a', { firstInSeconds: 0 })
    void start()
    await clock.advance(400)
    expect(times).toEqual([0, 300, 305, 365])
    expect(errors).toEqual(['a RateLimitError: Slow down.', 'a Error: boom'])
  })

  it('stays within its budget in any span, and spends it evenly', async () => {
    const times: number[] = []
    const { pool, clock, start } = aPool({
      everySeconds: 1,
      budget: { units: 100, perSeconds: 1000 },
      poll: () => Promise.resolve(void times.push(clock.monotonic())),
    })
    for (let index = 0; index < 20; index += 1) pool.add(`c${index}`, { firstInSeconds: 0, cost: 2 })
    void start()
    await clock.advance(3000)
    expect(times.length).toBeGreaterThan(120)
    for (const from of times) {
      const within = times.filter((time) => time >= from && time < from + 1000)
      expect(within.length * 2).toBeLessThanOrEqual(100)
    }
    const firstHalf = times.filter((time) => time < 500).length
    expect(firstHalf).toBeLessThan(35)
  })

  it('rejects with the reason once the running polls have ended', async () => {
    const gate = Promise.withResolvers<void>()
    const { pool, clock, stop, start } = aPool({ poll: () => gate.promise })
    pool.add('a', { firstInSeconds: 0 })
    let isOver = false
    const ended = start().then((reason) => {
      isOver = true
      return reason
    })
    await clock.advance(1)
    stop.abort(new Error('enough'))
    await runReady()
    expect(isOver).toBe(false)
    gate.resolve()
    expect(await ended).toEqual(new Error('enough'))
    expect(clock.sleeping).toBe(0)
  })

  it('refuses to run twice, and invalid options', async () => {
    const { pool, start } = aPool({ budget: { units: 10, perSeconds: 60 } })
    void start()
    await expect(pool.run()).rejects.toBeInstanceOf(ConfigError)
    expect(() => pool.add('a', { cost: 6 })).toThrow(ConfigError)
    expect(() => pool.add('a', { cost: -1 })).toThrow(ConfigError)
    expect(() => pool.add('a', { everySeconds: 0 })).toThrow(ConfigError)
    expect(() => pool.add('a', { firstInSeconds: Number.NaN })).toThrow(ConfigError)
    expect(() => aPool({ concurrency: 0 })).toThrow(ConfigError)
    expect(() => aPool({ budget: { units: 0, perSeconds: 1 } })).toThrow(ConfigError)
  })

  it('polls thousands of connections in order', async () => {
    const { pool, clock, polled, start } = aPool({ concurrency: 10_000 })
    for (let index = 0; index < 3000; index += 1) pool.add(`c${index}`, { firstInSeconds: index % 50 })
    expect(pool.size).toBe(3000)
    void start()
    await clock.advance(50)
    expect(polled.length).toBe(3000)
    const times = polled.map((entry) => Number(entry.split(' ')[1]))
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  })
})
