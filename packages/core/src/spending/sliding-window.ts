import type { SpendingLimit } from '../contract/index.js'
import { assertList, assertNumber } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'

/** Number of slots of the sliding window. Our choice: spent units count at most one slot, 1/60 of the span, too long. */
const SLOTS = 60

/** Units of one slot. */
export interface SpendingSlot {
  /** End of the slot, in milliseconds since 1970. */
  readonly endsAt: number
  readonly units: number
}

/** Length of a span and of its slots, in milliseconds. */
function lengthsOf(perSeconds: number): { readonly span: number; readonly slot: number } {
  const span = perSeconds * 1000
  return { span, slot: Math.ceil(span / SLOTS) }
}

/** End of the slot that contains a time. */
export function slotEndAt(now: number, perSeconds: number): number {
  assertNumber(now, 'slotEndAt: now')
  assertNumber(perSeconds, 'slotEndAt: perSeconds')
  const { slot } = lengthsOf(perSeconds)
  return (Math.floor(now / slot) + 1) * slot
}

/** True while the units of a slot count. */
export function isCounted(endsAt: number, now: number, perSeconds: number): boolean {
  assertNumber(endsAt, 'isCounted: endsAt')
  assertNumber(now, 'isCounted: now')
  assertNumber(perSeconds, 'isCounted: perSeconds')
  return endsAt + lengthsOf(perSeconds).span > now
}

/**
 * Time at which the units fit into the limit, if nothing else is spent.
 *
 * @param slots - Slots that count, in any order.
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
