import { describe, expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { freeAtOf, isCounted, slotEndAt } from './sliding-window.js'

const LIMIT = { units: 100, perSeconds: 600 }
/** Creates a slot with these units that ends at this time. */
const slot = (endsAt: number, units: number) => ({ endsAt, units })
/** Milliseconds for which units count after the end of their slot. */
const SPAN = freeAtOf([slot(0, 100)], 1, LIMIT).getTime()

describe('the time at which units fit again', () => {
  it('is the time when enough of the oldest slots no longer count, in any order of the slots', () => {
    const slots = [slot(3000, 40), slot(1000, 30), slot(2000, 30)]
    expect(freeAtOf(slots, 30, LIMIT).getTime()).toBe(1000 + SPAN)
    expect(freeAtOf(slots, 31, LIMIT).getTime()).toBe(2000 + SPAN)
    expect(freeAtOf(slots, 60, LIMIT).getTime()).toBe(2000 + SPAN)
    expect(freeAtOf(slots, 100, LIMIT).getTime()).toBe(3000 + SPAN)
  })

  it('is now if the units fit', () => {
    expect(freeAtOf([slot(1000, 50)], 50, LIMIT).getTime()).toBe(0)
    expect(freeAtOf([], 100, LIMIT).getTime()).toBe(0)
  })

  it('is the time when the slot no longer counts, and not earlier', () => {
    expect([
      isCounted(1000, 1000 + SPAN - 1, LIMIT.perSeconds),
      isCounted(1000, 1000 + SPAN, LIMIT.perSeconds),
    ]).toEqual([true, false])
  })

  it('is at least one window later', () => {
    expect(SPAN).toBeGreaterThanOrEqual(LIMIT.perSeconds * 1000)
  })
})

describe('an invalid number', () => {
  const none = undefined as unknown as number // wrong type on purpose: JavaScript applications may pass undefined

  it.each<[string, () => unknown]>([
    ['slotEndAt: now must be a number', () => slotEndAt(none, 600)],
    ['slotEndAt: perSeconds must be a number', () => slotEndAt(0, none)],
    ['isCounted: endsAt must be a number', () => isCounted(none, 0, 600)],
    ['isCounted: now must be a number', () => isCounted(0, none, 600)],
    ['isCounted: perSeconds must be a number', () => isCounted(0, 0, none)],
    ['freeAtOf: units must be a number', () => freeAtOf([], none, LIMIT)],
  ])('is refused with its name: %s', (sentence, work) => {
    expect(work).toThrow(ConfigError)
    expect(work).toThrow(sentence)
  })
})
