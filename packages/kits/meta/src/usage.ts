import { parseJson, type PlatformBase, type RateLimitState, type ReplyHeaders } from '@social/core/platform'
import * as v from 'valibot'

/**
 * Maximum length of a usage header. Node accepts 16 KiB of headers, and a header with 32 objects
 * is much shorter.
 */
const MAX_HEADER_LENGTH = 16_384

const figure = v.pipe(v.number(), v.finite(), v.minValue(0))
const percent = v.fallback(figure, 0)
const figures = {
  // Required, because a header without this field is not a usage header.
  call_count: figure,
  total_time: v.optional(percent, 0),
  total_cputime: v.optional(percent, 0),
}

/**
 * Schema of `X-App-Usage` and `X-Page-Usage`, which contain percentages of the limit in the last
 * hour.
 */
const appUsage = v.object(figures)

const useCase = v.object({
  ...figures,
  type: v.fallback(v.string(), ''),
  /** Minutes until calls are accepted again. 0 if the account is not throttled. */
  estimated_time_to_regain_access: v.optional(percent, 0),
})

/**
 * Schema of `X-Business-Use-Case-Usage`, which contains the same percentages by account and use
 * case, up to 32 objects.
 * https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-22)
 */
const useCases = v.record(v.string(), v.fallback(v.array(v.fallback(v.nullable(useCase), null)), []))

/** Function that reads the rate limit of a Meta network from the headers of a response. */
export type UsageReader = NonNullable<NonNullable<PlatformBase['http']>['readRateLimit']>

interface Figures {
  readonly call_count: number
  readonly total_time: number
  readonly total_cputime: number
}

const worstOf = (one: Figures): number => Math.max(one.call_count, one.total_time, one.total_cputime)

function readHeader<S extends v.GenericSchema>(schema: S, text: string | undefined): v.InferOutput<S> | null {
  if (text === undefined || text.length > MAX_HEADER_LENGTH) return null
  try {
    const read = v.safeParse(schema, parseJson(text))
    return read.success ? read.output : null
  } catch {
    // An unreadable header is ignored. A value of zero would wrongly report an unused limit.
    return null
  }
}

interface Usage {
  /** Highest percentage in the usage headers. */
  readonly percent: number
  /** Seconds until the network accepts calls again. Null if the headers contain no estimate. */
  readonly regainSeconds: number | null
}

/** Filter for the objects in `X-Business-Use-Case-Usage`. */
interface UsageFilter {
  /** Use case to include, such as `pages` or `messenger`. Default: all use cases. */
  readonly useCase?: string | undefined
  /** Returns true for an account id to include. Default: all accounts. */
  readonly isCounted?: ((accountId: string) => boolean) | undefined
}

/**
 * Returns the highest usage in the headers of a response. Returns null without readable usage
 * headers.
 */
function readUsage(headers: ReplyHeaders, { useCase: type, isCounted }: UsageFilter): Usage | null {
  const read = [
    readHeader(appUsage, headers['x-app-usage']),
    readHeader(appUsage, headers['x-page-usage']),
  ].filter((one) => one !== null)
  const byAccount = Object.entries(readHeader(useCases, headers['x-business-use-case-usage']) ?? {})
  const all = byAccount.flatMap(([id, list]) => (isCounted === undefined || isCounted(id) ? list : []))
  const cases = all.filter(
    (one) => one !== null && (type === undefined || one.type === type || one.type === ''),
  )
  const known = cases.filter((one) => one !== null)
  if (read.length === 0 && known.length === 0) return null
  const minutes = Math.max(0, ...known.map((one) => one.estimated_time_to_regain_access))
  return {
    percent: Math.max(...[...read, ...known].map((one) => worstOf(one))),
    regainSeconds: minutes > 0 ? minutes * 60 : null,
  }
}

/**
 * Returns the highest percentage in the usage headers. Returns null without readable usage
 * headers.
 */
export function worstPercent(headers: ReplyHeaders): number | null {
  return readUsage(headers, {})?.percent ?? null
}

/**
 * Returns the seconds until the network accepts calls again, from the network's estimate in
 * minutes. Returns null without an estimate.
 *
 * @param url - URL of the request. If the path contains an account in the header, only the values
 * of that account are used.
 */
export function regainSeconds(headers: ReplyHeaders, url: URL): number | null {
  const named = new Set(url.pathname.split('/').map((part) => part.split('_')[0]))
  const own = readUsage(headers, { isCounted: (id) => named.has(id) })
  return (own ?? readUsage(headers, {}))?.regainSeconds ?? null
}

/**
 * Returns the rate limit from the usage headers in percent, so `limit` is always 100. If the
 * network estimates a time until calls are accepted again, `remaining` is 0 until that time.
 *
 * @param headers - Headers of the response, with names in lower case.
 * @param context - `now`: time of the response. `useCase`: use case to include. `accountId`:
 * account to include. Default: all accounts.
 * @returns Null without readable usage headers.
 */
export function usageRateLimit(
  headers: ReplyHeaders,
  context: { readonly now: Date; readonly useCase: string; readonly accountId?: string | undefined },
): RateLimitState | null {
  const { accountId } = context
  const isCounted = accountId === undefined ? undefined : (id: string): boolean => id === accountId
  const usage = readUsage(headers, { useCase: context.useCase, isCounted })
  if (usage === null) return null
  const { percent: used, regainSeconds: seconds } = usage
  return {
    limit: 100,
    remaining: seconds === null ? Math.max(0, Math.floor(100 - used)) : 0,
    resetsAt: seconds === null ? null : new Date(context.now.getTime() + seconds * 1000),
  }
}
