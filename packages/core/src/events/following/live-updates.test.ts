import { getEventListeners } from 'node:events'

import { describe, expect, it } from 'vitest'

import type { UpdateListener } from '../../contract/index.js'
import { ConfigError, NetworkError, PlatformError, RateLimitError } from '../../errors/index.js'
import type { Update } from '../../models/index.js'
import { anUpdate } from '../__fixtures__/an-update.js'
import { ManualClock, runReady } from '../__fixtures__/manual-clock.js'
import { type LiveParts, LiveUpdates } from './live-updates.js'

const LOST = new NetworkError('It broke.')

/**
 * Creates a network in memory with its updates and streams. Tests can let the next polls and
 * streams fail.
 */
function aNetwork(changes: Partial<LiveParts> = {}) {
  const clock = new ManualClock()
  const all: Update[] = []
  const polled: (string | null)[] = []
  const opened: number[] = []
  const interruptions: unknown[] = []
  const failingPolls: unknown[] = []
  const failingStreams: unknown[] = []
  let stream: { readonly listener: UpdateListener; end(error?: unknown): void } | null = null
  const stop = new AbortController()

  const live = new LiveUpdates({
    platform: 'fake',
    marker: null,
    async fetchAfter(marker) {
      polled.push(marker)
      if (failingPolls.length > 0) throw failingPolls.shift()
      const updates = all.slice(Number(marker ?? 0), Number(marker ?? 0) + 2)
      const next = Number(marker ?? 0) + updates.length
      return { updates, marker: next === 0 ? null : String(next), more: next < all.length }
    },
    async hold(listener, { signal }) {
      opened.push(clock.monotonic())
      if (failingStreams.length > 0) throw failingStreams.shift()
      const over = Promise.withResolvers<void>()
      stream = { listener, end: (error) => (error === undefined ? over.resolve() : over.reject(error)) }
      signal.addEventListener('abort', () => over.reject(signal.reason))
      listener.opened()
      await over.promise
    },
    saveMarker: undefined,
    checkEverySeconds: 600,
    silenceSeconds: null,
    onInterruption: (error) => void interruptions.push(error),
    clock,
    random: { bytes: (count) => new Uint8Array(count), fraction: () => 1 },
    signal: stop.signal,
    ...changes,
  })
  const got: string[] = []
  let end: unknown = null
  const run = async (): Promise<void> => {
    for await (const { id } of live.run()) got.push(id)
  }
  return {
    live,
    clock,
    got,
    polled,
    opened,
    interruptions,
    failingPolls,
    failingStreams,
    stop,
    end: () => end,
    /** Starts to consume the live updates, and records the error that ends them. */
    async start() {
      run().catch((error: unknown) => (end = error))
      await runReady()
    },
    listener: () => stream?.listener,
    break: (error?: unknown) => stream?.end(error),
    happen(id: string, { pushed = true } = {}) {
      const update = anUpdate({ id, timestamp: clock.now() })
      all.push(update)
      if (pushed) stream?.listener.happened(update)
    },
  }
}

describe('live updates', () => {
  it('wait longer before each new attempt, up to a minute, and poll after each', async () => {
    const network = aNetwork()
    for (let failures = 0; failures < 9; failures += 1) network.failingStreams.push(LOST)
    await network.start()
    for (let seconds = 0; seconds < 400; seconds += 1) await network.clock.advance(1)

    expect(network.opened.map((at, index) => at - (network.opened[index - 1] ?? 0))).toEqual([
      0, 1, 2, 4, 8, 16, 32, 60, 60, 60,
    ])
    expect(network.polled.length).toBeGreaterThanOrEqual(10)
    expect(network.interruptions).toHaveLength(9)
  })

  it('reset the backoff once a stream was open for a minute', async () => {
    const network = aNetwork()
    network.failingStreams.push(LOST, LOST, LOST)
    await network.start()
    for (let seconds = 0; seconds < 70; seconds += 1) await network.clock.advance(1)
    network.break(LOST)
    await network.clock.advance(1)

    expect(network.opened).toEqual([0, 1, 3, 7, 71])
  })

  it('wait as long as the network requests, and poll in between', async () => {
    const network = aNetwork({ checkEverySeconds: 100 })
    network.failingStreams.push(new RateLimitError('Slow down.', { platform: 'fake', retryAfter: 300 }))
    await network.start()
    network.happen('late', { pushed: false })
    for (let seconds = 0; seconds < 300; seconds += 10) await network.clock.advance(10)

    expect(network.got).toEqual(['late'])
    expect(network.opened).toHaveLength(1)
    await network.clock.advance(40)
    expect(network.opened).toHaveLength(2)
  })

  it('leave no listener on the signal of the caller after any number of streams', async () => {
    const network = aNetwork()
    network.failingStreams.push(LOST, LOST)
    await network.start()
    for (let seconds = 0; seconds < 5; seconds += 1) await network.clock.advance(1)
    expect(network.opened).toHaveLength(3)
    const { signal } = network.stop
    const whileListening = getEventListeners(signal, 'abort').length
    network.break(LOST)
    for (let seconds = 0; seconds < 10; seconds += 1) await network.clock.advance(1)
    expect(network.opened).toHaveLength(4)
    expect(getEventListeners(signal, 'abort')).toHaveLength(whileListening)

    network.stop.abort(new Error('enough'))
    await runReady()
    expect(network.end()).toEqual(new Error('enough'))
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect(network.clock.sleeping).toBe(0)
  })

  it('stop their stream, and wait for it, when the iterator is closed', async () => {
    const stopped: unknown[] = []
    const network = aNetwork({
      hold: async (listener, { signal }) => {
        listener.opened()
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve())
        })
        await runReady()
        stopped.push(signal.reason)
      },
    })
    network.happen('first', { pushed: false })
    const updates = network.live.run()
    expect(await updates.next()).toMatchObject({ value: { id: 'first' } })
    await updates.return(undefined as never)
    expect(stopped).toEqual([new Error('The stream is no longer needed.')])
    expect(network.clock.sleeping).toBe(0)
  })

  it('leave no stream open if they were aborted before', async () => {
    const reason = new Error('enough')
    const signals: AbortSignal[] = []
    const network = aNetwork({
      hold: async (_listener, { signal }) => {
        signals.push(signal)
      },
    })
    network.stop.abort(reason)
    await network.start()
    expect(network.end()).toBe(reason)
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
  })

  it('deliver every update when the buffer overflows: the poll has them', async () => {
    const network = aNetwork()
    const updates = network.live.run()
    network.happen('first', { pushed: false })
    expect(await updates.next()).toMatchObject({ value: { id: 'first' } })
    const expected = Array.from({ length: 700 }, (_none, index) => `many-${index}`)
    for (const id of expected) network.happen(id)
    const got: string[] = []
    while (got.length < 700) {
      const next = updates.next()
      await runReady()
      await network.clock.advance(5)
      got.push((await next).value.id)
    }

    expect(got.toSorted()).toEqual(expected.toSorted())
  })

  it('poll at most every five seconds, even if the stream requests it more often', async () => {
    const network = aNetwork()
    await network.start()
    for (let seconds = 0; seconds < 60; seconds += 1) {
      network.listener()?.missed()
      await network.clock.advance(1)
    }

    expect(network.polled.length).toBeLessThanOrEqual(14)
  })

  it('move the marker past a thousand pushed updates, without waiting for the next poll', async () => {
    const network = aNetwork()
    await network.start()
    await network.clock.advance(11)
    const before = network.polled.length
    for (let count = 0; count < 1000; count += 1) {
      network.happen(`one-${count}`)
      if (count % 100 === 99) await runReady()
    }
    await runReady()

    expect(network.polled.length).toBeGreaterThan(before)
    expect(new Set(network.got).size).toBe(1000)
    expect(network.got).toHaveLength(1000)
  })

  it('save a marker only after every update up to it was read', async () => {
    const saved: string[] = []
    const network = aNetwork({ saveMarker: (marker) => void saved.push(marker) })
    for (const id of ['a', 'b', 'c']) network.happen(id, { pushed: false })
    const updates = network.live.run()
    await updates.next()
    await updates.next()
    expect(saved).toEqual([])
    await updates.next()
    expect(saved).toEqual(['2'])
  })

  it.each([
    ['a poll', new ConfigError('The connection is gone.')],
    ['a poll', new PlatformError('No.', { platform: 'fake', statusCode: 400 })],
    ['a stream', new ConfigError('The connection is gone.')],
  ])('end with an error of %s that is not temporary: %s', async (what, error) => {
    const network = aNetwork()
    await network.start()
    network.happen('last')
    if (what === 'a poll') {
      network.failingPolls.push(error)
      network.listener()?.missed()
    } else network.break(error)
    await network.clock.advance(6)

    expect(network.got).toEqual(['last'])
    expect(network.end()).toBe(error)
  })

  it('start at the current position, even if the first poll fails', async () => {
    const network = aNetwork({ marker: undefined })
    network.happen('before', { pushed: false })
    await network.clock.advance(3600)
    network.failingPolls.push(LOST, LOST)
    await network.start()
    network.happen('while nobody could be asked', { pushed: false })
    for (let seconds = 0; seconds < 10; seconds += 1) await network.clock.advance(1)
    network.happen('after')
    await runReady()

    expect(network.got).toEqual(['while nobody could be asked', 'after'])
    expect(network.interruptions).toEqual([LOST, LOST])
  })

  it('reject with the reason of the signal', async () => {
    const network = aNetwork()
    await network.start()
    const reason = new Error('enough')
    network.stop.abort(reason)
    await runReady()

    expect(network.end()).toBe(reason)
  })
})
