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

/**
 * Counts spent units in the memory of this process only. With several processes, each process can
 * spend the full limit.
 */
export class InMemorySpendingCounter implements SpendingCounter {
  readonly #clock: Clock
  /** Spent units of each bucket. The inner map contains the units by the end time of their slot. */
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

  /** Returns the slots of a bucket whose units still count, and removes older slots. */
  #slotsOf(bucket: string, perSeconds: number): Map<number, number> {
    const slots = this.#buckets.get(bucket) ?? new Map<number, number>()
    this.#buckets.set(bucket, slots)
    const now = this.#now()
    const newest = slotEndAt(now, perSeconds)
    for (const [endsAt, units] of slots) {
      if (isCounted(endsAt, now, perSeconds) && endsAt <= newest) continue
      slots.delete(endsAt)
      // The slot is in the future because the clock was set back. Its units count as spent now.
      if (endsAt > newest) slots.set(newest, (slots.get(newest) ?? 0) + units)
    }
    return slots
  }
}
