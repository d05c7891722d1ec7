import { describe, expect, it } from 'vitest'

import { PlatformError, RateLimitError } from '../../errors/index.js'
import type { UpdateStep } from '../../models/index.js'
import { anUpdate } from '../__fixtures__/an-update.js'
import { ManualClock } from '../__fixtures__/manual-clock.js'
import { InMemoryMarkers } from '../handling/in-memory-markers.js'
import { Poller } from '../polling/poller.js'
import { PollerPool } from '../pool/poller-pool.js'
import { readTimeMarker } from './time-marker.js'

const NOW = '2026-03-01T12:00:00Z'

/** Follows an account whose network returns one of these steps for each request, in order. */
function following(steps: readonly Partial<UpdateStep>[]) {
  const clock = new ManualClock(new Date(NOW))
  const markers = new InMemoryMarkers()
  const handled: string[] = []
  const asked: (readonly [since: string | null, progress: string | null])[] = []
  const account = {
    id: 'fake:42',
    can: (method: string) => method === 'fetchUpdateStep' || method === 'fetchUpdates',
    fetchUpdateStep: async (since: Date | null, progress: string | null): Promise<UpdateStep> => {
      asked.push([since?.toISOString() ?? null, progress])
      const none = { updates: [], progress: null, isComplete: true, interruptedBy: null }
      return { ...none, ...steps[asked.length - 1] }
    },
  }
  const dispatcher = { deliver: ({ id }: { readonly id: string }) => void handled.push(id) }
  const poller = () => new Poller({ account, markers, dispatcher, clock, everySeconds: 60, jitter: 0 })
  return {
    clock,
    markers,
    handled,
    asked,
    account,
    dispatcher,
    poller,
    check: () => poller().checkOnce(),
    saved: async () => readTimeMarker((await markers.load('fake:42', 'updates-by-time')) ?? '{}'),
  }
}

const at = (id: string, minute: number) =>
  anUpdate({ id, timestamp: `2026-03-01T11:${String(minute).padStart(2, '0')}:00Z` })
const open = (progress: string, ...updates: readonly ReturnType<typeof at>[]) => ({
  updates,
  progress,
  isComplete: false,
})

describe('Polling in steps', () => {
  it('polls from the same time until everything is read, and only then moves on', async () => {
    const { check, handled, asked, saved } = following([
      { updates: [at('old', 10)] },
      open('p1', at('new', 50)),
      open('p2'),
      { updates: [at('late', 40)] },
      {},
    ])
    for (let round = 0; round < 3; round += 1) await check()
    expect((await saved()).at).toBe(Date.parse('2026-03-01T11:10:00Z'))
    await check()
    expect((await saved()).at).toBe(Date.parse('2026-03-01T11:50:00Z'))
    await check()
    expect(handled).toEqual(['old', 'new', 'late'])
    const start = '2026-03-01T10:09:59.999Z'
    expect(asked).toEqual([
      [null, null],
      [start, null],
      [start, 'p1'],
      [start, 'p2'],
      ['2026-03-01T10:49:59.999Z', null],
    ])
  })

  it('moves no further than the start of its first step', async () => {
    const { check, clock, saved } = following([
      open('p1'),
      { updates: [at('before', 59), anUpdate({ id: 'after', timestamp: '2026-03-01T12:30:00Z' })] },
    ])
    await check()
    await clock.advance(3600)
    await check()
    expect((await saved()).at).toBe(Date.parse('2026-03-01T11:59:00Z'))
  })

  it('delivers updates read before an error, keeps the progress, and reports the error', async () => {
    const error = new PlatformError('fake has trouble.', {
      platform: 'fake',
      statusCode: 500,
      isOutage: true,
    })
    const { check, handled, asked } = following([
      { ...open('p1', at('a', 50)), interruptedBy: error },
      { updates: [at('a', 50), at('b', 51)] },
    ])
    await expect(check()).rejects.toBe(error)
    await check()
    expect(handled).toEqual(['a', 'b'])
    expect(asked[1]).toEqual([null, 'p1'])
  })

  it('does not fail at a rate limit after some updates were read', async () => {
    const error = new RateLimitError('Slow down.', { retryAfter: 300 })
    const { check, handled, asked } = following([
      { ...open('p1', at('a', 50)), interruptedBy: error },
      { ...open('p1'), interruptedBy: error },
    ])
    expect(await check()).toHaveLength(1)
    await expect(check()).rejects.toBe(error)
    expect(handled).toEqual(['a'])
    expect(asked).toHaveLength(2)
  })

  it('polls again when the rate limit allows it, as a poller and in a pool', async () => {
    const error = new RateLimitError('Slow down.', { retryAfter: 300 })
    const steps = [{ ...open('p1', at('a', 50)), interruptedBy: error }, {}]
    const alone = following(steps)
    const pooled = following(steps)
    const stop = new AbortController()
    const { markers, dispatcher, clock } = pooled
    const pool = new PollerPool({ account: () => pooled.account, markers, dispatcher, clock, jitter: 0 })
    pool.add('fake:42', { firstInSeconds: 0 })
    const { account } = alone
    const poller = new Poller({
      account,
      markers: alone.markers,
      dispatcher: alone.dispatcher,
      clock: alone.clock,
      jitter: 0,
      signal: stop.signal,
    })
    const runs = [poller.runForever(), pool.run({ signal: stop.signal })].map((run) =>
      run.catch(() => undefined),
    )
    for (const one of [alone, pooled]) {
      await one.clock.advance(299)
      expect(one.asked).toHaveLength(1)
      await one.clock.advance(2)
      expect(one.asked).toHaveLength(2)
    }
    stop.abort()
    for (const one of [alone, pooled]) await one.clock.advance(600)
    await Promise.all(runs)
  })

  it('delivers nothing twice when a poll restarts from its first list', async () => {
    const error = new PlatformError('fake has trouble.', {
      platform: 'fake',
      statusCode: 500,
      isOutage: true,
    })
    const failing = { updates: [at('a', 50)], progress: null, isComplete: false, interruptedBy: error }
    const { check, handled, saved } = following([failing, failing, { updates: [at('a', 50)] }])
    await expect(check()).rejects.toBe(error)
    await expect(check()).rejects.toBe(error)
    expect((await saved()).at).toBe(null)
    await check()
    expect(handled).toEqual(['a'])
  })
})
