import { describe, expect, it } from 'vitest'

import { PollSlots } from './poll-slots.js'

describe('the slots of a pool', () => {
  it('keep pace and cost of each connection, beyond the first sixteen too', () => {
    const slots = new PollSlots()
    const given = Array.from({ length: 100 }, (_, n) => slots.add(`sample:${n}`, n + 1, n * 2))
    expect(slots.size).toBe(100)
    expect([...slots.ids()]).toEqual(Array.from({ length: 100 }, (_, n) => `sample:${n}`))
    expect(given.map((slot) => slots.everySecondsOf(slot))).toEqual(
      Array.from({ length: 100 }, (_, n) => n + 1),
    )
    expect(given.map((slot) => slots.costOf(slot))).toEqual(Array.from({ length: 100 }, (_, n) => n * 2))
    expect(given.map((slot) => slots.start(slot))).toEqual(
      Array.from({ length: 100 }, (_, n) => `sample:${n}`),
    )
  })

  it('are used again when one is removed, so that coming and going takes no more room', () => {
    const slots = new PollSlots()
    const first = slots.add('sample:1', 60, 1)
    slots.remove(first)
    expect(slots.find('sample:1')).toBe(-1)
    expect(slots.size).toBe(0)
    expect(slots.add('sample:2', 30, 2)).toBe(first)
    expect(slots.everySecondsOf(first)).toBe(30)
    expect([...slots.ids()]).toEqual(['sample:2'])
  })

  it('are held until the poll has ended, and free then', () => {
    const slots = new PollSlots()
    const slot = slots.add('sample:1', 60, 1)
    slots.start(slot)
    slots.remove(slot)
    expect([slots.size, slots.find('sample:1'), [...slots.ids()]]).toEqual([0, -1, []])
    expect(slots.add('sample:2', 60, 1)).not.toBe(slot)
    expect(slots.finish(slot)).toBe(false)
    expect(slots.size).toBe(1)
    expect(slots.add('sample:3', 60, 1)).toBe(slot)
  })

  it('go on with the poll under way when a connection comes back before it ended', () => {
    const slots = new PollSlots()
    const slot = slots.add('sample:1', 60, 1)
    slots.start(slot)
    slots.remove(slot)
    expect(slots.add('sample:1', 30, 2)).toBe(-1)
    expect([slots.size, slots.find('sample:1')]).toEqual([1, slot])
    expect([slots.everySecondsOf(slot), slots.costOf(slot)]).toEqual([30, 2])
    expect(slots.finish(slot)).toBe(true)
    slots.remove(slot)
    expect(slots.size).toBe(0)
  })

  it('of a connection whose poll has ended are free at once', () => {
    const slots = new PollSlots()
    const slot = slots.add('sample:1', 60, 1)
    slots.start(slot)
    expect(slots.finish(slot)).toBe(true)
    slots.remove(slot)
    expect(slots.add('sample:2', 60, 1)).toBe(slot)
  })
})
