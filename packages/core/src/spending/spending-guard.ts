import type { Clock, SpendingCounter, SpendingLimit } from '../contract/index.js'
import { ConfigError, SpendingLimitError } from '../errors/index.js'
import { messageOf } from '../errors/message-of.js'
import type { KeptRoom, SpendingGate } from '../http/binding.js'
import type { RequestCost } from '../http/types.js'
import { answerWithin } from '../storage/answer-within.js'
import { errorOfPort } from '../storage/port-error.js'

/** Where one limit stands. */
export interface SpendingState {
  /** Registered name of the network. */
  readonly platform: string
  /** What the units are of. */
  readonly bucket: string
  /** Units spent, and kept for requests that are on their way, in the last `perSeconds`. */
  readonly spent: number
  /** Units that are left. */
  readonly left: number
  readonly limit: SpendingLimit
}

/** Limits by platform, then by bucket. */
export type SpendingLimits = Readonly<Record<string, Readonly<Record<string, SpendingLimit>>>>

type Units = Pick<RequestCost, 'units' | 'bucket'>
type Cost = Units & Pick<RequestCost, 'needs'>

/** What a guard is made from. */
interface GuardParts {
  readonly counter: SpendingCounter
  readonly limits: SpendingLimits
  readonly clock: Clock
  readonly warn: (platform: string, message: string) => void
}

/** Asks the counter before each billed request, and refuses what has no room: no counter, no request. */
export class SpendingGuard implements SpendingGate {
  readonly #parts: GuardParts

  constructor(parts: GuardParts) {
    this.#parts = parts
  }

  reserve(
    platform: string,
    { units, needs = units, bucket }: Cost,
    signal: AbortSignal,
  ): Promise<KeptRoom> | null {
    const limit = limitOf(this.#parts.limits, platform, bucket)
    return limit === null || needs <= 0
      ? null
      : this.#reserve(platform, { units: needs, bucket }, limit, signal)
  }

  /** Where every limit stands. */
  async states(): Promise<readonly SpendingState[]> {
    const { counter, limits } = this.#parts
    const asking = Object.entries(limits).flatMap(([platform, buckets]) =>
      Object.entries(buckets).map(async ([bucket, limit]) => {
        const spent = await this.#ask('spent', platform, () =>
          counter.spent(keyOf(platform, bucket), limit.perSeconds),
        )
        if (typeof spent !== 'number' || !(spent >= 0)) throw wrongAnswer('spent', 'a number, 0 or more')
        return { platform, bucket, spent, left: Math.max(0, limit.units - spent), limit }
      }),
    )
    return Promise.all(asking)
  }

  async #reserve(
    platform: string,
    { units, bucket }: Units,
    limit: SpendingLimit,
    signal: AbortSignal,
  ): Promise<KeptRoom> {
    if (units > limit.units) throw tooSmall(platform, { units, bucket }, limit)
    const key = keyOf(platform, bucket)
    const { counter } = this.#parts
    const giveBack = (reservation: string, rest: number): Promise<void> =>
      this.#ask('giveBack', platform, () => counter.giveBack(key, rest, reservation)).catch(
        (error: unknown) =>
          this.#parts.warn(platform, `Spending was not given back, and counts on: ${messageOf(error)}`),
      )
    const answer = await this.#ask('reserve', platform, () => counter.reserve(key, units, limit), {
      signal,
      onLate: (late) => {
        if (isKept(late)) void giveBack(late.reservation, units)
      },
    })
    if (isKept(answer)) {
      const { reservation } = answer
      return { settle: (spent) => (spent >= units ? null : giveBack(reservation, units - spent)) }
    }
    const freeAt = freeAtIn(answer)
    if (freeAt !== null)
      throw noRoom(platform, { units, bucket }, limit, { freeAt, now: this.#parts.clock.now() })
    throw wrongAnswer('reserve', '{ ok: true, reservation } or { ok: false, freeAt }')
  }

  async #ask<T>(
    method: keyof SpendingCounter,
    platform: string,
    ask: () => Promise<T>,
    more: { readonly signal?: AbortSignal; readonly onLate?: (late: T) => void } = {},
  ): Promise<T> {
    const what = `spendingCounter.${method}`
    try {
      const { clock } = this.#parts
      return await answerWithin(Promise.resolve(ask()), { clock, what, platform, ...more })
    } catch (error) {
      if (more.signal?.aborted) throw error
      throw errorOfPort(error, what)
    }
  }
}

/** The answer of an application's counter is checked before it is relied on. */
function isKept(answer: unknown): answer is { readonly reservation: string } {
  return isObject(answer) && answer['ok'] === true && typeof answer['reservation'] === 'string'
}

function freeAtIn(answer: unknown): Date | null {
  const freeAt = isObject(answer) && answer['ok'] === false ? answer['freeAt'] : null
  return freeAt instanceof Date && !Number.isNaN(freeAt.getTime()) ? freeAt : null
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** What a counter files the units of a platform's bucket under. */
function keyOf(platform: string, bucket: string): string {
  return `${platform}/${bucket}`
}

function limitOf(limits: SpendingLimits, platform: string, bucket: string): SpendingLimit | null {
  const buckets = Object.hasOwn(limits, platform) ? limits[platform] : undefined
  return buckets !== undefined && Object.hasOwn(buckets, bucket) ? (buckets[bucket] ?? null) : null
}

function wrongAnswer(method: keyof SpendingCounter, wanted: string): ConfigError {
  return new ConfigError(`spendingCounter.${method} must answer ${wanted}. Nothing was sent.`)
}

function tooSmall(platform: string, { units, bucket }: Units, limit: SpendingLimit): SpendingLimitError {
  return new SpendingLimitError(
    `A request to ${platform} may cost ${units} ${bucket}, and spending.limits.${platform}.${bucket} is ${limit.units}: there will never be room for it. Nothing was sent. Raise the limit, or ask for fewer entries at a time.`,
    { platform, bucket, units, freeAt: null, retryAfter: null },
  )
}

function noRoom(
  platform: string,
  { units, bucket }: Units,
  limit: SpendingLimit,
  { freeAt, now }: { readonly freeAt: Date; readonly now: Date },
): SpendingLimitError {
  const retryAfter = Math.max(0, (freeAt.getTime() - now.getTime()) / 1000)
  return new SpendingLimitError(
    `The request to ${platform} may cost ${units} ${bucket}, and of the ${limit.units} that you allow in ${limit.perSeconds} seconds too many are spent. Nothing was sent. There is room in ${Math.ceil(retryAfter)} seconds, at ${freeAt.toISOString()}; or raise spending.limits.${platform}.${bucket}.`,
    { platform, bucket, units, freeAt, retryAfter },
  )
}
