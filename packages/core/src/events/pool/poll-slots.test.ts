import { describe, expect, it } from 'vitest'

import { PollSlots } from './poll-slots.js'

describe('the slots of a pool', () => {
  it('keep interval and cost of each connection, also beyond the first sixteen', () => {
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

  it('are reused after a removal, so that memory does not grow', () => {
    const slots = new PollSlots()
    const first = slots.add('sample:1', 60, 1)
    slots.remove(first)
    expect(slots.find('sample:1')).toBe(-1)
    expect(slots.size).toBe(0)
    expect(slots.add('sample:2', 30, 2)).toBe(first)
    expect(slots.everySecondsOf(first)).toBe(30)
    expect([...slots.ids()]).toEqual(['sample:2'])
  })

  it('are occupied until the poll has ended, and free after that', () => {
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

  it('keep the running poll of a connection that is added again before the poll has ended', () => {
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

  it('of a connection without a running poll are free immediately', () => {
    const slots = new PollSlots()
    const slot = slots.add('sample:1', 60, 1)
    slots.start(slot)
    expect(slots.finish(slot)).toBe(true)
    slots.remove(slot)
    expect(slots.add('sample:2', 60, 1)).toBe(slot)
  })
})
