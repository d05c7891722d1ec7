import {
  type OutgoingRequest,
  rateLimitFrom,
  retryAfterSeconds,
  type RateLimitState,
  type ReplyHead,
  type ReplyHeaders,
} from '@social/core/platform'

/** X counts each route by itself. https://docs.x.com/x-api/fundamentals/rate-limits (read 2026-11-22) */
export function rateLimitKey({ method, url }: Pick<OutgoingRequest, 'method' | 'url'>): string {
  const parts = new URL(url).pathname.split('/')
  return `${method} ${parts.map((part) => (/^\d/.test(part) && part !== '2' ? ':id' : part)).join('/')}`
}

/** Whose day a header counts: the person's with this app, or the app's with everybody. */
const DAYS = ['user', 'app'] as const

/** True when the allowance of a day is used up, so that waiting inside a call is no use. */
export function isDayUsedUp({ headers }: ReplyHead): boolean {
  return usedUpDays(headers).length > 0
}

/** Whose day is used up. */
const usedUpDays = (headers: ReplyHeaders): readonly (typeof DAYS)[number][] =>
  DAYS.filter((whose) => headers[`x-${whose}-limit-24hour-remaining`]?.trim() === '0')

/** Headers of one day, by the names of the 15 minutes. */
function headersOfDay(headers: ReplyHeaders, whose: (typeof DAYS)[number]): ReplyHeaders {
  const { date } = headers
  return {
    'x-rate-limit-limit': headers[`x-${whose}-limit-24hour-limit`] ?? '',
    'x-rate-limit-remaining': '0',
    'x-rate-limit-reset': headers[`x-${whose}-limit-24hour-reset`] ?? '',
    ...(date !== undefined && { date }),
  }
}

const resetOf = (state: RateLimitState | null): number => state?.resetsAt?.getTime() ?? 0

/** State of the used-up day that is reset last; null when no day is used up. */
function usedUpDay(headers: ReplyHeaders, now: Date): RateLimitState | null {
  const states = usedUpDays(headers).map((whose) => rateLimitFrom(headersOfDay(headers, whose), now))
  return states.toSorted((one, other) => resetOf(other) - resetOf(one))[0] ?? null
}

/** Seconds until X takes such a request again: `Retry-After`, otherwise the reset of a used-up day, otherwise of the 15 minutes. */
export function secondsToWait({ headers }: Pick<ReplyHead, 'headers'>, now: Date): number | null {
  const day = headers['retry-after'] === undefined ? usedUpDay(headers, now) : null
  if (day === null) return retryAfterSeconds(headers, now)
  return day.resetsAt === null ? null : Math.max(0, (day.resetsAt.getTime() - now.getTime()) / 1000)
}

/** What a reply tells: of the day once that is used up, otherwise of the 15 minutes. */
export function readRateLimit(reply: ReplyHead, { now }: { readonly now: Date }): RateLimitState | null {
  const { headers } = reply
  return usedUpDay(headers, now) ?? rateLimitFrom(headers, now)
}
