import { beforeEach, describe, expect, it, vi } from 'vitest'

import { ManualClock } from '../__fixtures__/manual-clock.js'
import { WorkerLease } from './lease.js'

const SECONDS = 30

let clock: ManualClock
let lease: WorkerLease
const onOver = vi.fn<() => void>()

beforeEach(() => {
  onOver.mockClear()
  clock = new ManualClock()
  lease = new WorkerLease({ clock, seconds: SECONDS, onOver })
})

describe('the lease of a worker', () => {
  it('is not held before a turn is written down', () => {
    expect(lease.isHeld).toBe(false)
    expect(onOver).not.toHaveBeenCalled()
  })

  it('runs from the beginning of the turn, and its end is told once', async () => {
    const from = lease.now()
    await clock.advance(10)
    lease.renew(from)
    await clock.advance(19)
    expect([lease.isHeld, onOver.mock.calls.length]).toEqual([true, 0])
    await clock.advance(1)
    expect([lease.isHeld, onOver.mock.calls.length]).toEqual([false, 1])
    expect(clock.sleeping).toBe(0)
  })

  it('is longer after another turn, and rings only once', async () => {
    lease.renew(lease.now())
    await clock.advance(20)
    lease.renew(lease.now())
    expect(clock.sleeping).toBe(1)
    await clock.advance(29)
    expect(lease.isHeld).toBe(true)
    await clock.advance(1)
    expect(onOver).toHaveBeenCalledTimes(1)
  })

  it.each<[string, () => void]>([
    ['the machine slept', () => clock.stall(SECONDS)],
    ['the wall clock went on while the other one stood still', () => clock.step(SECONDS)],
  ])('is over for whoever asks too late: %s', (_what, passes) => {
    lease.renew(lease.now())
    passes()
    expect(lease.isHeld).toBe(false)
    expect(onOver).toHaveBeenCalledTimes(1)
    expect(clock.sleeping).toBe(0)
  })

  it('is no longer because somebody sets the wall clock back', async () => {
    lease.renew(lease.now())
    clock.step(-3600)
    await clock.advance(SECONDS)
    expect(lease.isHeld).toBe(false)
  })

  it('that is given up ends in silence, and leaves no alarm', async () => {
    lease.renew(lease.now())
    lease.end()
    expect([lease.isHeld, clock.sleeping]).toEqual([false, 0])
    await clock.advance(SECONDS)
    expect(onOver).not.toHaveBeenCalled()
  })
})
