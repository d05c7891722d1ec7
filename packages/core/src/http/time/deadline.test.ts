import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { NetworkError } from '../../errors/index.js'
import { systemClock } from './clock.js'
import { Deadline } from './deadline.js'

describe('a deadline', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('aborts with a NetworkError with timedOut', async () => {
    const deadline = new Deadline({ clock: systemClock, seconds: 10, platform: 'x' })
    await vi.advanceTimersByTimeAsync(9999)
    expect(deadline.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    const { reason } = deadline.signal
    expect(reason).toBeInstanceOf(NetworkError)
    expect(reason).toMatchObject({ timedOut: true, platform: 'x' })
    expect(String(reason)).toContain('10 seconds')
  })

  it('keeps the reason of the caller, before and after its start', () => {
    const reason = new Error('the person closed the page')
    const late = new Deadline({ clock: systemClock, seconds: 10, signal: AbortSignal.abort(reason) })
    expect(late.signal.reason).toBe(reason)
    const stop = new AbortController()
    const deadline = new Deadline({ clock: systemClock, seconds: 10, signal: stop.signal })
    stop.abort(reason)
    expect(deadline.signal.reason).toBe(reason)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('has an aborted signal if the signal is read after the end', async () => {
    const late = new Deadline({ clock: systemClock, seconds: 10 })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(late.signal.aborted).toBe(true)
    expect(late.signal.reason).toBe(late.reason)
    expect(() => {
      late.throwIfAborted()
    }).toThrow(NetworkError)
  })

  it('notifies listeners once, except removed ones', async () => {
    const [heard, left] = [{ handleEvent: vi.fn<() => void>() }, { handleEvent: vi.fn<() => void>() }]
    const deadline = new Deadline({ clock: systemClock, seconds: 10 })
    deadline.addListener(heard)
    deadline.addListener(left)
    deadline.removeListener(left)
    expect(deadline.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(heard.handleEvent).toHaveBeenCalledTimes(1)
    expect(left.handleEvent).not.toHaveBeenCalled()
  })

  it('notifies no listener after its end', async () => {
    const listener = { handleEvent: vi.fn<() => void>() }
    const deadline = new Deadline({ clock: systemClock, seconds: 10 })
    deadline.addListener(listener)
    deadline.end()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(listener.handleEvent).not.toHaveBeenCalled()
    expect(deadline.signal.aborted).toBe(false)
  })

  it('does not count suspended time, also with several concurrent suspensions', async () => {
    const deadline = new Deadline({ clock: systemClock, seconds: 10 })
    await vi.advanceTimersByTimeAsync(4000)
    const first = deadline.suspend(() => systemClock.sleep(100))
    const second = deadline.suspend(() => systemClock.sleep(300))
    await vi.advanceTimersByTimeAsync(200_000)
    expect(deadline.remainingSeconds).toBeCloseTo(6)
    await vi.advanceTimersByTimeAsync(100_000)
    await Promise.all([first, second])
    await vi.advanceTimersByTimeAsync(5900)
    expect(deadline.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(100)
    expect(deadline.signal.aborted).toBe(true)
  })

  it('continues to count after suspended work fails', async () => {
    const deadline = new Deadline({ clock: systemClock, seconds: 10 })
    await expect(deadline.suspend(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(deadline.signal.aborted).toBe(true)
  })

  it('lets the caller abort while work is suspended', async () => {
    const stop = new AbortController()
    const deadline = new Deadline({ clock: systemClock, seconds: 10, signal: stop.signal })
    const upload = deadline.suspend(() => systemClock.sleep(60, { signal: deadline.signal }))
    stop.abort('enough')
    await expect(upload).rejects.toBe('enough')
  })

  it('leaves no timer and no listener after its end', () => {
    const stop = new AbortController()
    const deadline = new Deadline({ clock: systemClock, seconds: 10, signal: stop.signal })
    deadline.end()
    deadline.end()
    stop.abort()
    expect(deadline.signal.aborted).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('never aborts by itself without a limit', async () => {
    const deadline = new Deadline({ clock: systemClock, seconds: Infinity })
    await vi.advanceTimersByTimeAsync(10_000_000)
    expect(deadline.signal.aborted).toBe(false)
  })
})
