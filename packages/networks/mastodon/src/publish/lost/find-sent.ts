import {
  AuthError,
  type Call,
  type ClaimCall,
  claimFitting,
  ClosedError,
  type Fields,
  searchList,
  type ListSearchOptions,
  type ListSearch,
  NetworkError,
  PlatformError,
  PortError,
  PublishBusyError,
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

/**
 * Maximum statuses in one page. https://docs.joinmastodon.org/methods/accounts/#statuses (read
 * 2026-09-24)
 */
const PAGE = 40

/**
 * Maximum pages of one search, which together have 1,000 statuses. If an account has posted more
 * since the attempt, a person has to search. Most searches end after the first page, because it
 * reaches back past the attempt. Our choice: a server allows 300 requests in five minutes.
 * https://docs.joinmastodon.org/api/rate-limits/ (read 2026-11-23)
 */
const MAX_PAGES = 25

/**
 * Maximum difference between the clocks within one server, in seconds. The `Date` header has whole
 * seconds, and the database has its own clock.
 */
const CLOCKS_APART = { secondsBefore: 2, secondsAfter: 0 } as const

/**
 * End of the searched time span. A scheduled status can be published late, so the end is the
 * latest time that a `Date` can hold.
 */
const NEVER = new Date(8_640_000_000_000_000)

/**
 * Margins around the publish time of a scheduled status, in seconds, because of rounding. Our
 * choice.
 */
const ROUNDED = { secondsBefore: 1, secondsAfter: 1 } as const

/** A status that the server returned, and the unparsed response. */
export interface FoundStatus {
  readonly data: PostedReply
  readonly raw: RawData
}

/**
 * Returns true if a status has the same content. Compares the files if any, because each file
 * belongs to only one status. Otherwise compares the text.
 */
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

/** Returns the time span in which the server can have created the status. */
function spanOf({ sentAt, firstAttemptAt }: SentStatus, call: Call): SentSpan {
  const { from } = sentSpan(sentMoments(sentAt, { createdAt: firstAttemptAt }, call), CLOCKS_APART)
  return { from, until: NEVER }
}

/** Options that differ between the searched lists. */
type StatusList<T> = Pick<ListSearchOptions<T>, 'createdAt' | 'fits' | 'span' | 'isNewestFirst'>

/** A validated entry of a list, and its unparsed form. */
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
 * Claims the oldest matching status that no other key has claimed. Later matches are other posts
 * with the same text. A file belongs to only one status.
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
 * Searches once for a status without a response. Searches the account's statuses and, if the
 * status was scheduled, the scheduled statuses.
 *
 * @param sent - Properties of the status from the receipt.
 * @returns Null when no status was found. The server may still have received the status.
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
        // The list is sorted by id. A status with a later publish time may have a smaller id.
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
 * Returns true if the server refused the request. Returns false for temporary failures, and for an
 * invalid token, which the caller handles.
 */
function isRefusal(error: unknown): error is SocialBaseError {
  if (!SocialBaseError.is(error) || NetworkError.is(error) || RateLimitError.is(error)) return false
  if (PortError.is(error) || PublishBusyError.is(error) || ClosedError.is(error)) return false
  return !AuthError.is(error) && !(PlatformError.is(error) && error.isOutage)
}

/**
 * Searches like `findSent`, but returns null when the server refuses to let the account read, for
 * example with a write-only token.
 */
export async function findIfAllowed(sent: SentStatus, call: Call & ClaimCall): Promise<FoundStatus | null> {
  try {
    return await findSent(sent, call)
  } catch (error) {
    if (!isRefusal(error)) throw error
    call.warn(`mastodon does not allow the search for a post whose response was lost: ${error.message}`)
    return null
  }
}
