import type { JsonObject, Receipt } from '@social/core/platform'
import * as v from 'valibot'

import { toMomentOrNull } from '../map/index.js'
import type { Target } from './status-form.js'

/** Lifetime of an `Idempotency-Key` on a server: an hour, minus five minutes for clocks and slow requests.
 *  `IdempotencyKey` in app/services/post_status_service.rb of the server (read 2026-09-24) */
const KEY_LIFETIME_MS = 55 * 60_000

/** Guaranteed lifetime of an uploaded file without a post. The server deletes such files after about a day.
 *  https://docs.joinmastodon.org/methods/media/ (read 2026-09-24) */
const UPLOAD_LIFETIME_MS = 20 * 3_600_000

const ids = v.fallback(v.array(v.string()), [])
const text = v.fallback(v.nullable(v.string()), null)

const keptData = v.object({ mediaIds: ids, pendingIds: ids, uploadedAt: text })

const sentData = v.object({
  mediaIds: ids,
  sentAt: text,
  lastAttemptAt: text,
  publishAt: text,
  mark: text,
  quotedStatusId: text,
  conversationId: text,
  target: v.fallback(
    v.nullable(v.object({ mentions: v.string(), visibility: text, inReplyToId: text })),
    null,
  ),
})

/** Files that are already on the server. */
export interface Uploads {
  /** Ids in the order of the post's media. Shorter until all are uploaded. */
  readonly mediaIds: readonly string[]
  /** Ids of the files that the server was still processing. */
  readonly pendingIds: readonly string[]
  /** Time of the first upload. */
  readonly uploadedAt: Date | null
}

/** Facts about a status that was sent and may be published. Its text is not included. */
export interface SentStatus {
  readonly mediaIds: readonly string[]
  /** Time of the first attempt by the server's clock. The status cannot be older. */
  readonly sentAt: Date
  /** Time of the first attempt by our clock. */
  readonly firstAttemptAt: Date
  /** Time of the last attempt. Later than `firstAttemptAt` after a repeat. */
  readonly lastAttemptAt: Date
  readonly publishAt: Date | null
  /** Hash of its text, for comparison; null without text, or in a receipt of an older version. */
  readonly mark: string | null
  readonly quotedStatusId: string | null
  /** Conversation of a message; null for posts, and when it is not known yet. */
  readonly conversationId: string | null
  readonly target: Target
}

/** No file is on the server. */
export const NO_UPLOADS: Uploads = { mediaIds: [], pendingIds: [], uploadedAt: null }

/** Files that an earlier attempt uploaded. */
export function readUploads(receipt: Receipt | null): Uploads {
  if (receipt === null) return NO_UPLOADS
  const { mediaIds, pendingIds, uploadedAt } = v.parse(keptData, receipt.data)
  return { mediaIds, pendingIds, uploadedAt: toMomentOrNull(uploadedAt) }
}

/** Status that an earlier attempt sent; null when no attempt did. */
export function readSent(receipt: Receipt | null): SentStatus | null {
  if (receipt?.step !== 'FINISH') return null
  const { target, ...kept } = v.parse(sentData, { target: null, ...receipt.data })
  if (target === null) return null
  const { createdAt } = receipt
  return {
    ...kept,
    target,
    sentAt: toMomentOrNull(kept.sentAt) ?? createdAt,
    firstAttemptAt: createdAt,
    lastAttemptAt: latest(toMomentOrNull(kept.lastAttemptAt), createdAt),
    publishAt: toMomentOrNull(kept.publishAt),
  }
}

function latest(moment: Date | null, other: Date): Date {
  return moment !== null && moment > other ? moment : other
}

/** Time until which a post can use the uploaded files. */
export function uploadsExpireAt(uploadedAt: Date): Date {
  return new Date(uploadedAt.getTime() + UPLOAD_LIFETIME_MS)
}

/** Time until which a repeated request returns the first status. Counted from the first attempt: repeats do not extend the key. */
export function keyExpiresAt(firstAttemptAt: Date): Date {
  return new Date(firstAttemptAt.getTime() + KEY_LIFETIME_MS)
}

/** Uploads in the format of a receipt. */
export function uploadData({ mediaIds, pendingIds, uploadedAt }: Uploads): JsonObject {
  return { mediaIds, pendingIds, uploadedAt: uploadedAt?.toISOString() ?? null }
}

/** Receipt data of a sent status: everything needed to find or repeat it. */
export function toSentData(
  uploads: Uploads,
  sent: Omit<SentStatus, 'mediaIds' | 'firstAttemptAt'>,
): JsonObject {
  const { mentions, visibility, inReplyToId } = sent.target
  return {
    ...uploadData(uploads),
    pendingIds: [],
    sentAt: sent.sentAt.toISOString(),
    lastAttemptAt: sent.lastAttemptAt.toISOString(),
    publishAt: sent.publishAt?.toISOString() ?? null,
    mark: sent.mark,
    quotedStatusId: sent.quotedStatusId,
    conversationId: sent.conversationId,
    target: { mentions, visibility, inReplyToId },
  }
}
