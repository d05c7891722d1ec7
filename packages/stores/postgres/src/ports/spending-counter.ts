import { randomUUID } from 'node:crypto'

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
  systemRandom,
} from '@social/core/store'
import { InTurn, parseStored, unreadable } from '@social/store-kit'

import { textAt } from '../server/pool.js'
import { rowIdOf, type Tables } from '../tables.js'

/**
 * Pause in seconds before a bucket is read again because another process wrote it concurrently.
 * Our choice.
 */
const PAUSE_SECONDS = 0.02

const READ = `SELECT extract(epoch FROM clock_timestamp()), stamp, slots FROM %.social_spending WHERE bucket = $1`
/**
 * Reads the server's time for a bucket without spending. Joining the time to every read would make
 * all reads slower.
 */
const NOW = 'SELECT extract(epoch FROM clock_timestamp())'
/**
 * Writes the slots only if the stored slots are still the slots that were read. A repeated
 * statement finds its own stamp and writes the same slots again.
 */
const WRITE = `INSERT INTO %.social_spending AS s (bucket, stamp, slots, ends_at)
  VALUES ($1, $2, $4, clock_timestamp() + make_interval(secs => $5))
  ON CONFLICT (bucket) DO UPDATE SET stamp = excluded.stamp, slots = excluded.slots, ends_at = excluded.ends_at
  WHERE s.stamp = $3 OR s.stamp = excluded.stamp RETURNING 1`

/** A bucket as it was read, with the server's time in milliseconds. */
interface Bucket {
  readonly now: number
  readonly stamp: string | null
  readonly slots: readonly SpendingSlot[]
}

/** New slots of a bucket. Null leaves the bucket unchanged. */
interface Change<T> {
  readonly slots: readonly SpendingSlot[] | null
  readonly keepSeconds: number
  readonly answer: T
}

/**
 * Spending counter for all processes that use the same schema. Each change reads the row and
 * writes only if the row is unchanged. Otherwise the change is retried.
 */
export class PostgresSpendingCounter implements SpendingCounter {
  readonly #tables: Tables
  readonly #clock: Clock
  /**
   * Runs the calls of this process one after another, so that they do not conflict with each
   * other.
   */
  readonly #turns = new InTurn()

  constructor(tables: Tables, clock: Clock) {
    this.#tables = tables
    this.#clock = clock
  }

  async reserve(bucket: string, units: number, limit: SpendingLimit): Promise<SpendingReservation> {
    portArguments.spendingCounter.reserve(bucket, units, limit)
    return this.#change<SpendingReservation>(bucket, 'spendingCounter.reserve', ({ now, slots }) => {
      const counted = tidy(slots, now, limit.perSeconds)
      const spent = counted.reduce((sum, slot) => sum + slot.units, 0)
      const keepSeconds = limit.perSeconds * 2
      if (spent + units > limit.units) {
        // The wait is computed by the server's clock, then converted to a time of this process's
        // clock.
        const wait = freeAtOf(counted, units, limit).getTime() - now
        const freeAt = new Date(this.#clock.now().getTime() + wait)
        // The slots are written back only if some end too late because the server's clock was set
        // back.
        const isAhead = slots.some(({ endsAt }) => endsAt > slotEndAt(now, limit.perSeconds))
        return { slots: isAhead ? counted : null, keepSeconds, answer: { ok: false, freeAt } }
      }
      const endsAt = slotEndAt(now, limit.perSeconds)
      return {
        slots: added(counted, { endsAt, units }),
        keepSeconds,
        answer: { ok: true, reservation: `${endsAt}/${limit.perSeconds}` },
      }
    })
  }

  async giveBack(bucket: string, units: number, reservation: string): Promise<void> {
    portArguments.spendingCounter.giveBack(bucket, units, reservation)
    const [endsAt, perSeconds] = reservation.split('/').map(Number)
    await this.#change(bucket, 'spendingCounter.giveBack', ({ slots }) => {
      const isThere = slots.some((slot) => slot.endsAt === endsAt)
      const left = slots.map((slot) =>
        slot.endsAt === endsAt ? { endsAt, units: Math.max(0, slot.units - units) } : slot,
      )
      return { slots: isThere ? left : null, keepSeconds: (perSeconds ?? 0) * 2, answer: null }
    })
  }

  async spent(bucket: string, perSeconds: number): Promise<number> {
    portArguments.spendingCounter.spent(bucket, perSeconds)
    const { now, slots } = await this.#read(rowIdOf(bucket), 'spendingCounter.spent')
    const counted = slots.filter(({ endsAt }) => isCounted(endsAt, now, perSeconds))
    return counted.reduce((sum, slot) => sum + slot.units, 0)
  }

  #change<T>(bucket: string, what: string, change: (bucket: Bucket) => Change<T>): Promise<T> {
    const id = rowIdOf(bucket)
    return this.#turns.run(id, async () => {
      for (;;) {
        const before = await this.#read(id, what)
        const { slots, keepSeconds, answer } = change(before)
        if (slots === null) return answer
        const values = [id, randomUUID(), before.stamp, JSON.stringify(slots), keepSeconds]
        if ((await this.#tables.rows(WRITE, values, { what })).length > 0) return answer
        await this.#clock.sleep(PAUSE_SECONDS * systemRandom.fraction())
      }
    })
  }

  async #read(id: string, what: string): Promise<Bucket> {
    const [found] = await this.#tables.rows(READ, [id], { what })
    const [row = []] = found === undefined ? await this.#tables.rows(NOW, [], { what }) : [found]
    const [, stamp = null, slots = null] = row
    return { now: Number(textAt(row, 0)) * 1000, stamp, slots: slots === null ? [] : readSlots(id, slots) }
  }
}

function isSlot(value: unknown): value is SpendingSlot {
  if (typeof value !== 'object' || value === null) return false
  const { endsAt, units } = value as Partial<SpendingSlot> // safe cast: both fields are checked below
  return Number.isFinite(endsAt) && Number.isFinite(units)
}

/** @throws ConfigError if the stored text is not a list of slots. */
function readSlots(id: string, text: string): readonly SpendingSlot[] {
  const place = `The budget ${id}`
  const value = parseStored(text, place)
  if (Array.isArray(value) && value.every(isSlot)) return value
  throw unreadable(place, 'the stored text is not a list of spending slots')
}

/**
 * Returns the slots that are not over. A slot that ends too late because a clock was set back
 * counts as spent now.
 */
function tidy(slots: readonly SpendingSlot[], now: number, perSeconds: number): readonly SpendingSlot[] {
  const newest = slotEndAt(now, perSeconds)
  const counted = slots.filter(({ endsAt }) => endsAt <= newest && isCounted(endsAt, now, perSeconds))
  const ahead = slots.filter(({ endsAt }) => endsAt > newest).reduce((sum, slot) => sum + slot.units, 0)
  return ahead > 0 ? added(counted, { endsAt: newest, units: ahead }) : counted
}

function added(slots: readonly SpendingSlot[], more: SpendingSlot): readonly SpendingSlot[] {
  const there = slots.find(({ endsAt }) => endsAt === more.endsAt)
  const others = slots.filter((slot) => slot !== there)
  return [...others, { endsAt: more.endsAt, units: more.units + (there?.units ?? 0) }]
}
