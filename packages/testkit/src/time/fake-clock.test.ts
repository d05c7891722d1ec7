import { readFile } from 'node:fs/promises'

import { ConfigError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { FakeClock } from './fake-clock.js'

/** Sleeps for each number of seconds in turn. Returns the value of `monotonic` after each sleep. */
async function sleepThrough(clock: FakeClock, seconds: readonly number[]): Promise<number[]> {
  const woken: number[] = []
  for (const one of seconds) {
    await clock.sleep(one)
    woken.push(clock.monotonic())
  }
  return woken
}

describe('a fake clock', () => {
  it('is stopped until it is advanced', async () => {
    const clock = new FakeClock()
    let isAwake = false
    const sleep = clock.sleep(10).then(() => (isAwake = true))

    await clock.advance(9.999)

    expect(isAwake).toBe(false)
    expect(clock.sleeping).toEqual([10])
    expect(clock.sleeps).toEqual([])

    await clock.advance(0.001)
    await sleep

    expect(clock.now()).toEqual(new Date('2024-01-01T00:00:10Z'))
    expect(clock.sleeping).toEqual([])
  })

  it('shows the moment it was given', () => {
    expect(new FakeClock({ now: '2026-05-01T12:00:00+02:00' }).now()).toEqual(
      new Date('2026-05-01T10:00:00Z'),
    )
    expect(() => new FakeClock({ now: '2026-05-01T12:00:00' })).toThrow('FakeClock.now')
  })

  it('records every completed sleep, and no aborted ones', async () => {
    const clock = new FakeClock({ autoAdvance: true })
    const alarm = new AbortController()
    const rung = clock.sleep(120, alarm).catch(() => 'taken back')

    await sleepThrough(clock, [0.5, 1, 0, -1])
    alarm.abort()

    expect(await rung).toBe('taken back')

    expect(clock.sleeps).toEqual([0.5, 1, 0, -1])
    expect(clock.monotonic()).toBe(1.5)
  })

  it('also ends sleeps that start within the advanced time', async () => {
    const clock = new FakeClock()
    const woken = sleepThrough(clock, [1, 2, 3])

    await clock.advance(100)

    expect(await woken).toEqual([1, 3, 6])
    expect(clock.monotonic()).toBe(100)
  })

  it('wakes several in the order of their times', async () => {
    const clock = new FakeClock()
    const order: string[] = []
    const sleeps = Promise.all([
      clock.sleep(3).then(() => order.push('third')),
      clock.sleep(1).then(() => order.push('first')),
      clock.sleep(1).then(() => order.push('second')),
    ])

    await clock.advance(3)
    await sleeps

    expect(order).toEqual(['first', 'second', 'third'])
  })

  it('lets several sleep at the same time when it advances by itself', async () => {
    const clock = new FakeClock({ autoAdvance: true })

    await Promise.all([clock.sleep(10), clock.sleep(10), clock.sleep(5)])

    expect(clock.monotonic()).toBe(10)
  })

  it('does not jump over the reading of a file', async () => {
    const clock = new FakeClock({ autoAdvance: true })
    const alarm = new AbortController()
    const rung = clock.sleep(60, alarm).then(
      () => 'rung',
      () => 'taken back',
    )

    for (let pass = 0; pass < 20; pass += 1) await readFile(import.meta.filename)
    alarm.abort()

    expect(await rung).toBe('taken back')
  })

  it('does not end timeouts automatically', async () => {
    const clock = new FakeClock({ autoAdvance: true })
    const limit = new AbortController()
    const end = clock.sleep(1, { signal: limit.signal, isLimit: true }).then(
      () => 'ended',
      () => 'stopped',
    )
    await clock.sleep(100)
    limit.abort()

    expect(await end).toBe('stopped')
  })

  it('does not end longer sleeps than upToSeconds automatically', async () => {
    const clock = new FakeClock({ autoAdvance: { upToSeconds: 30 } })
    const deadline = new AbortController()
    const end = clock.sleep(120, deadline).then(
      () => 'ended',
      () => 'stopped',
    )

    await sleepThrough(
      clock,
      Array.from({ length: 10 }, () => 30),
    )
    deadline.abort()

    expect(await end).toBe('stopped')
    expect(clock.monotonic()).toBe(300)
  })

  it('rejects with the reason of the signal, before and during a sleep', async () => {
    const clock = new FakeClock()
    const before = new Error('before')
    const during = new AbortController()
    const sleep = clock.sleep(5, { signal: during.signal })
    const reason = new Error('during')
    during.abort(reason)

    await expect(sleep).rejects.toBe(reason)
    await expect(clock.sleep(5, { signal: AbortSignal.abort(before) })).rejects.toBe(before)
    expect(clock.sleeping).toEqual([])
  })

  it('never goes back', async () => {
    const clock = new FakeClock()
    await clock.advance(5)
    await clock.advance(-3)

    expect(clock.monotonic()).toBe(5)
  })
})

describe('a suspended machine', () => {
  it('shows the later time, and sleeps do not advance', async () => {
    const clock = new FakeClock({ now: '2026-01-01T00:00:00Z' })
    let isAwake = false
    const sleeping = clock.sleep(10).then(() => (isAwake = true))
    clock.suspend(3600)
    expect([clock.now().toISOString(), clock.monotonic()]).toEqual(['2026-01-01T01:00:00.000Z', 0])
    await clock.advance(9)
    expect(isAwake).toBe(false)
    await clock.advance(1)
    await sleeping
  })

  it('cannot be suspended for less than nothing', () => {
    const clock = new FakeClock()
    expect(() => clock.suspend(-1)).toThrow(ConfigError)
    expect(() => clock.suspend(Number.NaN)).toThrow(ConfigError)
  })
})
