import { type Call, type DailyValue, type RawData, rawOf } from '@social/core/platform'
import * as v from 'valibot'

import { refusalOf } from '../errors/index.js'
import { toGraphMoment } from '../moments.js'
import { refusedMetrics } from './refused-metrics.js'

/** Error code of Meta for an unknown metric, and subcode of a missing object. */
const BAD_PARAMETER = 100
const NO_OBJECT = 33
/** Maximum requests that omit metrics by the names in the refusal. Our choice. */
const MAX_NAMED_ROUNDS = 2
const DAY_MS = 86_400_000

const value = v.fallback(v.nullish(v.unknown()), null)
const point = v.object({ value, end_time: value })
const points = v.fallback(v.array(point), [])
const item = v.object({
  name: v.string(),
  values: points,
  total_value: v.fallback(v.nullish(v.object({ value })), null),
  link_total_values: v.fallback(v.nullish(points), null),
})
/** Response of `/insights`. Unreadable statistics are omitted. */
const insightsReply = v.object({
  data: v.pipe(
    v.fallback(v.array(v.fallback(v.nullable(item), null)), []),
    v.transform((items) => items.filter((one) => one !== null)),
  ),
})

/** A statistic of the Graph API. */
export interface GraphInsight {
  /** Name of the statistic in the API. */
  readonly name: string
  /** Total of the requested period, or of the lifetime of a post. Null if the network sent only values by day. */
  readonly total: number | null
  /** Values by day, oldest first. */
  readonly days: readonly DailyValue[]
}

/** Statistics of the Graph API, and the responses that contained them. */
export interface GraphInsights {
  readonly insights: readonly GraphInsight[]
  readonly raw: RawData
}

/** A request for statistics. */
export interface GraphInsightsRequest {
  readonly path: string
  /** Names of the statistics. Empty requests the statistics that the network chooses. */
  readonly metrics: readonly string[]
  readonly query?: Readonly<Record<string, string | number | null>> | undefined
}

/** Returns a number. An object of numbers, such as reactions by type, becomes their sum. */
function toCount(given: unknown): number | null {
  if (typeof given === 'number') return Number.isFinite(given) ? given : null
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null
  const parts = Object.values(given).map((part: unknown) => (typeof part === 'number' ? part : null))
  return parts.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0)
}

/** Returns the date of a day from its end, which is midnight of the network's own time zone. */
function dateBefore(end: unknown): string | null {
  const moment = toGraphMoment(end)
  return moment === null ? null : new Date(moment.getTime() - DAY_MS).toISOString().slice(0, 10)
}

function toInsight({
  name,
  values,
  total_value: total,
  link_total_values: links,
}: v.InferOutput<typeof item>): GraphInsight {
  const days = values
    .flatMap((one) => {
      const date = dateBefore(one.end_time)
      return date === null ? [] : [{ date, value: toCount(one.value) }]
    })
    .toSorted((one, other) => one.date.localeCompare(other.date))
  const clicks = links?.reduce((sum, link) => sum + (toCount(link.value) ?? 0), 0)
  const lifetime = days.length === 0 ? toCount(values[0]?.value) : null
  return { name, total: toCount(total?.value) ?? clicks ?? lifetime, days }
}

/** Returns true if the network refused a metric or a parameter. A missing object is another refusal. */
function isMetricRefused(error: unknown): boolean {
  const refusal = refusalOf(error)
  return refusal?.code === BAD_PARAMETER && refusal.subcode !== NO_OBJECT
}

/**
 * Reads statistics. Meta refuses a whole request for one unknown or removed metric. The request is
 * then repeated without the metrics that the refusal names, or with each metric alone. Sends at most
 * 3 requests more than the number of metrics.
 *
 * @throws PlatformError if the network refuses every metric. Any other refusal is thrown unchanged.
 */
export async function readGraphInsights(request: GraphInsightsRequest, call: Call): Promise<GraphInsights> {
  const { path, metrics, query } = request
  const ask = async (names: readonly string[]): Promise<readonly RawData[]> => {
    const metric = names.length === 0 ? null : names.join(',')
    const { data, raw } = await call.http.request('GET', path, insightsReply, {
      query: { ...query, metric },
    })
    found.push(...data.data.map((one) => toInsight(one)))
    return [rawOf(raw)]
  }
  const found: GraphInsight[] = []
  const replies = await askWithoutRefused(metrics, ask)
  const [first] = replies
  const raw = replies.length === 1 && first !== undefined ? first : { responses: replies }
  return { insights: found, raw }
}

async function askWithoutRefused(
  metrics: readonly string[],
  ask: (names: readonly string[]) => Promise<readonly RawData[]>,
): Promise<readonly RawData[]> {
  let names = metrics
  for (let round = 0; ; round += 1)
    try {
      return await ask(names)
    } catch (error) {
      if (!isMetricRefused(error) || names.length < 2) throw error
      const refused = refusedMetrics(error, names)
      const rest = names.filter((name) => !refused.includes(name))
      if (round === MAX_NAMED_ROUNDS || refused.length === 0 || rest.length === 0)
        return askEach(names, ask, error)
      names = rest
    }
}

async function askEach(
  names: readonly string[],
  ask: (names: readonly string[]) => Promise<readonly RawData[]>,
  refusal: unknown,
): Promise<readonly RawData[]> {
  const replies: RawData[] = []
  for (const name of names)
    try {
      replies.push(...(await ask([name])))
    } catch (error) {
      if (!isMetricRefused(error)) throw error
    }
  if (replies.length === 0) throw refusal
  return replies
}
