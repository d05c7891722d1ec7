import type { SpendingLimit } from '../contract/index.js'
import { assertList, assertNumber } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'

/**
 * Number of slots into which the period of a limit is divided. Units count until the period after
 * the end of their slot, so at most 1/60 too long. Our choice.
 */
const SLOTS = 60

/** Units that were spent in one slot of the sliding window. */
export interface SpendingSlot {
  /** End time of the slot, in milliseconds since 1970. */
  readonly endsAt: number
  readonly units: number
}

/** Returns the length of the limit's period and of one slot, in milliseconds. */
function lengthsOf(perSeconds: number): { readonly span: number; readonly slot: number } {
  const span = perSeconds * 1000
  return { span, slot: Math.ceil(span / SLOTS) }
}

/** Returns the end time of the slot that contains `now`, in milliseconds since 1970. */
export function slotEndAt(now: number, perSeconds: number): number {
  assertNumber(now, 'slotEndAt: now')
  assertNumber(perSeconds, 'slotEndAt: perSeconds')
  const { slot } = lengthsOf(perSeconds)
  return (Math.floor(now / slot) + 1) * slot
}

/** Returns true while the units of a slot still count as spent. */
export function isCounted(endsAt: number, now: number, perSeconds: number): boolean {
  assertNumber(endsAt, 'isCounted: endsAt')
  assertNumber(now, 'isCounted: now')
  assertNumber(perSeconds, 'isCounted: perSeconds')
  return endsAt + lengthsOf(perSeconds).span > now
}

/**
 * Returns the time at which enough earlier units no longer count, if nothing else is spent until
 * then.
 *
 * @param slots - Slots whose units count, in any order.
 */
export function freeAtOf(slots: readonly SpendingSlot[], units: number, limit: SpendingLimit): Date {
  assertList(slots, 'freeAtOf: slots')
  assertNumber(units, 'freeAtOf: units')
  assertObject(limit, 'freeAtOf: limit', '{ units, perSeconds }')
  const oldestFirst = slots.toSorted((one, other) => one.endsAt - other.endsAt)
  let spent = slots.reduce((sum, slot) => sum + slot.units, 0)
  let freeAt = 0
  for (const slot of oldestFirst) {
    if (spent + units <= limit.units) break
    spent -= slot.units
    freeAt = slot.endsAt + lengthsOf(limit.perSeconds).span
  }
  return new Date(freeAt)
}
