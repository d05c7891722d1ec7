import { randomUUID } from 'node:crypto'

import {
  type Clock,
  freeAtOf,
  portArguments,
  slotEndAt,
  type SpendingCounter,
  type SpendingLimit,
  type SpendingReservation,
} from '@social/core/store'

import type { Keys } from '../keys.js'
import { listOf, numberOf, textOf } from '../server/reply.js'
import { script } from '../server/script.js'
import type { Session } from '../server/session.js'

/**
 * Part of a script. Reads the slots of a bucket that are not over. A slot that ends too late
 * because a clock was set back counts as spent now.
 */
const TIDY = `local function tidied(span, slot)
  local newest = (math.floor(now / slot) + 1) * slot
  local found = redis.call('HGETALL', KEYS[1])
  local slots, spent = {}, 0
  for at = 1, #found, 2 do
    local ends, units = tonumber(found[at]), tonumber(found[at + 1])
    if ends > newest or ends + span <= now then
      redis.call('HDEL', KEYS[1], found[at])
      if ends > newest then redis.call('HINCRBYFLOAT', KEYS[1], string.format('%.0f', newest), found[at + 1]) end
    end
    if ends > newest then ends = newest end
    if ends + span > now then
      spent = spent + units
      table.insert(slots, string.format('%.0f', ends))
      table.insert(slots, found[at + 1])
    end
  end
  return newest, spent, slots
end
`

const RESERVE = script(`${TIDY}local before = redis.call('GET', KEYS[2])
if before then return { 'KEPT', before } end
local units, most, span, slot = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local newest, spent, slots = tidied(span, slot)
if spent + units > most then return { 'FULL', now, slots } end
newest = string.format('%.0f', newest)
redis.call('HINCRBYFLOAT', KEYS[1], newest, ARGV[2])
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', span + 2 * slot))
redis.call('SET', KEYS[2], newest, 'PX', ARGV[6])
return { 'KEPT', newest }`)

const GIVE_BACK = script(`if redis.call('EXISTS', KEYS[2]) == 1 then return 1 end
local units = redis.call('HGET', KEYS[1], ARGV[3])
if units then
  local left = math.max(0, units - ARGV[2])
  redis.call('HSET', KEYS[1], ARGV[3], string.format('%.17g', left))
  redis.call('SET', KEYS[2], 1, 'PX', ARGV[4])
end
return 1`)

const SPENT = script(`${TIDY}local _, spent = tidied(tonumber(ARGV[2]), tonumber(ARGV[3]))
return string.format('%.17g', spent)`)

/**
 * Returns the length of a period and of one slot in milliseconds. The in-memory counter of core
 * uses the same lengths.
 */
function lengthsOf(perSeconds: number): readonly [span: number, slot: number] {
  return [perSeconds * 1000, slotEndAt(0, perSeconds)]
}

/**
 * Spending counter that all processes using the same Redis share. One script checks the limit and
 * reserves the units.
 */
export class RedisSpendingCounter implements SpendingCounter {
  readonly #session: Session
  readonly #keys: Keys
  readonly #clock: Clock

  constructor(session: Session, keys: Keys, clock: Clock) {
    this.#session = session
    this.#keys = keys
    this.#clock = clock
  }

  async reserve(bucket: string, units: number, limit: SpendingLimit): Promise<SpendingReservation> {
    portArguments.spendingCounter.reserve(bucket, units, limit)
    const args = [units, limit.units, ...lengthsOf(limit.perSeconds), this.#session.onceMs]
    const reply = listOf(await this.#session.run(RESERVE, this.#places(bucket), args))
    if (reply[0] === 'KEPT') return { ok: true, reservation: textOf(reply[1]) }
    const freeAt = freeAtOf(slotsIn(listOf(reply[2])), units, limit).getTime()
    // The server returns a time of its own clock. The remaining time is added to this process's
    // clock.
    return { ok: false, freeAt: new Date(this.#clock.now().getTime() + (freeAt - numberOf(reply[1]))) }
  }

  async giveBack(bucket: string, units: number, reservation: string): Promise<void> {
    portArguments.spendingCounter.giveBack(bucket, units, reservation)
    await this.#session.run(GIVE_BACK, this.#places(bucket), [units, reservation, this.#session.onceMs])
  }

  async spent(bucket: string, perSeconds: number): Promise<number> {
    portArguments.spendingCounter.spent(bucket, perSeconds)
    return numberOf(await this.#session.run(SPENT, [this.#keys.spending(bucket)], lengthsOf(perSeconds)))
  }

  #places(bucket: string): readonly [string, string] {
    return [this.#keys.spending(bucket), this.#keys.once(randomUUID())]
  }
}

/** Converts a flat list of alternating end times and units into slots. */
function slotsIn(flat: readonly unknown[]): { readonly endsAt: number; readonly units: number }[] {
  return flat.flatMap((endsAt, at) =>
    at % 2 === 0 ? [{ endsAt: numberOf(endsAt), units: numberOf(flat[at + 1]) }] : [],
  )
}
