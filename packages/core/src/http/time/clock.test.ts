import { getEventListeners } from 'node:events'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Clock } from '../../contract/ports.js'
import { deferAlarm, setAlarm, stopAlarm, systemClock, systemRandom } from './clock.js'

describe('systemClock', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('sleeps for the given time', async () => {
    const woken = vi.fn<() => void>()
    const sleeping = systemClock.sleep(1.5).then(woken)
    await vi.advanceTimersByTimeAsync(1499)
    expect(woken).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await sleeping
    expect(woken).toHaveBeenCalledOnce()
  })

  it('sleeps longer than the maximum delay of a timer', async () => {
    const woken = vi.fn<() => void>()
    const sleeping = systemClock.sleep(30 * 86_400).then(woken)
    await vi.advanceTimersByTimeAsync(29 * 86_400_000)
    expect(woken).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(86_400_000)
    await sleeping
    expect(woken).toHaveBeenCalledOnce()
  })

  it('rejects with the reason of the signal and leaves no timer', async () => {
    const stop = new AbortController()
    const sleeping = systemClock.sleep(60, { signal: stop.signal })
    stop.abort('enough')
    await expect(sleeping).rejects.toBe('enough')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no listener on its signal after the sleep', async () => {
    const stop = new AbortController()
    const sleeping = systemClock.sleep(1, { signal: stop.signal })
    await vi.advanceTimersByTimeAsync(1000)
    await sleeping
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  })

  it('rejects immediately for an aborted signal', async () => {
    await expect(systemClock.sleep(60, { signal: AbortSignal.abort('late') })).rejects.toBe('late')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('fires an alarm once, and not after it was stopped', async () => {
    const ring = vi.fn<() => void>()
    setAlarm(systemClock, 2, { ring })
    stopAlarm(setAlarm(systemClock, 1, { ring }))
    await vi.advanceTimersByTimeAsync(5000)
    expect(ring).toHaveBeenCalledOnce()
  })
})

describe('a deferred alarm', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('creates no timer if it is stopped in the same turn of the event loop', async () => {
    const ring = vi.fn<() => void>()
    for (let index = 0; index < 3; index += 1) deferAlarm(systemClock, 1, { ring }).stop()
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(5000)
    expect(ring).not.toHaveBeenCalled()
  })

  it('otherwise fires after its time, independently of others, and not after it was stopped', async () => {
    const rung: string[] = []
    const ofName = (name: string) =>
      deferAlarm(systemClock, name.length, { ring: () => void rung.push(name) })
    const [, stopped] = [ofName('a'), ofName('bb'), ofName('ccc')]
    await vi.advanceTimersByTimeAsync(999)
    stopped.stop()
    expect(rung).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(rung).toEqual(['a'])
    ofName('dddd')
    await vi.advanceTimersByTimeAsync(5000)
    expect(rung).toEqual(['a', 'ccc', 'dddd'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('starts immediately on another clock, and its sleep ends when it is stopped', () => {
    const signals: (AbortSignal | undefined)[] = []
    const sleep: Clock['sleep'] = (_seconds, options) => {
      signals.push(options?.signal)
      return new Promise(() => {})
    }
    const alarm = deferAlarm({ ...systemClock, sleep }, 1, { ring: () => {} })
    expect(signals.map((signal) => signal?.aborted)).toEqual([false])
    alarm.stop()
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  })
})

describe('an alarm on another clock', () => {
  it('uses that clock and ends its sleep when stopped', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const { promise: sleeping, resolve: wake } = Promise.withResolvers<void>()
    const clock: Clock = {
      ...systemClock,
      sleep: (_seconds, options) => {
        signals.push(options?.signal)
        return sleeping
      },
    }
    const ring = vi.fn<() => void>()
    stopAlarm(setAlarm(clock, 1, { ring }))
    wake()
    await sleeping
    expect(signals[0]?.aborted).toBe(true)
    expect(ring).not.toHaveBeenCalled()
  })
})

it('returns the requested number of strong random bytes, and fractions below one', () => {
  expect(systemRandom.bytes(32)).toHaveLength(32)
  expect(systemRandom.bytes(0)).toHaveLength(0)
  expect(systemRandom.bytes(32)).not.toEqual(systemRandom.bytes(32))
  const fraction = systemRandom.fraction()
  expect(fraction).toBeGreaterThanOrEqual(0)
  expect(fraction).toBeLessThan(1)
})
