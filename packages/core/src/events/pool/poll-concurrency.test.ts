import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { ManualClock } from '../__fixtures__/manual-clock.js'
import { PollerPool } from './poller-pool.js'
import type { PollerPoolSettings } from './pool-options.js'

const even = { bytes: (count: number) => new Uint8Array(count), fraction: () => 0.5 }

/**
 * Creates a pool with 90 connections whose polls take a second, and ten whose polls take 100
 * seconds.
 */
function aPool(settings: PollerPoolSettings) {
  const clock = new ManualClock()
  const late: number[] = []
  const begun = new Map<string, number>()
  const underWay = { slow: 0, maxSlow: 0, all: 0, most: 0, polls: new Map<string, number>() }
  const pool = new PollerPool({
    poll: async (id, { signal }) => {
      const isSlow = id.startsWith('slow')
      const now = clock.monotonic()
      const before = begun.get(id)
      // Polls of the first 200 seconds are not measured, because the pool does not know yet which
      // connections are slow.
      if (before !== undefined && before > 200 && !isSlow) late.push(now - before - 61)
      begun.set(id, now)
      underWay.polls.set(id, (underWay.polls.get(id) ?? 0) + 1)
      underWay.all += 1
      underWay.most = Math.max(underWay.most, underWay.all)
      if (isSlow) underWay.maxSlow = Math.max(underWay.maxSlow, (underWay.slow += 1))
      await clock.sleep(isSlow ? 100 : 1, { signal }).catch(() => undefined)
      underWay.all -= 1
      if (isSlow) underWay.slow -= 1
    },
    everySeconds: 60,
    jitter: 0,
    clock,
    random: even,
    ...settings,
  })
  for (let index = 0; index < 100; index += 1)
    pool.add(`${index % 10 === 0 ? 'slow' : 'quick'}:${index}`, { firstInSeconds: (index * 60) / 100 })
  return { pool, clock, late, underWay }
}

describe('a pool with a limit for slow polls', () => {
  it('polls fast connections in time although a tenth is slow', async () => {
    const { pool, clock, late, underWay } = aPool({
      concurrency: 4,
      slow: { afterSeconds: 5, concurrency: 5 },
    })
    const stop = new AbortController()
    const over = pool.run({ signal: stop.signal }).catch(() => 'over')
    await clock.advance(1200)
    expect(late.length).toBeGreaterThan(1200)
    expect(Math.max(...late)).toBeLessThan(6)
    expect(underWay.maxSlow).toBeLessThanOrEqual(9)
    expect(underWay.most).toBeLessThanOrEqual(9)
    // In 1,200 seconds, five slots have time for 60 polls of 100 seconds. Ten slow connections
    // share these polls.
    for (let index = 0; index < 100; index += 10)
      expect(underWay.polls.get(`slow:${index}`)).toBeGreaterThanOrEqual(4)
    stop.abort()
    await clock.advance(1)
    expect(await over).toBe('over')
    expect(clock.sleeping).toBe(0)
  })

  it('frees capacity as soon as a poll becomes slow, even the first poll', async () => {
    const clock = new ManualClock()
    const begun: (readonly [string, number])[] = []
    const pool = new PollerPool({
      poll: async (id, { signal }) => {
        begun.push([id, clock.monotonic()])
        await clock.sleep(id === 'slow' ? 100 : 1, { signal }).catch(() => undefined)
      },
      everySeconds: 600,
      jitter: 0,
      clock,
      random: even,
      concurrency: 1,
      slow: { afterSeconds: 5, concurrency: 1 },
    })
    pool.add('slow', { firstInSeconds: 0 })
    pool.add('quick', { firstInSeconds: 1 })
    const stop = new AbortController()
    const over = pool.run({ signal: stop.signal }).catch(() => 'over')
    await clock.advance(20)

    expect(begun.map(([id]) => id)).toEqual(['slow', 'quick'])
    expect(begun[1]?.[1]).toBeGreaterThanOrEqual(5)
    expect(begun[1]?.[1]).toBeLessThan(7)
    stop.abort()
    await clock.advance(1)
    await over
  })

  it('delays fast connections without that limit', async () => {
    const { pool, clock, late } = aPool({ concurrency: 9 })
    const stop = new AbortController()
    const over = pool.run({ signal: stop.signal }).catch(() => 'over')
    await clock.advance(1200)
    expect(Math.max(...late)).toBeGreaterThan(20)
    stop.abort()
    await clock.advance(1)
    expect(await over).toBe('over')
  })

  it('removes a connection that waits for the slow limit, and forgets that it was slow', async () => {
    const { pool, clock, underWay } = aPool({ concurrency: 20, slow: { afterSeconds: 5, concurrency: 1 } })
    const stop = new AbortController()
    void pool.run({ signal: stop.signal }).catch(() => 'over')
    await clock.advance(200)
    for (let index = 0; index < 100; index += 10) pool.remove(`slow:${index}`)
    await clock.advance(300)
    const before = underWay.polls.get('slow:90')
    await clock.advance(300)
    expect(underWay.polls.get('slow:90')).toBe(before)
    expect([...pool.ids()].length).toBe(90)
    expect(pool.add('slow:90', { firstInSeconds: 0 })).toBe(true)
    await clock.advance(1)
    expect(underWay.slow).toBe(1)
    stop.abort()
    await clock.advance(1)
  })

  it('refuses invalid limits', () => {
    expect(() => aPool({ slow: { afterSeconds: 0, concurrency: 1 } })).toThrow('slow.afterSeconds')
    expect(() => aPool({ slow: { afterSeconds: 1, concurrency: 0.5 } })).toThrow('slow.concurrency')
    expect(() => aPool({ concurrency: 0 })).toThrow(ConfigError)
  })
})
