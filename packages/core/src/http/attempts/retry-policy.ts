import type { Random } from '../../contract/ports.js'
import {
  ConfigError,
  NetworkError,
  PlatformError,
  RateLimitError,
  type SocialBaseError,
} from '../../errors/index.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'
import type { HttpMethod, OutgoingRequest, ReplyHead, RetryRule } from '../types.js'

/** Number of retries of a request, and the waits between them. The defaults are our choice. */
export interface RetrySettings {
  /** Maximum number of attempts, including the first one. Default: 4. */
  readonly attempts?: number | undefined
  /** Wait before the first retry in seconds. The wait doubles with each retry. Default: 0.5. */
  readonly firstWaitSeconds?: number | undefined
  /**
   * Maximum wait within a call in seconds. If a network requests a longer wait, the call fails
   * with a `RateLimitError`. Default: 30.
   */
  readonly maxWaitSeconds?: number | undefined
  /**
   * Maximum jitter, from 0 to 1. Each wait becomes longer by a random share up to this value.
   * Default: 0.5.
   */
  readonly spread?: number | undefined
}

/** Decides whether and when a failed request is repeated. */
export class RetryPolicy {
  /** Maximum number of attempts, including the first one. */
  readonly attempts: number
  /** Maximum wait within a call in seconds, also if the network requests more. */
  readonly maxWaitSeconds: number
  readonly #firstWaitSeconds: number
  readonly #spread: number
  readonly #random: Random

  /** @throws ConfigError if a setting is out of range. */
  constructor(settings: RetrySettings, random: Random) {
    if (typeof settings !== 'object' || settings === null)
      throw new ConfigError('retries takes an object such as { attempts: 4 }.')
    refuseUnknownNames(settings, ['attempts', 'firstWaitSeconds', 'maxWaitSeconds', 'spread'], 'retries')
    const { attempts = 4, firstWaitSeconds = 0.5, maxWaitSeconds = 30, spread = 0.5 } = settings
    check(Number.isInteger(attempts) && attempts >= 1, 'attempts', 'a whole number of 1 or more', attempts)
    check(
      Number.isFinite(firstWaitSeconds) && firstWaitSeconds >= 0,
      'firstWaitSeconds',
      '0 seconds or more',
      firstWaitSeconds,
    )
    check(
      Number.isFinite(maxWaitSeconds) && maxWaitSeconds >= 0,
      'maxWaitSeconds',
      '0 seconds or more',
      maxWaitSeconds,
    )
    check(spread >= 0 && spread <= 1, 'spread', 'a share from 0 to 1', spread)
    this.attempts = attempts
    this.maxWaitSeconds = maxWaitSeconds
    this.#firstWaitSeconds = firstWaitSeconds
    this.#spread = spread
    this.#random = random
  }

  /**
   * Returns the seconds to wait before the next attempt. The wait grows exponentially and has
   * jitter.
   *
   * @param failures - Number of failed attempts so far.
   * @param requested - Minimum wait in seconds that the network requested. Null if there is none.
   */
  waitAfter(failures: number, requested: number | null): number {
    const doubled = this.#firstWaitSeconds * 2 ** (failures - 1)
    return Math.max(this.withSpread(Math.min(doubled, this.maxWaitSeconds)), requested ?? 0)
  }

  /**
   * Adds jitter to a wait, so that requests waiting for the same reset do not all continue at the
   * same time.
   */
  withSpread(seconds: number): number {
    return seconds + seconds * this.#spread * this.#random.fraction()
  }
}

/** Returns true if a request without a response can be repeated. */
export function mayRepeatLost(rule: RetryRule, error: unknown): boolean {
  if (rule === 'never' || !NetworkError.is(error)) return false
  return rule === 'always' || error.delivery === 'NOT_SENT'
}

/**
 * Methods for which several identical requests have the same effect as one. RFC 9110, section 9.2.2 (read 2026-11-22)
 */
const IDEMPOTENT: ReadonlySet<HttpMethod> = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])

/**
 * Returns true if a request that failed on a reused socket can be repeated immediately. Clients
 * may repeat requests with idempotent methods if the connection was closed without a response: RFC
 * 9112, section 9.3.1 (read 2026-11-22). Bodies that are streamed from a source are excluded,
 * because uploads are resumed in another way.
 */
export function isHarmlessAgain(
  rule: RetryRule,
  { method, body }: Pick<OutgoingRequest, 'method' | 'body'>,
): boolean {
  if (rule === 'never' || (body !== null && !(body instanceof Uint8Array))) return false
  return rule === 'always' || IDEMPOTENT.has(method)
}

/**
 * Returns true if a request with an error response can be repeated, because the network did not
 * process it or had an outage.
 */
export function mayRepeatAnswered(rule: RetryRule, reply: ReplyHead, error?: unknown): boolean {
  if (rule === 'never') return false
  if (reply.status === 429) return true
  // Some networks report a temporary outage with a status 400. The platform then returns an error
  // with `isOutage` true.
  const isNamedOutage =
    reply.status >= 400 && reply.status !== 408 && PlatformError.is(error) && error.isOutage
  if (rule === 'always') return reply.status >= 500 || isNamedOutage
  return reply.status === 503 && reply.headers['retry-after'] !== undefined
}

/**
 * Returns true for an error that may be temporary. The class of the error decides, because a
 * platform can map a 500 to a refusal or a 429 to an exhausted daily quota.
 */
export function isOutage(error: SocialBaseError): boolean {
  if (RateLimitError.is(error)) return error.passesSoon
  return PlatformError.is(error) || NetworkError.is(error)
}

function check(isFine: boolean, name: string, takes: string, value: unknown): void {
  if (!isFine) throw new ConfigError(`retries.${name} takes ${takes}, not ${String(value)}.`)
}
