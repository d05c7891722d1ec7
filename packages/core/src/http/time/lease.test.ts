import { beforeEach, describe, expect, it, vi } from 'vitest'

import { ManualClock, settle } from '../../events/__fixtures__/manual-clock.js'
import { Lease, leaseMoment } from './lease.js'

const SECONDS = 30

let clock: ManualClock
const onLost = vi.fn<(error: unknown) => void>()
const extend = vi.fn<(withinSeconds: number) => boolean | Promise<boolean>>()

beforeEach(() => {
  clock = new ManualClock()
  onLost.mockReset()
  extend.mockReset().mockReturnValue(true)
})

const aLease = (more: object = {}): Lease =>
  new Lease({ clock, seconds: SECONDS, from: leaseMoment(clock), onLost, ...more })

describe('a lease', () => {
  it.each<[string, () => void]>([
    ['the monotonic clock', () => clock.stall(1)],
    ['the wall clock, while the machine is suspended', () => clock.step(1)],
  ])('ends by %s', (_which, passes) => {
    const lease = aLease()
    for (let second = 1; second < SECONDS; second += 1) passes()
    expect([lease.isHeld, lease.secondsLeft]).toEqual([true, 1])
    passes()
    expect([lease.isHeld, lease.secondsLeft]).toEqual([false, 0])
  })

  it('is no longer when the wall clock is set back', async () => {
    const lease = aLease()
    clock.step(-3600)
    await clock.advance(SECONDS)
    expect(lease.isHeld).toBe(false)
  })

  it('is not held before it was renewed for the first time', () => {
    const lease = aLease({ from: undefined })
    expect(lease.isHeld).toBe(false)
    lease.renew(leaseMoment(clock))
    expect(lease.isHeld).toBe(true)
  })

  it('is counted from when it was asked for, and never becomes shorter by an older answer', () => {
    const lease = aLease()
    const older = leaseMoment(clock)
    clock.stall(10)
    lease.renew(leaseMoment(clock))
    lease.renew(older)
    expect(lease.secondsLeft).toBe(SECONDS)
  })
})

describe('a lease that is kept', () => {
  it('is extended three times in its time, for as long as it is kept', async () => {
    const lease = aLease({ extend })
    lease.keep()
    await clock.advance(SECONDS * 2)
    expect([lease.isHeld, extend.mock.calls.length, onLost.mock.calls.length]).toEqual([true, 6, 0])
    await lease.end()
    expect(clock.sleeping).toBe(0)
    await clock.advance(SECONDS)
    expect([lease.isHeld, extend.mock.calls.length, onLost.mock.calls.length]).toEqual([false, 6, 0])
  })

  it('is lost at once when another worker has it', async () => {
    const lease = aLease({ extend })
    lease.keep()
    extend.mockReturnValue(Promise.resolve(false))
    await clock.advance(SECONDS / 3)
    expect([lease.isHeld, onLost.mock.calls.length, clock.sleeping]).toEqual([false, 1, 0])
  })

  it.each<[string, () => Promise<boolean>]>([
    ['fails', () => Promise.reject(new Error('away'))],
    ['never answers', () => new Promise(() => {})],
  ])('is lost at its end when the store %s', async (_what, answer) => {
    const lease = aLease({ extend })
    lease.keep()
    extend.mockImplementation(answer)
    await clock.advance(SECONDS - 1)
    expect([lease.isHeld, onLost.mock.calls.length]).toEqual([true, 0])
    await clock.advance(1)
    expect([lease.isHeld, onLost.mock.calls.length, clock.sleeping]).toEqual([false, 1, 0])
    await lease.end()
  })

  it('is held again when the store extends it after the machine was suspended', async () => {
    const lease = aLease({ extend })
    lease.keep()
    clock.step(3600)
    expect(lease.isHeld).toBe(false)
    await clock.advance(SECONDS / 3)
    expect([lease.isHeld, onLost.mock.calls.length]).toEqual([true, 0])
    await lease.end()
  })

  it('without extensions is lost at its end', async () => {
    const lease = aLease()
    lease.keep()
    await clock.advance(SECONDS - 1)
    expect(onLost).not.toHaveBeenCalled()
    await clock.advance(1)
    expect([lease.isHeld, onLost.mock.calls.length, clock.sleeping]).toEqual([false, 1, 0])
  })

  it.each<[string, () => void]>([
    ['was paused', () => clock.stall(SECONDS)],
    ['was suspended', () => clock.step(SECONDS)],
  ])('without extensions is lost by a read before its alarm rings: the machine %s', (_what, passes) => {
    const lease = aLease()
    lease.keep()
    passes()
    expect(lease.isHeld).toBe(false)
    expect([onLost.mock.calls.length, clock.sleeping]).toEqual([1, 0])
  })

  it('has one alarm after it was renewed', async () => {
    const lease = aLease()
    lease.keep()
    await clock.advance(20)
    lease.renew(leaseMoment(clock))
    lease.keep()
    expect(clock.sleeping).toBe(1)
    await clock.advance(29)
    expect(lease.isHeld).toBe(true)
    await clock.advance(1)
    expect(onLost).toHaveBeenCalledTimes(1)
  })

  it('that is given up ends in silence', async () => {
    const lease = aLease()
    lease.keep()
    await lease.end()
    expect([lease.isHeld, clock.sleeping]).toEqual([false, 0])
    await clock.advance(SECONDS)
    expect(onLost).not.toHaveBeenCalled()
  })

  it('waits for an extension in progress before it ends', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const lease = aLease({ extend })
    lease.keep()
    extend.mockReturnValue(promise)
    await clock.advance(SECONDS / 3)
    let hasEnded = false
    const ending = lease.end().then(() => (hasEnded = true))
    await settle()
    expect(hasEnded).toBe(false)
    resolve(true)
    await ending
    expect(clock.sleeping).toBe(0)
  })
})
