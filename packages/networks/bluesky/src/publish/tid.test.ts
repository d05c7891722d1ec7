import { systemClock, systemRandom } from '@social/core/platform'
import { FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { makeTid, momentOfTid } from './tid.js'

describe('a key of a record', () => {
  it('has the format of the specification, and contains its creation time', () => {
    const clock = new FakeClock({ now: '2026-11-21T10:00:00.123Z' })
    const tid = makeTid({ clock, random: systemRandom })

    expect(tid).toMatch(/^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/)
    expect(momentOfTid(tid)).toEqual(clock.now())
  })

  it('stays within its millisecond and thirteen characters for any random value', () => {
    const clock = new FakeClock({ now: '2026-11-21T10:00:00.123Z' })
    const [least, most] = [0, 0.999_999_9].map((chance) => {
      const random = { ...systemRandom, fraction: () => chance }
      return makeTid({ clock, random })
    })

    expect([least, most].map((tid) => momentOfTid(tid ?? ''))).toEqual([clock.now(), clock.now()])
    expect([least, most].map((tid) => tid?.slice(-2))).toEqual(['22', 'zz'])
  })

  it('sorts by time, and is practically unique', async () => {
    const clock = new FakeClock()
    const first = makeTid({ clock, random: systemRandom })
    await clock.advance(0.001)
    const second = makeTid({ clock, random: systemRandom })

    expect(first < second).toBe(true)
    const many = Array.from({ length: 100 }, () => makeTid({ clock: systemClock, random: systemRandom }))
    expect(new Set(many).size).toBeGreaterThan(98)
  })

  it('that is invalid has no time', () => {
    expect(momentOfTid('self')).toBeNull()
    expect(momentOfTid('zzzzzzzzzzzzz')).toBeNull()
  })

  it('of the network’s own example is parsed', () => {
    expect(momentOfTid('3jzfcijpj2z2a')?.getUTCFullYear()).toBe(2023)
  })
})
