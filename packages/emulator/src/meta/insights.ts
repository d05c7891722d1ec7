import type { Params } from './params.js'
import { badParameter } from './refusal.js'
import { graphDate, type GraphState } from './state.js'

const DAY_MS = 86_400_000
/** End of a day in UTC hours: midnight in California in winter. */
const END_HOUR = 8
/** Length in days of the period without `since`. */
const DEFAULT_DAYS = 1

/** Values of a statistic in the formats of the Graph API. */
export interface InsightBody {
  readonly period: string
  readonly values?: readonly { readonly value: unknown; readonly end_time?: string }[]
  readonly total_value?: { readonly value: number }
  readonly link_total_values?: readonly { readonly value: number; readonly link_url: string }[]
}

/** Returns a statistic as JSON. */
export const insightJson = (id: string, name: string, body: InsightBody): object => ({
  name,
  ...body,
  title: name,
  description: '',
  id: `${id}/insights/${name}/${body.period}`,
})

/**
 * Returns the requested names of statistics.
 *
 * @param refusal - Creates the message for names that the network does not have.
 * @throws Refusal for the whole request if one name is unknown or removed.
 */
export function metricNames(
  state: GraphState,
  params: Params,
  { known, refusal }: { readonly known: readonly string[]; readonly refusal: (name: string) => string },
): readonly string[] {
  const names = params.must('metric').split(',')
  for (const name of names)
    if (!known.includes(name) || state.settings.removedMetrics.includes(name))
      throw badParameter(refusal(name))
  return names
}

/** A day of the network. */
export interface InsightDay {
  readonly from: Date
  readonly until: Date
  /** End of the day in the format of the Graph API. */
  readonly end_time: string
}

/**
 * Returns the days of the requested period, oldest first.
 *
 * @throws Refusal for a period that is too long, or that ends before it starts.
 */
export function insightDays(
  state: GraphState,
  params: Params,
  { maxDays }: { readonly maxDays: number },
): readonly InsightDay[] {
  const now = state.clock.now().getTime()
  const until = (params.number('until') ?? now / 1000) * 1000
  const since = (params.number('since') ?? until / 1000 - DEFAULT_DAYS * 86_400) * 1000
  if (since >= until) throw badParameter('The parameter since must be before until')
  if (until - since > maxDays * DAY_MS)
    throw badParameter(
      `There cannot be more than ${maxDays} days (${maxDays * 86_400} s) between since and until`,
    )
  const first = new Date(since)
  first.setUTCHours(END_HOUR, 0, 0, 0)
  const days: InsightDay[] = []
  for (let from = first.getTime(); from < until; from += DAY_MS) {
    const end = new Date(from + DAY_MS)
    days.push({ from: new Date(from), until: end, end_time: graphDate(end) })
  }
  return days
}

/** Returns a filter for objects that were created on a day. */
export const createdOn =
  ({ from, until }: InsightDay) =>
  ({ createdAt }: { readonly createdAt: Date }): boolean =>
    createdAt >= from && createdAt < until
