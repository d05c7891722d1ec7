import type { JsonObject, Receipt } from '@social/core/platform'
import * as v from 'valibot'

import { toMomentOrNull } from '../map/index.js'
import type { Target } from './status-form.js'

/**
 * Time for which a server keeps an `Idempotency-Key`: an hour, minus five minutes for clock
 * differences and slow requests.
 * `IdempotencyKey` in app/services/post_status_service.rb of the server (read 2026-09-24)
 */
const KEY_LIFETIME_MS = 55 * 60_000

/**
 * Time for which a server surely keeps an unused file. The server deletes unused files after about
 * a day.
 * https://docs.joinmastodon.org/methods/media/ (read 2026-09-24)
 */
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

/** Files of a post that are already on the server. */
export interface Uploads {
  /** Ids of the uploaded files, in the order of the post's media. */
  readonly mediaIds: readonly string[]
  /** Ids of the files that the server was still processing when the receipt was saved. */
  readonly pendingIds: readonly string[]
  /** Time of the first upload. */
  readonly uploadedAt: Date | null
}

/** Properties of a status that was sent and may be published. They do not contain its text. */
export interface SentStatus {
  readonly mediaIds: readonly string[]
  /** Time of the first attempt, by the server's clock. The status cannot be older. */
  readonly sentAt: Date
  /** Time of the first attempt, by the clock of this process. */
  readonly firstAttemptAt: Date
  /** Time of the last attempt, by the clock of this process. */
  readonly lastAttemptAt: Date
  readonly publishAt: Date | null
  /**
   * Hash of the status text, for comparison; null without text, or in a receipt of an older
   * version.
   */
  readonly mark: string | null
  readonly quotedStatusId: string | null
  /** Conversation of a message; null for a post, or when the conversation is not known yet. */
  readonly conversationId: string | null
  readonly target: Target
}

/** State in which no file is on the server. */
export const NO_UPLOADS: Uploads = { mediaIds: [], pendingIds: [], uploadedAt: null }

/** Reads the files that an earlier attempt uploaded. */
export function readUploads(receipt: Receipt | null): Uploads {
  if (receipt === null) return NO_UPLOADS
  const { mediaIds, pendingIds, uploadedAt } = v.parse(keptData, receipt.data)
  return { mediaIds, pendingIds, uploadedAt: toMomentOrNull(uploadedAt) }
}

/** Reads the status that an earlier attempt sent. Returns null when no attempt has sent one. */
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

/** Returns the time until which a post can use the uploaded files. */
export function uploadsExpireAt(uploadedAt: Date): Date {
  return new Date(uploadedAt.getTime() + UPLOAD_LIFETIME_MS)
}

/**
 * Returns the time until which the server returns the first status for a repeated request. The
 * time counts from the first attempt, because repeats do not extend the life of the key.
 */
export function keyExpiresAt(firstAttemptAt: Date): Date {
  return new Date(firstAttemptAt.getTime() + KEY_LIFETIME_MS)
}

/** Converts the uploads to the JSON that a receipt stores. */
export function uploadData({ mediaIds, pendingIds, uploadedAt }: Uploads): JsonObject {
  return { mediaIds, pendingIds, uploadedAt: uploadedAt?.toISOString() ?? null }
}

/**
 * Converts a sent status to the JSON that a receipt stores. The data is enough to find the status
 * or to send it again.
 */
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
