import { parseJson, type PlatformBase, type RateLimitState, type ReplyHeaders } from '@social/core/platform'
import * as v from 'valibot'

/** Maximum length of the header: Node takes 16 KiB of headers, and 32 objects need far less. */
const MAX_HEADER_LENGTH = 16_384

const figure = v.pipe(v.number(), v.finite(), v.minValue(0))
const percent = v.fallback(figure, 0)
const figures = {
  // Required: a header without it is not a usage header.
  call_count: figure,
  total_time: v.optional(percent, 0),
  total_cputime: v.optional(percent, 0),
}

/** `X-App-Usage`, `X-Page-Usage`: percentages of a rolling hour. */
const appUsage = v.object(figures)

const useCase = v.object({
  ...figures,
  type: v.fallback(v.string(), ''),
  /** Minutes; 0 when the account is not throttled. */
  estimated_time_to_regain_access: v.optional(percent, 0),
})

/**
 * `X-Business-Use-Case-Usage`: the same figures by account and use case, up to 32 of them.
 * https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-22)
 */
const useCases = v.record(v.string(), v.fallback(v.array(v.fallback(v.nullable(useCase), null)), []))

/** Reads the rate limit of a Meta network from a response. */
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
    // Unreadable figures are ignored, never read as zero.
    return null
  }
}

interface Usage {
  /** Highest percentage of all figures. */
  readonly percent: number
  /** Seconds until calls are accepted again; null when unknown. */
  readonly regainSeconds: number | null
}

/** Filter for the figures of `X-Business-Use-Case-Usage`. */
interface UsageFilter {
  /** Only this use case (`pages`, `messenger`). Default: all. */
  readonly useCase?: string | undefined
  /** Only the figures of these accounts. Default: all accounts. */
  readonly isCounted?: ((accountId: string) => boolean) | undefined
}

/** Highest usage of a response. */
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

/** Highest percentage in the usage headers; null when they contain none. */
export function worstPercent(headers: ReplyHeaders): number | null {
  return readUsage(headers, {})?.percent ?? null
}

/**
 * Seconds until the network accepts calls again, from its estimate in minutes; null when missing.
 *
 * @param url - URL of the request. If its path names an account of the header, only the figures of that account
 * count.
 */
export function regainSeconds(headers: ReplyHeaders, url: URL): number | null {
  const named = new Set(url.pathname.split('/').map((part) => part.split('_')[0]))
  const own = readUsage(headers, { isCounted: (id) => named.has(id) })
  return (own ?? readUsage(headers, {}))?.regainSeconds ?? null
}

/**
 * Rate limit from the usage headers, in percent: `limit` is always 100. The limit is reached at 100. It ends after
 * the network's own estimate. An estimate is also a reason to wait before 100.
 *
 * @param headers - Headers of the response, names in lower case.
 * @param context - `now`: time of the response. `useCase`: counted use case, if a response has several. `accountId`:
 * counted account, if a response has several. Default: all accounts.
 * @returns Null when there are no readable usage headers.
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
