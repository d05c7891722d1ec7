import {
  type OutgoingRequest,
  rateLimitFrom,
  type RateLimitState,
  type ReplyHead,
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
  return DAYS.some((whose) => headers[`x-${whose}-limit-24hour-remaining`]?.trim() === '0')
}

/** What a reply tells: of the day once that is used up, otherwise of the 15 minutes. */
export function readRateLimit(reply: ReplyHead, { now }: { readonly now: Date }): RateLimitState | null {
  const { headers } = reply
  for (const whose of DAYS) {
    const remaining = headers[`x-${whose}-limit-24hour-remaining`]
    if (remaining?.trim() !== '0') continue
    const { date } = headers
    const day = {
      'x-rate-limit-limit': headers[`x-${whose}-limit-24hour-limit`] ?? '',
      'x-rate-limit-remaining': remaining,
      'x-rate-limit-reset': headers[`x-${whose}-limit-24hour-reset`] ?? '',
      ...(date !== undefined && { date }),
    }
    return rateLimitFrom(day, now)
  }
  return rateLimitFrom(headers, now)
}
