import { parseJson, type PlatformBase, type RateLimitState, type ReplyHeaders } from '@social/core/platform'
import * as v from 'valibot'

/** A header of one reply: Node takes 16 KiB of headers; 32 objects need far less. */
const MAX_HEADER_LENGTH = 16_384

const figure = v.pipe(v.number(), v.finite(), v.minValue(0))
const percent = v.fallback(figure, 0)
const figures = {
  // The one that is always there; without it the header is none of these.
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

/** `X-Business-Use-Case-Usage`: the same by account and use case, up to 32 of them.
 *  https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-22) */
const useCases = v.record(v.string(), v.fallback(v.array(v.fallback(v.nullable(useCase), null)), []))

/** How a network of Meta reads its rate limit out of a reply. */
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
    // Unreadable is no news, never zero.
    return null
  }
}

interface Usage {
  /** The worst percentage of all. */
  readonly percent: number
  /** Seconds until calls are taken again; null when the network did not say. */
  readonly regainSeconds: number | null
}

/** Which figures of `X-Business-Use-Case-Usage` count. */
interface UsageFilter {
  /** Only this use case (`pages`, `messenger`); all unless given. */
  readonly useCase?: string | undefined
  /** Only the figures of these accounts; of all accounts unless given. */
  readonly isCounted?: ((accountId: string) => boolean) | undefined
}

/** The worst of what a reply tells. */
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

/** The worst percentage that the usage headers of a reply name; null when they name none. */
export function worstPercent(headers: ReplyHeaders): number | null {
  return readUsage(headers, {})?.percent ?? null
}

/**
 * Seconds after which the network takes calls again, of its own estimate in minutes; null when it gave none.
 *
 * @param url - Of the request. Where its path names an account of the header, only the figures of that account count.
 */
export function regainSeconds(headers: ReplyHeaders, url: URL): number | null {
  const named = new Set(url.pathname.split('/').map((part) => part.split('_')[0]))
  const own = readUsage(headers, { isCounted: (id) => named.has(id) })
  return (own ?? readUsage(headers, {}))?.regainSeconds ?? null
}

/**
 * What the usage headers of a reply tell of a rate limit, in percent: `limit` is always 100. Used up from 100 on; free
 * again when the network's own estimate is over, which is also a reason to wait before 100 is reached.
 *
 * @param headers - Of the reply, names in lower case.
 * @param context - `now`: when it came. `useCase`: whose figures count, where a reply has those of several. `accountId`: the
 *   account whose figures count, where a reply has those of other accounts; of all unless given.
 * @returns Null when there are none, or none that can be read.
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
