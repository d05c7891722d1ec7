import {
  AuthError,
  type Call,
  type ClaimCall,
  claimFitting,
  type Fields,
  searchList,
  type ListSearchOptions,
  type ListSearch,
  NetworkError,
  PlatformError,
  PortError,
  RateLimitError,
  type RawData,
  sentMoments,
  type SentSpan,
  sentSpan,
  SocialBaseError,
} from '@social/core/platform'
import * as v from 'valibot'

import { nextMaxId, serverAccountId, toMomentOrNull } from '../../map/index.js'
import {
  type PostedReply,
  postedReply,
  type ScheduledReply,
  scheduledReply,
  type SentReply,
  sentReply,
  statusesReply,
} from '../../schemas.js'
import type { SentStatus } from '../receipt.js'
import { markOf, markOfStatus } from '../text-mark.js'

/** Maximum number of statuses in one page. https://docs.joinmastodon.org/methods/accounts/#statuses (read 2026-09-24) */
const PAGE = 40

/**
 * Maximum number of pages in one search: 1,000 statuses. An account with more statuses since then has to be checked by a
 * person. Nearly every search ends with its first page, which contains older statuses. Our choice: a server allows 300
 * requests in five minutes. https://docs.joinmastodon.org/api/rate-limits/ (read 2026-11-23)
 */
const MAX_PAGES = 25

/** Maximum clock differences within one server, in seconds: its `Date` header has whole seconds, its database has its own clock. */
const CLOCKS_APART = { secondsBefore: 2, secondsAfter: 0 } as const

/**
 * Upper bound of the search: the last moment that a `Date` can hold, because a scheduled status can be published
 * late.
 */
const NEVER = new Date(8_640_000_000_000_000)

/** Rounding of the time of a scheduled status, in seconds. Our choice. */
const ROUNDED = { secondsBefore: 1, secondsAfter: 1 } as const

/** A status on the server, and the response that contained it. */
export interface FoundStatus {
  readonly data: PostedReply
  readonly raw: RawData
}

/** Compares the files if there are any, because a file belongs to one status only. Otherwise compares the text. */
async function hasContent(
  { mediaIds, mark }: SentStatus,
  candidate: {
    readonly mediaIds: readonly string[]
    readonly mark: () => string | null | Promise<string | null>
  },
): Promise<boolean> {
  if (mediaIds.length > 0)
    return candidate.mediaIds.length > 0 && mediaIds.every((id) => candidate.mediaIds.includes(id))
  return candidate.mediaIds.length === 0 && mark !== null && (await candidate.mark()) === mark
}

function hasSameTarget({ target, quotedStatusId }: SentStatus, status: SentReply): boolean {
  const quoted = status.quote?.quoted_status?.id ?? status.quote?.quoted_status_id ?? quotedStatusId
  return (status.in_reply_to_id ?? null) === target.inReplyToId && quoted === quotedStatusId
}

async function isStatus(sent: SentStatus, status: SentReply): Promise<boolean> {
  if (!hasSameTarget(sent, status)) return false
  if (sent.target.visibility === 'direct' && status.visibility !== 'direct') return false
  return hasContent(sent, {
    mediaIds: (status.media_attachments ?? []).flatMap(({ id }) => id ?? []),
    mark: () => markOfStatus(status),
  })
}

async function isScheduled(sent: SentStatus, { params, ...scheduled }: ScheduledReply): Promise<boolean> {
  if ((params?.in_reply_to_id ?? null) !== sent.target.inReplyToId) return false
  return hasContent(sent, {
    mediaIds: (scheduled.media_attachments ?? []).map(({ id }) => id),
    mark: () =>
      markOf({
        spoilerText: params?.spoiler_text ?? '',
        text: params?.text ?? '',
        choices: params?.poll?.options,
      }),
  })
}

/** Time span within which a status can have been created. */
function spanOf({ sentAt, firstAttemptAt }: SentStatus, call: Call): SentSpan {
  const { from } = sentSpan(sentMoments(sentAt, { createdAt: firstAttemptAt }, call), CLOCKS_APART)
  return { from, until: NEVER }
}

/** Options for the search of one list with `searchList`. */
type StatusList<T> = Pick<ListSearchOptions<T>, 'createdAt' | 'fits' | 'span' | 'isNewestFirst'>

/** A valid entry, and its unparsed form. */
interface Listed<T> {
  readonly entry: T
  readonly raw: RawData
}

function searchThrough<S extends v.GenericSchema<unknown, { readonly id: string }>>(
  { path, schema, query = {} }: { readonly path: string; readonly schema: S; readonly query?: Fields },
  list: StatusList<Listed<v.InferOutput<S>>>,
  { http }: Call,
): Promise<ListSearch<Listed<v.InferOutput<S>>>> {
  return searchList<Listed<v.InferOutput<S>>>({
    ...list,
    async fetchPage(after) {
      const fields = { ...query, limit: PAGE, max_id: after }
      const { data, headers } = await http.request('GET', path, statusesReply, { query: fields })
      const items = data.flatMap((raw) => {
        const read = v.safeParse(schema, raw)
        return read.success ? [{ entry: read.output, raw }] : []
      })
      return { items, next: nextMaxId(headers) }
    },
    idOf: ({ entry }) => entry.id,
    maxPages: MAX_PAGES,
  })
}

/**
 * Claims the oldest matching status that is not claimed yet. Later statuses are repeats of the same text. A media
 * file belongs to one status only.
 */
async function claimOldest<T extends { readonly id: string }>(
  search: ListSearch<Listed<T>>,
  { mediaIds }: SentStatus,
  call: Call & ClaimCall,
): Promise<RawData | null> {
  const claimed = await claimFitting(
    { ...search, fitting: search.fitting.toReversed() },
    { idOf: ({ entry }) => entry.id, pick: 'FIRST', isUnique: mediaIds.length > 0 },
    call,
  )
  return claimed.state === 'OWNED' ? claimed.item.raw : null
}

/**
 * Searches once for a status that was sent: in the account's statuses and, if it was scheduled, in the scheduled ones.
 *
 * @param sent - Facts from the receipt.
 * @returns Null when it was not found. That proves nothing.
 */
export async function findSent(sent: SentStatus, call: Call & ClaimCall): Promise<FoundStatus | null> {
  const { publishAt } = sent
  const inStatuses = async (): Promise<RawData | null> => {
    const path = `/api/v1/accounts/${encodeURIComponent(serverAccountId(call.connection))}/statuses`
    const search = await searchThrough(
      { path, schema: sentReply, query: { exclude_reblogs: true } },
      {
        createdAt: ({ entry }) => toMomentOrNull(entry.created_at),
        fits: ({ entry }) => isStatus(sent, entry),
        span: () => spanOf(sent, call),
        isNewestFirst: true,
      },
      call,
    )
    return claimOldest(search, sent, call)
  }
  const inScheduled = async (due: Date): Promise<RawData | null> => {
    const search = await searchThrough(
      { path: '/api/v1/scheduled_statuses', schema: scheduledReply },
      {
        createdAt: ({ entry }) => toMomentOrNull(entry.scheduled_at),
        fits: ({ entry }) => isScheduled(sent, entry),
        span: () => sentSpan([due], ROUNDED),
        // The list is sorted by id, and a status with a later publish time may have been created earlier.
        isNewestFirst: false,
      },
      call,
    )
    return claimOldest(search, sent, call)
  }
  const raw = (publishAt && (await inScheduled(publishAt))) ?? (await inStatuses())
  if (raw === null) return null
  return { data: v.parse(postedReply, raw), raw }
}

/**
 * True if the server refused the request. False for outages and rate limits, which are temporary, and for an invalid
 * token, which the caller handles.
 */
function isRefusal(error: unknown): error is SocialBaseError {
  if (!SocialBaseError.is(error) || NetworkError.is(error) || RateLimitError.is(error)) return false
  if (PortError.is(error)) return false
  return !AuthError.is(error) && !(PlatformError.is(error) && error.isOutage)
}

/** Like `findSent`, but returns null when the account is not allowed to read, as with a write-only token. */
export async function findIfAllowed(sent: SentStatus, call: Call & ClaimCall): Promise<FoundStatus | null> {
  try {
    return await findSent(sent, call)
  } catch (error) {
    if (!isRefusal(error)) throw error
    call.warn(`mastodon does not allow the search for a post whose response was lost: ${error.message}`)
    return null
  }
}
