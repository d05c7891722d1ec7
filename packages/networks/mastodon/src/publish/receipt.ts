import type { JsonObject, Receipt } from '@social/core/platform'
import * as v from 'valibot'

import { toMomentOrNull } from '../map/index.js'
import type { Target } from './status-form.js'

/** How long a server keeps an `Idempotency-Key`: an hour, less some minutes for clocks and slow requests.
 *  `IdempotencyKey` in app/services/post_status_service.rb of the server (read 2026-09-24) */
const KEY_LIVES_MS = 55 * 60_000

/** How long an uploaded file that no post names is surely still there; the server clears them after about a day.
 *  https://docs.joinmastodon.org/methods/media/ (read 2026-09-24) */
const UPLOAD_LIVES_MS = 20 * 3_600_000

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

/** Files that are on the server already. */
export interface Uploads {
  /** Ids in the order of the post's media; fewer while some are still to come. */
  readonly mediaIds: readonly string[]
  /** Those of them that the server still worked on. */
  readonly pendingIds: readonly string[]
  /** When the first of them was uploaded. */
  readonly uploadedAt: Date | null
}

/** What is known of a status that was sent, and may be out. The words are not in it. */
export interface SentStatus {
  readonly mediaIds: readonly string[]
  /** When it was sent first, by the server's clock: it cannot be older. */
  readonly sentAt: Date
  /** When it was sent first, by ours. */
  readonly firstAttemptAt: Date
  /** When it was sent last: later than `firstAttemptAt` once it was repeated. */
  readonly lastAttemptAt: Date
  readonly publishAt: Date | null
  /** By which its words are known again; null where it has none, or an older version wrote the receipt. */
  readonly mark: string | null
  readonly quotedStatusId: string | null
  /** The conversation that a message belongs to; null for posts, and where it is not known yet. */
  readonly conversationId: string | null
  readonly target: Target
}

/** Nothing is on the server. */
export const NO_UPLOADS: Uploads = { mediaIds: [], pendingIds: [], uploadedAt: null }

/** Files that an earlier try left on the server. */
export function readUploads(receipt: Receipt | null): Uploads {
  if (receipt === null) return NO_UPLOADS
  const { mediaIds, pendingIds, uploadedAt } = v.parse(keptData, receipt.data)
  return { mediaIds, pendingIds, uploadedAt: toMomentOrNull(uploadedAt) }
}

/** The status that an earlier try sent; null when it did not come so far. */
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

/** Until when what was uploaded can be named by a post. */
export function uploadsLiveUntil(uploadedAt: Date): Date {
  return new Date(uploadedAt.getTime() + UPLOAD_LIVES_MS)
}

/** Until when sending a status again gives the first one back. Counted from the first time: the key is not renewed. */
export function keyLivesUntil(firstAttemptAt: Date): Date {
  return new Date(firstAttemptAt.getTime() + KEY_LIVES_MS)
}

/** Uploads as a receipt keeps them. */
export function uploadData({ mediaIds, pendingIds, uploadedAt }: Uploads): JsonObject {
  return { mediaIds, pendingIds, uploadedAt: uploadedAt?.toISOString() ?? null }
}

/** What a receipt keeps of a status that is sent: everything by which it is found again, or repeated. */
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
