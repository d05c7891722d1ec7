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

/** Statuses in one page at most. https://docs.joinmastodon.org/methods/accounts/#statuses (read 2026-09-24) */
const PAGE = 40

/**
 * Pages that are looked through: an account that posted more than these 1,000 statuses since then has to be looked at by a
 * person. Nearly every look ends with its first page, that being older than what is looked for. Our choice: a server takes
 * 300 requests in five minutes. https://docs.joinmastodon.org/api/rate-limits/ (read 2026-11-23)
 */
const MAX_PAGES = 25

/** How far the clocks of one server may be apart, in seconds: that of its `Date`, which is whole seconds, and that of its database. */
const CLOCKS_APART = { secondsBefore: 2, secondsAfter: 0 } as const

/** No later end: a scheduled status comes out when it is due, or when the server gets round to it. The last moment of a `Date`. */
const NEVER = new Date(8_640_000_000_000_000)

/** Seconds by which the moment of a scheduled status may be rounded. Our choice. */
const ROUNDED = { secondsBefore: 1, secondsAfter: 1 } as const

/** A status on the server, as it was answered. */
export interface FoundStatus {
  readonly data: PostedReply
  readonly raw: RawData
}

/** Files are named by one status only, so where there are some they decide; otherwise the words do. */
async function hasContent(
  { mediaIds, mark }: SentStatus,
  there: {
    readonly mediaIds: readonly string[]
    readonly mark: () => string | null | Promise<string | null>
  },
): Promise<boolean> {
  if (mediaIds.length > 0)
    return there.mediaIds.length > 0 && mediaIds.every((id) => there.mediaIds.includes(id))
  return there.mediaIds.length === 0 && mark !== null && (await there.mark()) === mark
}

function answersTheSame({ target, quotedStatusId }: SentStatus, status: SentReply): boolean {
  const quoted = status.quote?.quoted_status?.id ?? status.quote?.quoted_status_id ?? quotedStatusId
  return (status.in_reply_to_id ?? null) === target.inReplyToId && quoted === quotedStatusId
}

async function isStatus(sent: SentStatus, status: SentReply): Promise<boolean> {
  if (!answersTheSame(sent, status)) return false
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

/** When a status can have been made. */
function spanOf({ sentAt, firstAttemptAt }: SentStatus, call: Call): SentSpan {
  const { from } = sentSpan(sentMoments(sentAt, { createdAt: firstAttemptAt }, call), CLOCKS_APART)
  return { from, until: NEVER }
}

/** One list that is looked through, as `searchList` needs it. */
type StatusList<T> = Pick<ListSearchOptions<T>, 'createdAt' | 'fits' | 'span' | 'isNewestFirst'>

/** An entry that can be read, and how it came. */
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
      const asked = { ...query, limit: PAGE, max_id: after }
      const { data, headers } = await http.request('GET', path, statusesReply, { query: asked })
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

/** The oldest free status that fits: later ones repeat the text. A media file belongs to one status only. */
async function claimOldest<T extends { readonly id: string }>(
  looked: ListSearch<Listed<T>>,
  { mediaIds }: SentStatus,
  call: Call & ClaimCall,
): Promise<RawData | null> {
  const claimed = await claimFitting(
    { ...looked, fitting: looked.fitting.toReversed() },
    { idOf: ({ entry }) => entry.id, pick: 'FIRST', isUnique: mediaIds.length > 0 },
    call,
  )
  return claimed.state === 'OWNED' ? claimed.item.raw : null
}

/**
 * Looks once for a status that was sent: among the account's newest ones, and among the scheduled ones where it was one.
 *
 * @param sent - What the receipt tells of it.
 * @returns Null when it is not there, which proves nothing.
 */
export async function findSent(sent: SentStatus, call: Call & ClaimCall): Promise<FoundStatus | null> {
  const { publishAt } = sent
  const inStatuses = async (): Promise<RawData | null> => {
    const path = `/api/v1/accounts/${encodeURIComponent(serverAccountId(call.connection))}/statuses`
    const looked = await searchThrough(
      { path, schema: sentReply, query: { exclude_reblogs: true } },
      {
        createdAt: ({ entry }) => toMomentOrNull(entry.created_at),
        fits: ({ entry }) => isStatus(sent, entry),
        span: () => spanOf(sent, call),
        isNewestFirst: true,
      },
      call,
    )
    return claimOldest(looked, sent, call)
  }
  const inScheduled = async (due: Date): Promise<RawData | null> => {
    const looked = await searchThrough(
      { path: '/api/v1/scheduled_statuses', schema: scheduledReply },
      {
        createdAt: ({ entry }) => toMomentOrNull(entry.scheduled_at),
        fits: ({ entry }) => isScheduled(sent, entry),
        span: () => sentSpan([due], ROUNDED),
        // By their ids: those that come out last may have been made first.
        isNewestFirst: false,
      },
      call,
    )
    return claimOldest(looked, sent, call)
  }
  const raw = (publishAt && (await inScheduled(publishAt))) ?? (await inStatuses())
  if (raw === null) return null
  return { data: v.parse(postedReply, raw), raw }
}

/** True for a definite refusal: what an outage or a used-up limit leaves open passes by itself, a dead token is for the caller. */
function isRefusal(error: unknown): error is SocialBaseError {
  if (!SocialBaseError.is(error) || NetworkError.is(error) || RateLimitError.is(error)) return false
  if (PortError.is(error)) return false
  return !AuthError.is(error) && !(PlatformError.is(error) && error.isOutage)
}

/** As `findSent`; a server that does not let the account look (a token that may only write) shows nothing. */
export async function findIfAllowed(sent: SentStatus, call: Call & ClaimCall): Promise<FoundStatus | null> {
  try {
    return await findSent(sent, call)
  } catch (error) {
    if (!isRefusal(error)) throw error
    call.warn(`A lost post cannot be looked for: ${error.message}`)
    return null
  }
}
