import { describe, expect, it, vi } from 'vitest'

import type { Random } from '../../contract/index.js'
import { ConfigError, NetworkError, RateLimitError, UpdateBusyError } from '../../errors/index.js'
import type { Update, UpdateBatch } from '../../models/index.js'
import { anUpdate } from '../__fixtures__/an-update.js'
import { ManualClock, runReady } from '../__fixtures__/manual-clock.js'
import { readTimeMarker } from '../feeds/time-marker.js'
import { Dispatcher } from '../handling/dispatcher.js'
import { InMemorySeenUpdates } from '../handling/in-memory-seen.js'
import type { MarkerPollerOptions, TimePollerOptions } from './poller-options.js'
import { Poller } from './poller.js'

/** Random source that always returns 0.5, so that waits have no jitter. */
const even: Random = { bytes: (count) => new Uint8Array(count), fraction: () => 0.5 }

const moment = (second: number): number => Date.UTC(2026, 2, 1, 12, 0, second)
const at = (second: number, id: string): Update => anUpdate({ id, timestamp: new Date(moment(second)) })

function byTime(changes: Partial<TimePollerOptions> = {}) {
  const delivered: string[] = []
  const markers: number[] = []
  const poller = new Poller({
    fetch: () => Promise.resolve([]),
    deliver: (update) => void delivered.push(update.id),
    saveMarker: (marker) => void markers.push(readTimeMarker(marker).at ?? 0),
    random: even,
    ...changes,
  })
  return { poller, delivered, markers }
}

function byMarker(batches: readonly UpdateBatch[], changes: Partial<MarkerPollerOptions> = {}) {
  const delivered: string[] = []
  const happened: string[] = []
  let next = 0
  const poller = new Poller({
    fetchAfter: (marker) => {
      happened.push(`fetch ${marker}`)
      const batch = batches[Math.min(next, batches.length - 1)]
      next += 1
      return batch ? Promise.resolve(batch) : Promise.reject(new Error('no batch'))
    },
    deliver: (update) => {
      delivered.push(update.id)
      happened.push(`deliver ${update.id}`)
    },
    saveMarker: (marker) => void happened.push(`save ${marker}`),
    random: even,
    ...changes,
  })
  return { poller, delivered, happened }
}

describe('Poller by time', () => {
  // Holds R-0247, R-0248.
  it('delivers new updates oldest first, then saves the marker', async () => {
    const { poller, delivered, markers } = byTime({
      fetch: () => Promise.resolve([at(3, 'c'), at(1, 'a'), at(2, 'b')]),
      since: new Date(Date.UTC(2026, 2, 1, 12, 0, 1)),
    })
    const news = await poller.checkOnce()
    expect(news.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(delivered).toEqual(['a', 'b', 'c'])
    expect(markers).toEqual([moment(3)])
  })

  it('polls from a millisecond before the overlap, and delivers later updates with the same time', async () => {
    const asked: (string | null)[] = []
    const rounds = [
      [at(1, 'a'), at(2, 'b')],
      [at(2, 'b'), at(2, 'late')],
      [at(2, 'b'), at(2, 'late')],
    ]
    const { poller, delivered, markers } = byTime({
      fetch: (since) => {
        asked.push(since?.toISOString() ?? null)
        return Promise.resolve(rounds.shift() ?? [])
      },
    })
    for (let round = 0; round < 3; round += 1) await poller.checkOnce()
    expect(asked).toEqual([null, '2026-03-01T11:00:01.999Z', '2026-03-01T11:00:01.999Z'])
    expect(delivered).toEqual(['a', 'b', 'late'])
    expect(markers).toEqual([moment(2), moment(2)])
  })

  // Holds R-0248.
  it('keeps the marker when a handler fails, and repeats the round', async () => {
    let isBroken = true
    const seen: string[] = []
    const { poller, markers } = byTime({
      fetch: () => Promise.resolve([at(1, 'a'), at(2, 'b')]),
      deliver: ({ id }) => {
        if (id === 'b' && isBroken) throw new Error('boom')
        seen.push(id)
      },
    })
    await expect(poller.checkOnce()).rejects.toThrow('boom')
    expect(markers).toEqual([])
    isBroken = false
    await poller.checkOnce()
    expect(seen).toEqual(['a', 'a', 'b'])
    expect(markers).toEqual([moment(2)])
  })

  it('does not save a marker without new updates', async () => {
    const { poller, markers } = byTime({
      fetch: () => Promise.resolve([at(1, 'a')]),
      since: at(2, 'x').timestamp,
    })
    expect(await poller.checkOnce()).toEqual([])
    expect(markers).toEqual([])
  })

  it('repeats the round when the marker cannot be saved', async () => {
    const saveMarker = vi.fn<() => Promise<void>>()
    saveMarker.mockRejectedValueOnce(new Error('store is down')).mockResolvedValue()
    const { poller, delivered } = byTime({ fetch: () => Promise.resolve([at(1, 'a')]), saveMarker })
    await expect(poller.checkOnce()).rejects.toThrow('store is down')
    await poller.checkOnce()
    expect(delivered).toEqual(['a', 'a'])
    expect(saveMarker).toHaveBeenCalledTimes(2)
  })

  it('runs one round at a time', async () => {
    const fetch = vi.fn<() => Promise<readonly Update[]>>(() => Promise.resolve([at(1, 'a')]))
    const { poller, delivered } = byTime({ fetch })
    await Promise.all([poller.checkOnce(), poller.checkOnce()])
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(delivered).toEqual(['a'])
  })

  it('refuses a marker without a time zone', () => {
    expect(() => byTime({ since: '2026-03-01T12:00:00' })).toThrow(ConfigError)
  })
})

describe('Poller by marker', () => {
  it('polls again immediately while there is more, and saves each marker after its updates', async () => {
    const { poller, happened } = byMarker(
      [
        { updates: [at(1, 'a')], marker: 'm1', more: true },
        { updates: [at(2, 'b')], marker: 'm2', more: false },
      ],
      { marker: 'm0', markSeen: (marker) => Promise.resolve(void happened.push(`seen ${marker}`)) },
    )
    expect((await poller.checkOnce()).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(happened).toEqual([
      'fetch m0',
      'deliver a',
      'save m1',
      'seen m1',
      'fetch m1',
      'deliver b',
      'save m2',
      'seen m2',
    ])
  })

  it('keeps the marker when a handler fails', async () => {
    const { poller, happened } = byMarker([{ updates: [at(1, 'a')], marker: 'm1', more: false }], {
      deliver: () => Promise.reject(new Error('boom')),
    })
    await expect(poller.checkOnce()).rejects.toThrow('boom')
    await expect(poller.checkOnce()).rejects.toThrow('boom')
    expect(happened).toEqual(['fetch null', 'fetch null'])
  })

  it('stops polling a network that reports more without a new marker', async () => {
    const { poller, happened } = byMarker([{ updates: [], marker: 'm0', more: true }], { marker: 'm0' })
    await poller.checkOnce()
    expect(happened).toEqual(['fetch m0'])
  })
})

async function running(changes: Partial<TimePollerOptions>) {
  const clock = new ManualClock()
  const stop = new AbortController()
  const errors: unknown[] = []
  const { poller, ...rest } = byTime({
    clock,
    everySeconds: 60,
    signal: stop.signal,
    onError: (error) => errors.push(error),
    ...changes,
  })
  const ended = poller.runForever().catch((error: unknown) => error)
  await runReady()
  return { clock, stop, errors, ended, ...rest }
}

describe('Poller that runs', () => {
  // Holds R-0246, R-0247.
  it('polls immediately, then after every interval, until it is stopped', async () => {
    const fetch = vi.fn<() => Promise<readonly Update[]>>(() => Promise.resolve([]))
    const { clock, stop, ended } = await running({ fetch })
    expect(fetch).toHaveBeenCalledTimes(1)
    await clock.advance(180)
    expect(fetch).toHaveBeenCalledTimes(4)
    stop.abort(new Error('enough'))
    expect(await ended).toEqual(new Error('enough'))
    expect(clock.sleeping).toBe(0)
  })

  it('varies its rounds by the jitter', async () => {
    const fetch = vi.fn<() => Promise<readonly Update[]>>(() => Promise.resolve([]))
    const fractions = [0, 1]
    const random: Random = { ...even, fraction: () => fractions.shift() ?? 0.5 }
    const { clock } = await running({ fetch, random, jitter: 0.5 })
    await clock.advance(30)
    expect(fetch).toHaveBeenCalledTimes(2)
    await clock.advance(89)
    expect(fetch).toHaveBeenCalledTimes(2)
    await clock.advance(1)
    expect(fetch).toHaveBeenCalledTimes(3)
  })

  it('reports a failed round and continues', async () => {
    const outage = new NetworkError('The network cannot be reached.')
    const fetch = vi.fn<() => Promise<readonly Update[]>>(() => Promise.reject(outage))
    const { clock, errors } = await running({ fetch })
    await clock.advance(60)
    expect(errors).toEqual([outage, outage])
  })

  it('waits as long as the network requests', async () => {
    const fetch = vi.fn<() => Promise<readonly Update[]>>(() => Promise.resolve([]))
    fetch.mockRejectedValueOnce(new RateLimitError('Slow down.', { retryAfter: 600 }))
    const { clock } = await running({ fetch })
    await clock.advance(599)
    expect(fetch).toHaveBeenCalledTimes(1)
    await clock.advance(61)
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('retries soon, without an error report, if another worker holds the update', async () => {
    const busy = new UpdateBusyError('in other hands', { retryAfter: 5 })
    const deliver = vi.fn<() => Promise<void>>()
    deliver.mockRejectedValueOnce(busy).mockResolvedValue()
    const { clock, errors, markers } = await running({
      fetch: () => Promise.resolve([at(1, 'a')]),
      deliver,
    })
    expect(markers).toEqual([])
    await clock.advance(5)
    expect(markers).toEqual([moment(1)])
    expect(errors).toEqual([])
  })

  it('stops between two updates', async () => {
    const stop = new AbortController()
    const delivered: string[] = []
    const poller = new Poller({
      fetch: () => Promise.resolve([at(1, 'a'), at(2, 'b')]),
      deliver: ({ id }) => {
        delivered.push(id)
        stop.abort(new Error('enough'))
      },
      signal: stop.signal,
      clock: new ManualClock(),
    })
    await expect(poller.runForever()).rejects.toThrow('enough')
    expect(delivered).toEqual(['a'])
  })

  it('does not deliver updates twice when a round is repeated', async () => {
    const clock = new ManualClock()
    const dispatcher = new Dispatcher({ seen: new InMemorySeenUpdates({ clock }), clock })
    const handled: string[] = []
    let isBroken = true
    dispatcher.onAny(({ id }) => {
      if (id === 'b' && isBroken) throw new Error('boom')
      handled.push(id)
    })
    const { poller } = byTime({
      fetch: () => Promise.resolve([at(1, 'a'), at(2, 'b')]),
      deliver: dispatcher.deliver,
    })
    await expect(poller.checkOnce()).rejects.toBeInstanceOf(AggregateError)
    isBroken = false
    await poller.checkOnce()
    expect(handled).toEqual(['a', 'b'])
  })
})

describe('The constructor of a poller', () => {
  it('requires exactly one way to fetch, a way to deliver, and an interval', () => {
    const fine = { fetch: () => Promise.resolve([]), deliver: () => {} }
    const { fetch, deliver } = fine
    expect(() => new Poller({ deliver } as unknown as TimePollerOptions)).toThrow(ConfigError)
    expect(() => new Poller({ fetch } as unknown as TimePollerOptions)).toThrow(ConfigError)
    expect(() => new Poller({ ...fine, fetchAfter: fetch } as unknown as TimePollerOptions)).toThrow(
      ConfigError,
    )
    for (const wrong of [{ everySeconds: 0 }, { everySeconds: Number.NaN }, { jitter: 2 }, { jitter: -1 }])
      expect(() => new Poller({ ...fine, ...wrong })).toThrow(ConfigError)
  })
})
