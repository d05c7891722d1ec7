import { describe, expect, it, vi } from 'vitest'

import { NetworkError } from '../../errors/index.js'
import { ATimeNetwork } from '../__fixtures__/a-time-network.js'
import { anUpdate } from '../__fixtures__/an-update.js'
import { never, THROWN } from '../__fixtures__/careless.js'
import { ManualClock, runReady } from '../__fixtures__/manual-clock.js'
import { InMemoryMarkers } from '../handling/in-memory-markers.js'
import { Poller } from './poller.js'

// The test run also fails if one of these pollers causes an unhandled rejection.
describe('A poller with faulty functions', () => {
  it.each([undefined, null, 'account', 5])(
    'refuses %s instead of options with a clear message',
    (options) => {
      // @ts-expect-error like an untyped application
      expect(() => new Poller(options)).toThrow(
        'new Poller requires an object: { account, markers, dispatcher }.',
      )
    },
  )

  it.each(THROWN)('continues when the fetch and onError throw %s', async (_, thrown) => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const clock = new ManualClock()
    const stop = new AbortController()
    const reported: unknown[] = []
    const poller = new Poller({
      fetch: () => {
        throw thrown
      },
      deliver: () => {},
      clock,
      jitter: 0,
      signal: stop.signal,
      onError: (error) => {
        reported.push(error)
        if (reported.length === 1) throw thrown
        return Promise.reject(thrown)
      },
    })
    const ended = poller.runForever().catch((error: unknown) => error)
    await clock.advance(130)
    stop.abort(new Error('enough'))
    expect(await ended).toEqual(new Error('enough'))
    expect(reported).toEqual([thrown, thrown, thrown])
    expect(warned).toHaveBeenCalledTimes(3)
    expect(warned.mock.calls[0]?.[0]).toContain('A listener of a poller, such as onError, failed.')
    warned.mockRestore()
    expect(clock.sleeping).toBe(0)
  })

  it('emits a process warning for a failed round without onError', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const clock = new ManualClock()
    const stop = new AbortController()
    const poller = new Poller({
      fetch: () => Promise.reject(new TypeError('boom')),
      deliver: () => {},
      clock,
      signal: stop.signal,
    })
    const ended = poller.runForever().catch((error: unknown) => error)
    await runReady()
    stop.abort()
    await ended
    expect(warned).toHaveBeenCalledExactlyOnceWith(
      'A round of polling failed and will be tried again. TypeError: boom',
      'SocialPollingWarning',
    )
    warned.mockRestore()
  })

  const network = new ATimeNetwork()
  network.show('a', '2026-03-01T11:00:00Z')
  const whole = {
    markers: new InMemoryMarkers(),
    dispatcher: { deliver: () => {} },
    account: network.account(),
  }
  const { markers } = whole
  const hanging: readonly [string, string, object][] = [
    [
      'load',
      'Loading the marker of fake:42',
      { markers: { load: never, save: () => markers.save('', '', '') } },
    ],
    ['save', 'Saving the marker of fake:42', { markers: { load: () => Promise.resolve(null), save: never } }],
    ['fetch', 'Fetching updates of fake:42', { account: { ...network.account(), fetchUpdates: never } }],
    ['deliver', 'Handling update a of fake:42', { dispatcher: { deliver: never } }],
  ]
  it.each(hanging)('ends a round whose %s hangs', async (_, who, changes) => {
    const clock = new ManualClock()
    const poller = new Poller({ ...whole, ...changes, clock, deadlineSeconds: 20 })
    const round = poller.checkOnce().catch((error: unknown) => error)
    await clock.advance(20)
    const error = await round
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({ timedOut: true, message: expect.stringContaining(who) })
    expect(clock.sleeping).toBe(0)
  })

  it('aborts a step at the timeout, ignores its late result, and keeps the marker', async () => {
    const clock = new ManualClock()
    const gates: PromiseWithResolvers<void>[] = []
    const signals: AbortSignal[] = []
    const asked: (string | null)[] = []
    const poller = new Poller({
      fetchAfter: (marker) => {
        asked.push(marker)
        return Promise.resolve({ updates: [anUpdate()], marker: `m${asked.length}`, more: false })
      },
      deliver: (_, { signal }) => void signals.push(signal),
      saveMarker: () => {
        const gate = Promise.withResolvers<void>()
        gates.push(gate)
        return gate.promise
      },
      clock,
      deadlineSeconds: 20,
    })
    const round = poller.checkOnce().catch((error: unknown) => error)
    await clock.advance(20)
    expect(await round).toBeInstanceOf(NetworkError)
    expect(signals[0]?.aborted).toBe(false)
    gates[0]?.resolve()
    await runReady()
    const next = poller.checkOnce()
    await runReady()
    gates[1]?.resolve()
    await next
    void poller.checkOnce().catch(() => undefined)
    await clock.advance(20)
    expect(asked).toEqual([null, null, 'm2'])
  })

  it('ends the signal of a step with the step, and leaves no listener behind', async () => {
    const stop = new AbortController()
    const listeners = vi.spyOn(stop.signal, 'addEventListener')
    const removed = vi.spyOn(stop.signal, 'removeEventListener')
    const signals: AbortSignal[] = []
    const poller = new Poller({
      fetch: (_, { signal }) => {
        signals.push(signal)
        return Promise.resolve([anUpdate()])
      },
      deliver: (_, { signal }) => void signals.push(signal),
      signal: stop.signal,
    })
    await poller.checkOnce()
    stop.abort(new Error('enough'))
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
    expect(removed).toHaveBeenCalledTimes(listeners.mock.calls.length)
    expect(listeners).toHaveBeenCalledTimes(2)
    await expect(poller.checkOnce()).rejects.toThrow('enough')
  })

  it('passes an abort to the running step, and waits for it', async () => {
    const clock = new ManualClock()
    const stop = new AbortController()
    const gate = Promise.withResolvers<void>()
    const signals: AbortSignal[] = []
    const poller = new Poller({
      fetch: () => Promise.resolve([anUpdate()]),
      deliver: (_, { signal }) => {
        signals.push(signal)
        return gate.promise
      },
      clock,
      signal: stop.signal,
    })
    let isOver = false
    const ended = poller.runForever().catch((error: unknown) => {
      isOver = true
      return error
    })
    await runReady()
    stop.abort(new Error('enough'))
    await runReady()
    expect(signals[0]?.reason).toEqual(new Error('enough'))
    expect(isOver).toBe(false)
    gate.resolve()
    expect(await ended).toEqual(new Error('enough'))
    expect(clock.sleeping).toBe(0)
  })

  it('ends a round of a network that always reports more', async () => {
    let page = 0
    const poller = new Poller({
      fetchAfter: () => Promise.resolve({ updates: [], marker: `m${(page += 1)}`, more: true }),
      deliver: () => {},
    })
    expect(await poller.checkOnce()).toEqual([])
    expect(page).toBe(1000)
  })
})
