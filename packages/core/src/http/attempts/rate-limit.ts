import { wrongArgument } from '../../models/values/wrong-argument.js'
import type { RateLimitState, ReplyHeaders } from '../types.js'

const LIMIT = ['x-ratelimit-limit', 'x-rate-limit-limit', 'ratelimit-limit'] as const
const REMAINING = ['x-ratelimit-remaining', 'x-rate-limit-remaining', 'ratelimit-remaining'] as const
const RESET = ['x-ratelimit-reset', 'x-rate-limit-reset', 'ratelimit-reset'] as const

/**
 * Minimum reset value that is read as a Unix time in seconds. A smaller value is read as a number
 * of seconds from now, at most 116 days.
 */
const MIN_UNIX_TIME = 10_000_000
/**
 * Minimum reset value that is read as a Unix time in milliseconds. As seconds, this value would be
 * in the year 5138.
 */
const MIN_UNIX_TIME_MS = 100_000_000_000

const FIGURE = /^[+-]?\d+(?:\.\d+)?$/
const HAS_ZONE = /(?:Z|GMT|UTC?|[+-]\d{2}:?\d{2})\s*$/i
const HAS_TIME = /\d:\d/

/**
 * Reads the wait that the network requests. `Retry-After` is used first, then the reset time of a
 * rate limit.
 *
 * @param headers - Headers of the response, with names in lower case.
 * @param now - Arrival time of the response. If the response has a `Date` header, this header is
 * used instead.
 * @returns The wait in seconds. 0 for a time in the past, null for a missing or invalid value.
 */
export function retryAfterSeconds(headers: ReplyHeaders, now: Date): number | null {
  assertReply(headers, now, 'retryAfterSeconds')
  const retryAfter = headers['retry-after']
  if (retryAfter === undefined) return resetSeconds(headers, now)
  const text = retryAfter.trim()
  if (FIGURE.test(text)) {
    const seconds = Number(text)
    return Number.isFinite(seconds) ? Math.max(0, seconds) : null
  }
  return secondsUntil(readMoment(text), headers, now)
}

/**
 * Reads the rate limit that a response reports.
 *
 * @param headers - Headers of the response, with names in lower case.
 * @param now - Arrival time by the local clock. The `Date` header shows how far the clock of the
 * network differs, and `resetsAt` is converted to the local clock.
 * @returns The rate limit, with null for each missing value. Null if the response reports no rate
 * limit.
 */
export function rateLimitFrom(headers: ReplyHeaders, now: Date): RateLimitState | null {
  assertReply(headers, now, 'rateLimitFrom')
  const limit = figure(first(headers, LIMIT))
  const remaining = figure(first(headers, REMAINING))
  const seconds = resetSeconds(headers, now)
  if (limit === null && remaining === null && seconds === null) return null
  return {
    limit,
    remaining,
    resetsAt: seconds === null ? null : new Date(now.getTime() + seconds * 1000),
  }
}

/**
 * Selects the headers that `rateLimitFrom` reads, so that the rate limit can be parsed later.
 *
 * @returns Null if the response has none of these headers.
 */
export function rateLimitHeaders(headers: ReplyHeaders): ReplyHeaders | null {
  const limit = first(headers, LIMIT)
  const remaining = first(headers, REMAINING)
  const reset = first(headers, RESET)
  if (limit === undefined && remaining === undefined && reset === undefined) return null
  const found: Record<string, string> = {}
  if (limit !== undefined) found[LIMIT[0]] = limit
  if (remaining !== undefined) found[REMAINING[0]] = remaining
  if (reset !== undefined) found[RESET[0]] = reset
  if (headers['date'] !== undefined) found['date'] = headers['date']
  return found
}

/**
 * Returns true if the headers report 0 remaining requests. Every response is checked, so no number
 * is parsed here.
 */
export function isUsedUp(headers: ReplyHeaders): boolean {
  const remaining = first(headers, REMAINING)
  return remaining !== undefined && /^\s*[-0]/.test(remaining) && (figure(remaining) ?? 1) <= 0
}

/** Checks the arguments with few operations, because every response is checked. */
function assertReply(headers: unknown, now: unknown, caller: string): void {
  if (typeof headers !== 'object' || headers === null)
    throw wrongArgument(`${caller}: headers`, 'an object', headers)
  if (!(now instanceof Date)) throw wrongArgument(`${caller}: now`, 'a Date', now)
}

function resetSeconds(headers: ReplyHeaders, now: Date): number | null {
  const text = first(headers, RESET)?.trim()
  if (text === undefined) return null
  const number = figure(text)
  if (number === null) return secondsUntil(readMoment(text), headers, now)
  if (number < MIN_UNIX_TIME) return Math.max(0, number)
  return secondsUntil(number < MIN_UNIX_TIME_MS ? number * 1000 : number, headers, now)
}

function first(headers: ReplyHeaders, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = headers[name]
    if (value !== undefined) return value
  }
  return undefined
}

/**
 * Parses the first number of a header. The header may list several windows: `100, 100;w=1,
 * 1000;w=60`.
 */
function figure(text: string | undefined): number | null {
  const start = text?.split(/[,;]/, 1)[0]?.trim()
  if (start === undefined || !FIGURE.test(start)) return null
  const number = Number(start)
  return Number.isFinite(number) ? number : null
}

/**
 * Parses an HTTP or ISO date to milliseconds since 1970. A date without a time zone is read as
 * UTC. Returns null for an invalid date.
 */
function readMoment(text: string): number | null {
  const moment = Date.parse(HAS_TIME.test(text) && !HAS_ZONE.test(text) ? `${text}Z` : text)
  if (!Number.isNaN(moment)) return moment
  const inGreenwich = Date.parse(`${text} GMT`)
  return Number.isNaN(inGreenwich) ? null : inGreenwich
}

function secondsUntil(moment: number | null, headers: ReplyHeaders, now: Date): number | null {
  if (moment === null) return null
  const date = headers['date']
  const theirNow = date === undefined ? Number.NaN : Date.parse(date)
  return Math.max(0, (moment - (Number.isNaN(theirNow) ? now.getTime() : theirNow)) / 1000)
}
