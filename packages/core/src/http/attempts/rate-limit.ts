import { wrongArgument } from '../../models/values/wrong-argument.js'
import type { RateLimitState, ReplyHeaders } from '../types.js'

const LIMIT = ['x-ratelimit-limit', 'x-rate-limit-limit', 'ratelimit-limit'] as const
const REMAINING = ['x-ratelimit-remaining', 'x-rate-limit-remaining', 'ratelimit-remaining'] as const
const RESET = ['x-ratelimit-reset', 'x-rate-limit-reset', 'ratelimit-reset'] as const

/** Seconds: a reset below this counts from now (116 days at most); as a Unix time it would be in April 1970. */
const MIN_UNIX_TIME = 10_000_000
/** A Unix time this big is in milliseconds; in seconds it would be in the year 5138. */
const MIN_UNIX_TIME_MS = 100_000_000_000

const FIGURE = /^[+-]?\d+(?:\.\d+)?$/
const HAS_ZONE = /(?:Z|GMT|UTC?|[+-]\d{2}:?\d{2})\s*$/i
const HAS_TIME = /\d:\d/

/**
 * How long the network asked us to wait: `Retry-After`, and only without it the reset of a rate limit.
 *
 * @param headers - Of the reply, names in lower case.
 * @param now - The moment the reply came; its own `Date` header is used instead where it has one.
 * @returns Seconds, 0 for a moment that has passed; null when the network did not say, or not readably.
 */
export function retryAfterSeconds(headers: ReplyHeaders, now: Date): number | null {
  assertReply(headers, now, 'retryAfterSeconds')
  const asked = headers['retry-after']
  if (asked === undefined) return resetSeconds(headers, now)
  const text = asked.trim()
  if (FIGURE.test(text)) {
    const seconds = Number(text)
    return Number.isFinite(seconds) ? Math.max(0, seconds) : null
  }
  return secondsUntil(readMoment(text), headers, now)
}

/**
 * What the reply tells of a rate limit.
 *
 * @param headers - Of the reply, names in lower case.
 * @param now - The moment the reply came, on our own clock: `resetsAt` is on that clock too, because the network's may
 *   differ (its `Date` header tells by how much).
 * @returns Null when it tells nothing; each figure is null when only that one is missing.
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
 * The few headers that `rateLimitFrom` reads, so that the figures can be worked out when somebody asks for them.
 *
 * @returns Null when the reply has none of them.
 */
export function rateLimitHeaders(headers: ReplyHeaders): ReplyHeaders | null {
  const limit = first(headers, LIMIT)
  const remaining = first(headers, REMAINING)
  const reset = first(headers, RESET)
  if (limit === undefined && remaining === undefined && reset === undefined) return null
  const kept: Record<string, string> = {}
  if (limit !== undefined) kept[LIMIT[0]] = limit
  if (remaining !== undefined) kept[REMAINING[0]] = remaining
  if (reset !== undefined) kept[RESET[0]] = reset
  if (headers['date'] !== undefined) kept['date'] = headers['date']
  return kept
}

/** True when nothing remains; the one figure that matters for every reply. */
export function isUsedUp(headers: ReplyHeaders): boolean {
  const remaining = first(headers, REMAINING)
  return remaining !== undefined && /^\s*[-0]/.test(remaining) && (figure(remaining) ?? 1) <= 0
}

/** Cheap, because it is asked for every reply. */
function assertReply(headers: unknown, now: unknown, door: string): void {
  if (typeof headers !== 'object' || headers === null)
    throw wrongArgument(`${door}: headers`, 'an object', headers)
  if (!(now instanceof Date)) throw wrongArgument(`${door}: now`, 'a Date', now)
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

/** The first figure of a header that may list windows: `100, 100;w=1, 1000;w=60`. */
function figure(text: string | undefined): number | null {
  const start = text?.split(/[,;]/, 1)[0]?.trim()
  if (start === undefined || !FIGURE.test(start)) return null
  const number = Number(start)
  return Number.isFinite(number) ? number : null
}

/** Milliseconds since 1970 of an HTTP or ISO date; one without a zone is UTC. Null when it is neither. */
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
