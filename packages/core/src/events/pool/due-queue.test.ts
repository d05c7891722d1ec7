import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { DueQueue } from './due-queue.js'

/**
 * Generates due times in the current tick, in the next ticks, before the start of the clock, and
 * several turns of the wheel later.
 */
const due = fc.oneof(
  fc.integer({ min: 0, max: 9 }),
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.double({ min: 0, max: 5000, noNaN: true }),
  fc.integer({ min: 0, max: 40 }).map((turns) => turns * 204.8),
)

describe('DueQueue', () => {
  it('returns slots in the order of their due times, after any inserts and removals', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), due, fc.boolean(), fc.boolean())),
        (steps) => {
          const queue = new DueQueue()
          const model = new Map<number, number>()
          for (const [slot, moment, isIn, isLookedAt] of steps) {
            queue.remove(slot)
            model.delete(slot)
            if (isIn) {
              queue.push(slot, moment)
              model.set(slot, moment)
            }
            expect(queue.size).toBe(model.size)
            // Reading `firstDue` moves slots from the wheel into the heap. Some steps skip it, so
            // that both states are tested.
            const firstDue = Math.min(Infinity, ...model.values())
            expect(isLookedAt ? queue.firstDue : firstDue).toBe(firstDue)
          }
          const order: number[] = []
          while (queue.first !== -1) {
            order.push(queue.firstDue)
            expect(model.get(queue.first)).toBe(queue.firstDue)
            queue.remove(queue.first)
          }
          expect(order).toEqual([...model.values()].toSorted((one, other) => one - other))
          expect(queue.size).toBe(0)
        },
      ),
    )
  })

  it('grows far beyond its initial size', () => {
    const queue = new DueQueue()
    for (let slot = 0; slot < 5000; slot += 1) queue.push(slot, (slot * 7919) % 5000)
    expect(queue.size).toBe(5000)
    for (let moment = 0; moment < 5000; moment += 1) {
      expect(queue.firstDue).toBe(moment)
      queue.remove(queue.first)
    }
    expect(queue.first).toBe(-1)
  })

  it('holds many slots due in one tick', () => {
    const queue = new DueQueue()
    for (let slot = 0; slot < 1000; slot += 1) queue.push(slot, 7 + ((slot * 37) % 1000) / 1_000_000)
    const order = Array.from({ length: 1000 }, () => {
      const moment = queue.firstDue
      queue.remove(queue.first)
      return moment
    })
    expect(order).toEqual(order.toSorted((one, other) => one - other))
    expect(queue.firstDue).toBe(Infinity)
  })
})
