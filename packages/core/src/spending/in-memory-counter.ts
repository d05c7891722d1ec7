import {
  type Clock,
  portArguments,
  type SpendingCounter,
  type SpendingLimit,
  type SpendingReservation,
} from '../contract/index.js'
import { systemClock } from '../http/time/clock.js'
import { refuseUnknownNames } from '../models/values/unknown-names.js'
import { freeAtOf, isCounted, slotEndAt } from './sliding-window.js'

/** Counts spending in this process only: each process has the full limit for itself. */
export class InMemorySpendingCounter implements SpendingCounter {
  readonly #clock: Clock
  /** Units by the end of their slot, by bucket. */
  readonly #buckets = new Map<string, Map<number, number>>()

  /** @throws ConfigError for an unknown option. */
  constructor(options: { readonly clock?: Clock | undefined } = {}) {
    refuseUnknownNames(options, ['clock'], 'InMemorySpendingCounter')
    this.#clock = options.clock ?? systemClock
  }

  async reserve(bucket: string, units: number, limit: SpendingLimit): Promise<SpendingReservation> {
    portArguments.spendingCounter.reserve(bucket, units, limit)
    const { perSeconds } = limit
    const slots = this.#slotsOf(bucket, perSeconds)
    const list = Array.from(slots, ([endsAt, spent]) => ({ endsAt, units: spent }))
    const sum = list.reduce((all, slot) => all + slot.units, 0)
    if (sum + units > limit.units) return { ok: false, freeAt: freeAtOf(list, units, limit) }
    const endsAt = slotEndAt(this.#now(), perSeconds)
    slots.set(endsAt, (slots.get(endsAt) ?? 0) + units)
    return { ok: true, reservation: String(endsAt) }
  }

  async giveBack(bucket: string, units: number, reservation: string): Promise<void> {
    portArguments.spendingCounter.giveBack(bucket, units, reservation)
    const slots = this.#buckets.get(bucket)
    const spent = slots?.get(Number(reservation))
    if (spent !== undefined) slots?.set(Number(reservation), Math.max(0, spent - units))
  }

  async spent(bucket: string, perSeconds: number): Promise<number> {
    portArguments.spendingCounter.spent(bucket, perSeconds)
    const slots = this.#slotsOf(bucket, perSeconds)
    return [...slots.values()].reduce((sum, units) => sum + units, 0)
  }

  #now(): number {
    return this.#clock.now().getTime()
  }

  /** Slots of a bucket that still count. Older slots are removed. */
  #slotsOf(bucket: string, perSeconds: number): Map<number, number> {
    const slots = this.#buckets.get(bucket) ?? new Map<number, number>()
    this.#buckets.set(bucket, slots)
    const now = this.#now()
    const newest = slotEndAt(now, perSeconds)
    for (const [endsAt, units] of slots) {
      if (isCounted(endsAt, now, perSeconds) && endsAt <= newest) continue
      slots.delete(endsAt)
      // The clock was set back: units of later slots count as spent now.
      if (endsAt > newest) slots.set(newest, (slots.get(newest) ?? 0) + units)
    }
    return slots
  }
}
