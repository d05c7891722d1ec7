import { type InsightsQuery, NotSupportedError } from '@social/core/platform'

import { META_TEXTS } from '../messages.js'

const DAY_MS = 86_400_000

/** Period of statistics in Unix seconds, as the Graph API expects it. */
export interface GraphPeriod {
  readonly since: number
  readonly until: number
}

/** Rules of a network for the period of the account's statistics. */
export interface PeriodRules {
  readonly platform: string
  /** Current time of the network. */
  readonly now: Date
  /** Length in days without `since`. */
  readonly defaultDays: number
  /** Maximum length in days; null without a maximum. */
  readonly maxDays: number | null
  /** Earliest start; null without one. */
  readonly oldest?: Date | undefined
}

const toDate = (moment: Date): string => moment.toISOString().slice(0, 10)
const toSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)

/**
 * Returns the period of an account's statistics. An end in the future becomes the current time.
 *
 * @throws NotSupportedError for a period that ends before it starts, is too long, or starts too early.
 */
export function insightsPeriod({ since, until }: InsightsQuery, rules: PeriodRules): GraphPeriod {
  const { platform, now, defaultDays, maxDays, oldest } = rules
  const end = until !== null && until < now ? until : now
  const start = since ?? new Date(end.getTime() - defaultDays * DAY_MS)
  const isTooLong = maxDays !== null && end.getTime() - start.getTime() > maxDays * DAY_MS
  if (start < end && !isTooLong && (oldest === undefined || start >= oldest))
    return { since: toSeconds(start), until: toSeconds(end) }
  const limit = maxDays === null ? '' : `, at most ${maxDays} days apart`
  const first = oldest === undefined ? '' : `, and since at ${toDate(oldest)} or later`
  throw new NotSupportedError({
    platform,
    what: `statistics from ${toDate(start)} to ${toDate(end)}`,
    suggestion: `Pass until after since${limit}${first}.`,
    reason: 'PERIOD_INVALID',
    userText: isTooLong ? META_TEXTS.PERIOD_TOO_LONG : META_TEXTS.PERIOD_INVALID,
    facts: maxDays === null ? {} : { limit: maxDays },
  })
}

/**
 * Refuses a period and values by day for a post, because Meta has only totals of a post.
 *
 * @throws NotSupportedError for `since`, `until` and `byDay`.
 */
export function refusePeriodOfPost({ since, until, byDay }: InsightsQuery, platform: string): void {
  if (since === null && until === null && !byDay) return
  throw new NotSupportedError({
    platform,
    what: byDay ? 'statistics of a post by day' : 'statistics of a post for a period',
    suggestion: 'Omit since, until and byDay: the values are totals since the publication.',
    reason: 'POST_TOTALS_ONLY',
    userText: META_TEXTS.POST_TOTALS_ONLY,
  })
}
