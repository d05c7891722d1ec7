import { getEventListeners } from 'node:events'

import { describe, expect, it } from 'vitest'

import { ManualClock, runReady } from '../__fixtures__/manual-clock.js'
import { Waker } from './waker.js'

function aSleeper(seconds: number, signal?: AbortSignal) {
  const clock = new ManualClock()
  const waker = new Waker(clock)
  const sleep = async () => {
    await waker.sleep(seconds, signal)
    return clock.monotonic()
  }
  return { clock, waker, sleep }
}

describe('a wait that can be ended early', () => {
  it('lasts the requested time', async () => {
    const { clock, sleep } = aSleeper(30)
    const woken = sleep()
    await clock.advance(29)
    expect(clock.sleeping).toBe(1)
    await clock.advance(1)
    expect(await woken).toBe(30)
  })

  it('ends on wake-up, and the next wait lasts its full time', async () => {
    const { clock, waker, sleep } = aSleeper(30)
    const woken = sleep()
    await clock.advance(5)
    waker.wake()
    expect(await woken).toBe(5)
    const again = sleep()
    await runReady()
    expect(clock.sleeping).toBe(1)
    await clock.advance(30)
    expect(await again).toBe(35)
  })

  it('ends immediately after a wake-up without a pending wait', async () => {
    const { waker, sleep, clock } = aSleeper(30)
    waker.wake()
    expect(await sleep()).toBe(0)
    expect(clock.sleeping).toBe(0)
  })

  it('ends with a signal without failing, and leaves no listener on it', async () => {
    const stop = new AbortController()
    const { clock, waker, sleep } = aSleeper(30, stop.signal)
    const first = sleep()
    waker.wake()
    await first
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
    const woken = sleep()
    await clock.advance(5)
    stop.abort(new Error('enough'))
    expect(await woken).toBe(5)
    expect(await sleep()).toBe(5)
  })
})
