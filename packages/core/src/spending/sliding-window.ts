import type { SpendingLimit } from '../contract/index.js'
import { assertList, assertNumber } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'

/** Parts of the sliding window that a span is counted in. Our choice: what is spent counts at most one such part, 1/60, too long. */
const SLOTS = 60

/** Units of one part of a span. */
export interface SpendingSlot {
  /** End of the part, in milliseconds since 1970. */
  readonly endsAt: number
  readonly units: number
}

/** Length of a span in milliseconds, and of the parts that it is counted in. */
function lengthsOf(perSeconds: number): { readonly span: number; readonly slot: number } {
  const span = perSeconds * 1000
  return { span, slot: Math.ceil(span / SLOTS) }
}

/** End of the part of a span in which a moment lies. */
export function slotEndAt(now: number, perSeconds: number): number {
  assertNumber(now, 'slotEndAt: now')
  assertNumber(perSeconds, 'slotEndAt: perSeconds')
  const { slot } = lengthsOf(perSeconds)
  return (Math.floor(now / slot) + 1) * slot
}

/** True while what was spent in a part counts. */
export function isCounted(endsAt: number, now: number, perSeconds: number): boolean {
  assertNumber(endsAt, 'isCounted: endsAt')
  assertNumber(now, 'isCounted: now')
  assertNumber(perSeconds, 'isCounted: perSeconds')
  return endsAt + lengthsOf(perSeconds).span > now
}

/**
 * When there is room for so many units, if nothing else is spent.
 *
 * @param slots - Those that count, in any order.
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
