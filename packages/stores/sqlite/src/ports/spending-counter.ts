import {
  type Clock,
  freeAtOf,
  isCounted,
  portArguments,
  slotEndAt,
  type SpendingCounter,
  type SpendingLimit,
  type SpendingReservation,
  type SpendingSlot,
} from '@social/core/store'

import { numberOf, type Session } from '../file/session.js'

const SLOTS = 'SELECT ends_at, units FROM social_spending WHERE bucket = ?'
const DROP = 'DELETE FROM social_spending WHERE bucket = ? AND ends_at = ?'
const ADD = `INSERT INTO social_spending (bucket, ends_at, units) VALUES (?, ?, ?)
  ON CONFLICT (bucket, ends_at) DO UPDATE SET units = units + excluded.units`
const GIVE_BACK = 'UPDATE social_spending SET units = MAX(0, units - ?) WHERE bucket = ? AND ends_at = ?'

/**
 * Spending counter that all processes with the same file share. One transaction checks the limit
 * and reserves the units.
 */
export class SqliteSpendingCounter implements SpendingCounter {
  readonly #session: Session
  readonly #clock: Clock

  constructor(session: Session, clock: Clock) {
    this.#session = session
    this.#clock = clock
  }

  async reserve(bucket: string, units: number, limit: SpendingLimit): Promise<SpendingReservation> {
    portArguments.spendingCounter.reserve(bucket, units, limit)
    return this.#session.transaction(() => {
      const now = this.#clock.now().getTime()
      const slots = this.#tidy(bucket, now, limit.perSeconds)
      const spent = slots.reduce((sum, slot) => sum + slot.units, 0)
      if (spent + units > limit.units) return { ok: false, freeAt: freeAtOf(slots, units, limit) }
      const endsAt = slotEndAt(now, limit.perSeconds)
      this.#session.write(ADD, bucket, endsAt, units)
      return { ok: true, reservation: String(endsAt) }
    })
  }

  async giveBack(bucket: string, units: number, reservation: string): Promise<void> {
    portArguments.spendingCounter.giveBack(bucket, units, reservation)
    this.#session.write(GIVE_BACK, units, bucket, Number(reservation))
  }

  async spent(bucket: string, perSeconds: number): Promise<number> {
    portArguments.spendingCounter.spent(bucket, perSeconds)
    const now = this.#clock.now().getTime()
    const slots = this.#slotsOf(bucket).filter(({ endsAt }) => isCounted(endsAt, now, perSeconds))
    return slots.reduce((sum, slot) => sum + slot.units, 0)
  }

  #slotsOf(bucket: string): SpendingSlot[] {
    return this.#session
      .rows(SLOTS, bucket)
      .map((row) => ({ endsAt: numberOf(row, 'ends_at'), units: numberOf(row, 'units') }))
  }

  /**
   * Returns the slots that are not over, and deletes the others. A slot that ends too late because
   * a clock was set back counts as spent now.
   */
  #tidy(bucket: string, now: number, perSeconds: number): readonly SpendingSlot[] {
    const newest = slotEndAt(now, perSeconds)
    const wrong = this.#slotsOf(bucket).filter(
      ({ endsAt }) => endsAt > newest || !isCounted(endsAt, now, perSeconds),
    )
    for (const { endsAt, units } of wrong) {
      this.#session.write(DROP, bucket, endsAt)
      if (endsAt > newest) this.#session.write(ADD, bucket, newest, units)
    }
    return this.#slotsOf(bucket)
  }
}
