import type { Clock, SpendingCounter, SpendingLimit } from '../contract/index.js'
import { ConfigError, SpendingLimitError } from '../errors/index.js'
import { messageOf } from '../errors/message-of.js'
import type { ReservedUnits, SpendingGate } from '../http/binding.js'
import type { RequestCost } from '../http/types.js'
import { answerWithin } from '../storage/answer-within.js'
import { errorOfPort } from '../storage/port-error.js'

/** Units spent against one limit. */
export interface SpendingState {
  /** Registered name of the network. */
  readonly platform: string
  /** Name of the resource that the platform bills and the limit counts. */
  readonly bucket: string
  /**
   * Units spent in the last `perSeconds` seconds. Units reserved for running requests are
   * included.
   */
  readonly spent: number
  /** Units that can still be spent now. */
  readonly left: number
  readonly limit: SpendingLimit
}

/** Spending limits by platform and by bucket. */
export type SpendingLimits = Readonly<Record<string, Readonly<Record<string, SpendingLimit>>>>

type Units = Pick<RequestCost, 'units' | 'bucket'>
type Cost = Units & Pick<RequestCost, 'needs'>

/** Counter, limits and functions of a spending guard. */
interface GuardParts {
  readonly counter: SpendingCounter
  readonly limits: SpendingLimits
  readonly clock: Clock
  readonly warn: (platform: string, message: string) => void
}

/**
 * Reserves units before each billed request, and refuses a request that would exceed its limit. If
 * the counter fails, the request is not sent.
 */
export class SpendingGuard implements SpendingGate {
  readonly #parts: GuardParts

  constructor(parts: GuardParts) {
    this.#parts = parts
  }

  reserve(
    platform: string,
    { units, needs = units, bucket }: Cost,
    signal: AbortSignal,
  ): Promise<ReservedUnits> | null {
    const limit = limitOf(this.#parts.limits, platform, bucket)
    return limit === null || needs <= 0
      ? null
      : this.#reserve(platform, { units: needs, bucket }, limit, signal)
  }

  /** Returns the units spent against each limit. */
  async states(): Promise<readonly SpendingState[]> {
    const { counter, limits } = this.#parts
    const states = Object.entries(limits).flatMap(([platform, buckets]) =>
      Object.entries(buckets).map(async ([bucket, limit]) => {
        const spent = await this.#callCounter('spent', platform, () =>
          counter.spent(keyOf(platform, bucket), limit.perSeconds),
        )
        if (typeof spent !== 'number' || !(spent >= 0)) throw wrongAnswer('spent', 'a number, 0 or more')
        return { platform, bucket, spent, left: Math.max(0, limit.units - spent), limit }
      }),
    )
    return Promise.all(states)
  }

  async #reserve(
    platform: string,
    { units, bucket }: Units,
    limit: SpendingLimit,
    signal: AbortSignal,
  ): Promise<ReservedUnits> {
    if (units > limit.units) throw tooSmall(platform, { units, bucket }, limit)
    const key = keyOf(platform, bucket)
    const { counter } = this.#parts
    const giveBack = (reservation: string, rest: number): Promise<void> =>
      this.#callCounter('giveBack', platform, () => counter.giveBack(key, rest, reservation)).catch(
        (error: unknown) =>
          this.#parts.warn(
            platform,
            `Unused units could not be released, and still count as spent: ${messageOf(error)}`,
          ),
      )
    const result = await this.#callCounter('reserve', platform, () => counter.reserve(key, units, limit), {
      signal,
      onLate: (late) => {
        if (isReserved(late)) void giveBack(late.reservation, units)
      },
    })
    if (isReserved(result)) {
      const { reservation } = result
      return { charge: (spent) => (spent >= units ? null : giveBack(reservation, units - spent)) }
    }
    const freeAt = freeAtIn(result)
    if (freeAt !== null)
      throw noRoom(platform, { units, bucket }, limit, { freeAt, now: this.#parts.clock.now() })
    throw wrongAnswer('reserve', '{ ok: true, reservation } or { ok: false, freeAt }')
  }

  async #callCounter<T>(
    method: keyof SpendingCounter,
    platform: string,
    call: () => Promise<T>,
    more: { readonly signal?: AbortSignal; readonly onLate?: (late: T) => void } = {},
  ): Promise<T> {
    const what = `spendingCounter.${method}`
    try {
      const { clock } = this.#parts
      return await answerWithin(Promise.resolve(call()), { clock, what, platform, ...more })
    } catch (error) {
      if (more.signal?.aborted) throw error
      throw errorOfPort(error, what)
    }
  }
}

/**
 * Returns true if the counter's result is a valid reservation. Applications can provide their own
 * counter.
 */
function isReserved(result: unknown): result is { readonly reservation: string } {
  return isObject(result) && result['ok'] === true && typeof result['reservation'] === 'string'
}

function freeAtIn(result: unknown): Date | null {
  const freeAt = isObject(result) && result['ok'] === false ? result['freeAt'] : null
  return freeAt instanceof Date && !Number.isNaN(freeAt.getTime()) ? freeAt : null
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Returns the key under which the counter stores a platform's bucket. */
function keyOf(platform: string, bucket: string): string {
  return `${platform}/${bucket}`
}

function limitOf(limits: SpendingLimits, platform: string, bucket: string): SpendingLimit | null {
  const buckets = Object.hasOwn(limits, platform) ? limits[platform] : undefined
  return buckets !== undefined && Object.hasOwn(buckets, bucket) ? (buckets[bucket] ?? null) : null
}

function wrongAnswer(method: keyof SpendingCounter, wanted: string): ConfigError {
  return new ConfigError(`spendingCounter.${method} must return ${wanted}. Nothing was sent.`)
}

function tooSmall(platform: string, { units, bucket }: Units, limit: SpendingLimit): SpendingLimitError {
  return new SpendingLimitError(
    `A request to ${platform} may cost ${units} ${bucket}, and spending.limits.${platform}.${bucket} is ${limit.units}: the limit can never cover the request. Nothing was sent. Raise the limit, or request fewer entries per call.`,
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
    `The request to ${platform} may cost ${units} ${bucket}, and too many of the ${limit.units} allowed in ${limit.perSeconds} seconds are spent. Nothing was sent. Try again in ${Math.ceil(retryAfter)} seconds, at ${freeAt.toISOString()}, or raise spending.limits.${platform}.${bucket}.`,
    { platform, bucket, units, freeAt, retryAfter },
  )
}
