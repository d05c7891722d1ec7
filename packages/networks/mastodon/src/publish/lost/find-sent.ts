import {
  AuthError,
  type Call,
  NetworkError,
  PlatformError,
  RateLimitError,
  type RawData,
  SocialBaseError,
} from '@social/core/platform'
import * as v from 'valibot'

import { hostOf, nextMaxId, serverAccountId, toMomentOrNull } from '../../map/index.js'
import type { Settings } from '../../options.js'
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
const MOST_PAGES = 25

/** How far the clocks of one server may be apart: that of its `Date`, in whole seconds, and that of its database. */
const CLOCKS_APART_MS = 2_000

/** How far the moment of a scheduled status may be rounded, in milliseconds. Our choice. */
const ROUNDED_MS = 1_000

/** Statuses whose idempotency key is remembered; the oldest are forgotten first. Our choice. */
const MOST_OWNED = 2_000

/** A status on the server, as it was answered. */
export interface FoundStatus {
  readonly data: PostedReply
  readonly raw: RawData
}

type Listed = readonly RawData[]

/**
 * Whose status it is, so that the same words under two keys are never taken for one post.
 *
 * @returns False when another key has it.
 */
export function claimStatus(statusId: string, key: string, call: Call, { owners }: Settings): boolean {
  const name = `${hostOf(call.connection)} ${statusId}`
  const owner = owners.get(name)
  if (owner !== undefined) return owner === key
  owners.set(name, key)
  const [oldest] = owners.keys()
  if (owners.size > MOST_OWNED && oldest !== undefined) owners.delete(oldest)
  return true
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

async function isScheduled(sent: SentStatus, scheduled: ScheduledReply): Promise<boolean> {
  const { params } = scheduled
  const moment = toMomentOrNull(scheduled.scheduled_at)
  const apart = Math.abs((moment?.getTime() ?? 0) - (sent.publishAt?.getTime() ?? 0))
  if (apart > ROUNDED_MS || (params?.in_reply_to_id ?? null) !== sent.target.inReplyToId) return false
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

/** Looks through a list, newest first, until a page holds nothing that is young enough. */
async function lookThrough(
  path: string,
  query: Readonly<Record<string, string | boolean>>,
  isIt: (item: RawData) => Promise<'YES' | 'NO' | 'TOO_OLD'>,
  { http }: Call,
): Promise<RawData | null> {
  let after: string | null = null
  let found: RawData | null = null
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const reply: { readonly data: Listed; readonly headers: Readonly<Record<string, string>> } =
      await http.request('GET', path, statusesReply, { query: { ...query, limit: PAGE, max_id: after } })
    let areAllOld = true
    for (const item of reply.data) {
      const answer = await isIt(item)
      // Some programs put what is pinned first, however old it is.
      if (answer !== 'TOO_OLD') areAllOld = false
      // The oldest that fits: what came later was made by whoever used the same words again.
      if (answer === 'YES') found = item
    }
    const next = nextMaxId(reply.headers)
    if (next === null || next === after || areAllOld) return found
    after = next
  }
  return found
}

/**
 * Looks once for a status that was sent: among the account's newest ones, and among the scheduled ones where it was one.
 *
 * @param sent - What the receipt tells of it.
 * @param key - The key it was sent under: what another key has made is not it.
 * @returns Null when it is not there, which proves nothing.
 */
export async function findSent(
  sent: SentStatus,
  key: string,
  call: Call,
  settings: Settings,
): Promise<FoundStatus | null> {
  const isFree = ({ id }: { readonly id: string }): boolean => {
    const owner = settings.owners.get(`${hostOf(call.connection)} ${id}`)
    return owner === undefined || owner === key
  }
  const path = `/api/v1/accounts/${encodeURIComponent(serverAccountId(call.connection))}/statuses`
  const oldest = sent.sentAt.getTime() - CLOCKS_APART_MS
  const inStatuses = (): Promise<RawData | null> =>
    lookThrough(
      path,
      { exclude_reblogs: true },
      async (item) => {
        const read = v.safeParse(sentReply, item)
        if (!read.success) return 'NO'
        const madeAt = toMomentOrNull(read.output.created_at)
        if (madeAt === null) return 'NO'
        if (madeAt.getTime() < oldest) return 'TOO_OLD'
        return isFree(read.output) && (await isStatus(sent, read.output)) ? 'YES' : 'NO'
      },
      call,
    )
  const inScheduled = (): Promise<RawData | null> =>
    lookThrough(
      '/api/v1/scheduled_statuses',
      {},
      async (item) => {
        const read = v.safeParse(scheduledReply, item)
        return read.success && isFree(read.output) && (await isScheduled(sent, read.output)) ? 'YES' : 'NO'
      },
      call,
    )
  const raw = (sent.publishAt === null ? null : await inScheduled()) ?? (await inStatuses())
  if (raw === null) return null
  const data = v.parse(postedReply, raw)
  return claimStatus(data.id, key, call, settings) ? { data, raw } : null
}

/** True for a definite refusal: what an outage or a used-up limit leaves open passes by itself, a dead token is for the caller. */
function isRefusal(error: unknown): error is SocialBaseError {
  if (!SocialBaseError.is(error) || NetworkError.is(error) || RateLimitError.is(error)) return false
  return !AuthError.is(error) && !(PlatformError.is(error) && error.isOutage)
}

/** As `findSent`; a server that does not let the account look (a token that may only write) shows nothing. */
export async function findIfAllowed(
  sent: SentStatus,
  key: string,
  call: Call,
  settings: Settings,
): Promise<FoundStatus | null> {
  try {
    return await findSent(sent, key, call, settings)
  } catch (error) {
    if (!isRefusal(error)) throw error
    call.warn(`A lost post cannot be looked for: ${error.message}`)
    return null
  }
}
