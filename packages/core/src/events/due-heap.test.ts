import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { DueHeap } from './due-heap.js'

describe('DueHeap', () => {
  it('gives slots back in the order they are due, whatever was put in and taken out between', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 9 }), fc.boolean())),
        (steps) => {
          const heap = new DueHeap()
          const model = new Map<number, number>()
          for (const [slot, due, isIn] of steps) {
            heap.remove(slot)
            model.delete(slot)
            if (isIn) {
              heap.push(slot, due)
              model.set(slot, due)
            }
            expect(heap.size).toBe(model.size)
            expect(heap.firstDue).toBe(Math.min(Infinity, ...model.values()))
          }
          const order: number[] = []
          while (heap.first !== -1) {
            order.push(heap.firstDue)
            expect(model.get(heap.first)).toBe(heap.firstDue)
            heap.remove(heap.first)
          }
          expect(order).toEqual([...model.values()].toSorted((one, other) => one - other))
        },
      ),
    )
  })

  it('grows far beyond its first size', () => {
    const heap = new DueHeap()
    for (let slot = 0; slot < 5000; slot += 1) heap.push(slot, (slot * 7919) % 5000)
    expect(heap.size).toBe(5000)
    for (let due = 0; due < 5000; due += 1) {
      expect(heap.firstDue).toBe(due)
      heap.remove(heap.first)
    }
    expect(heap.first).toBe(-1)
  })
})
