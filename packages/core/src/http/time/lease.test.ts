import { beforeEach, describe, expect, it, vi } from 'vitest'

import { ManualClock, runReady } from '../../events/__fixtures__/manual-clock.js'
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

  it('is not extended when the wall clock is set back', async () => {
    const lease = aLease()
    clock.step(-3600)
    await clock.advance(SECONDS)
    expect(lease.isHeld).toBe(false)
  })

  it('is not held before its first renewal', () => {
    const lease = aLease({ from: undefined })
    expect(lease.isHeld).toBe(false)
    lease.renew(leaseMoment(clock))
    expect(lease.isHeld).toBe(true)
  })

  it('starts at the time of the call and is never shortened by an older response', () => {
    const lease = aLease()
    const older = leaseMoment(clock)
    clock.stall(10)
    lease.renew(leaseMoment(clock))
    lease.renew(older)
    expect(lease.secondsLeft).toBe(SECONDS)
  })
})

describe('a lease that is extended', () => {
  it('is extended three times per duration', async () => {
    const lease = aLease({ extend })
    lease.keep()
    await clock.advance(SECONDS * 2)
    expect([lease.isHeld, extend.mock.calls.length, onLost.mock.calls.length]).toEqual([true, 6, 0])
    await lease.end()
    expect(clock.sleeping).toBe(0)
    await clock.advance(SECONDS)
    expect([lease.isHeld, extend.mock.calls.length, onLost.mock.calls.length]).toEqual([false, 6, 0])
  })

  it('is lost immediately when another worker holds it', async () => {
    const lease = aLease({ extend })
    lease.keep()
    extend.mockReturnValue(Promise.resolve(false))
    await clock.advance(SECONDS / 3)
    expect([lease.isHeld, onLost.mock.calls.length, clock.sleeping]).toEqual([false, 1, 0])
  })

  it.each<[string, () => Promise<boolean>]>([
    ['fails', () => Promise.reject(new Error('away'))],
    ['never responds', () => new Promise(() => {})],
  ])('is lost at its end if the store %s', async (_what, answer) => {
    const lease = aLease({ extend })
    lease.keep()
    extend.mockImplementation(answer)
    await clock.advance(SECONDS - 1)
    expect([lease.isHeld, onLost.mock.calls.length]).toEqual([true, 0])
    await clock.advance(1)
    expect([lease.isHeld, onLost.mock.calls.length, clock.sleeping]).toEqual([false, 1, 0])
    await lease.end()
  })

  it('is held again if the store extends it after the machine was suspended', async () => {
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
  ])('without extensions is lost by a read before its alarm fires: the machine %s', (_what, passes) => {
    const lease = aLease()
    lease.keep()
    passes()
    expect(lease.isHeld).toBe(false)
    expect([onLost.mock.calls.length, clock.sleeping]).toEqual([1, 0])
  })

  it('has one alarm after a renewal', async () => {
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

  it('ends without onLost when it is ended on purpose', async () => {
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
    await runReady()
    expect(hasEnded).toBe(false)
    resolve(true)
    await ending
    expect(clock.sleeping).toBe(0)
  })
})
