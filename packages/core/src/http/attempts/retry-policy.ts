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

/** How often, and with what backoff, a request is retried. The defaults are our choice. */
export interface RetrySettings {
  /** Tries in all, the first included; 4 unless given. */
  readonly attempts?: number | undefined
  /** Seconds of backoff before the first repeat; doubles after each; 0.5 unless given. */
  readonly firstWaitSeconds?: number | undefined
  /** The longest wait inside a call, in seconds; a network that asks for more gets a `RateLimitError`; 30 unless given. */
  readonly maxWaitSeconds?: number | undefined
  /** Jitter: adds up to this share of each wait by chance, 0 to 1; 0.5 unless given. */
  readonly spread?: number | undefined
}

/** Decides whether a failed request is sent again, and when. */
export class RetryPolicy {
  /** Tries in all, the first included. */
  readonly attempts: number
  /** The longest wait that a network may ask for, in seconds. */
  readonly maxWaitSeconds: number
  readonly #firstWaitSeconds: number
  readonly #spread: number
  readonly #random: Random

  /** @throws ConfigError when a setting is out of range. */
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
   * Seconds to wait before the next try: exponential backoff with jitter, at least what the network asked for.
   *
   * @param failures - Tries that failed so far.
   * @param asked - Seconds the network asked for, at least; null when it did not.
   */
  waitAfter(failures: number, asked: number | null): number {
    const doubled = this.#firstWaitSeconds * 2 ** (failures - 1)
    return Math.max(this.withSpread(Math.min(doubled, this.maxWaitSeconds)), asked ?? 0)
  }

  /** A wait with jitter: made longer by chance, so that many who wait for the same do not come back at once. */
  withSpread(seconds: number): number {
    return seconds + seconds * this.#spread * this.#random.fraction()
  }
}

/** True when a request without a reply may be sent again. */
export function mayRepeatLost(rule: RetryRule, error: unknown): boolean {
  if (rule === 'never' || !NetworkError.is(error)) return false
  return rule === 'always' || error.delivery === 'NOT_SENT'
}

/** Methods of which several in a row are meant to come to the same as one. RFC 9110, section 9.2.2 (read 2026-11-22) */
const IDEMPOTENT: ReadonlySet<HttpMethod> = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])

/**
 * True when a request that died on a kept socket may go out once more at once. RFC 9112, section 9.3.1 (read 2026-11-22):
 * clients may send requests with idempotent methods again that a closed connection left without an answer. A body that is
 * read from a source is left to what resumes uploads.
 */
export function isHarmlessAgain(
  rule: RetryRule,
  { method, body }: Pick<OutgoingRequest, 'method' | 'body'>,
): boolean {
  if (rule === 'never' || (body !== null && !(body instanceof Uint8Array))) return false
  return rule === 'always' || IDEMPOTENT.has(method)
}

/** True when a request that was answered with a failure may be sent again: the status says the network was not willing, or not able. */
export function mayRepeatAnswered(rule: RetryRule, reply: ReplyHead, error?: unknown): boolean {
  if (rule === 'never') return false
  if (reply.status === 429) return true
  // Some networks say in a 400 that they failed, and that it passes; the platform then names it an outage.
  const isNamedOutage =
    reply.status >= 400 && reply.status !== 408 && PlatformError.is(error) && error.isOutage
  if (rule === 'always') return reply.status >= 500 || isNamedOutage
  return reply.status === 503 && reply.headers['retry-after'] !== undefined
}

/** True for what may pass by itself; a platform that reads a refusal out of a 500, or a used-up day out of a 429, knows better. */
export function isOutage(error: SocialBaseError): boolean {
  if (RateLimitError.is(error)) return error.passesSoon
  return PlatformError.is(error) || NetworkError.is(error)
}

function check(isFine: boolean, name: string, takes: string, value: unknown): void {
  if (!isFine) throw new ConfigError(`retries.${name} takes ${takes}, not ${String(value)}.`)
}
