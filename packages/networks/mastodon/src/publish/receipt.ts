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

const keptData = v.object({
  mediaIds: ids,
  pendingIds: ids,
  uploadedAt: text,
  firstSentAt: text,
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

/** What an earlier try left behind. */
export interface Kept extends Uploads {
  /** Set once the status was sent, so that it may be out: when that was, and where it went. */
  readonly sent: { readonly firstSentAt: Date; readonly target: Target } | null
}

/** Reads the receipt of an earlier try. */
export function readKept(receipt: Receipt | null): Kept {
  const { mediaIds, pendingIds, uploadedAt, firstSentAt, target } = v.parse(keptData, {
    target: null,
    ...receipt?.data,
  })
  const sentAt = receipt?.step === 'FINISH' ? (toMomentOrNull(firstSentAt) ?? receipt.madeAt) : null
  return {
    mediaIds,
    pendingIds,
    uploadedAt: toMomentOrNull(uploadedAt),
    sent: sentAt && target && { firstSentAt: sentAt, target },
  }
}

/** Until when what was uploaded can be named by a post. */
export function uploadsLiveUntil(uploadedAt: Date): Date {
  return new Date(uploadedAt.getTime() + UPLOAD_LIVES_MS)
}

/** Until when sending a status again gives the first one back. Counted from the first time: the key is not renewed. */
export function repeatableUntil(firstSentAt: Date): Date {
  return new Date(firstSentAt.getTime() + KEY_LIVES_MS)
}

/** Uploads as a receipt keeps them. */
export function uploadData({ mediaIds, pendingIds, uploadedAt }: Uploads): JsonObject {
  return { mediaIds, pendingIds, uploadedAt: uploadedAt?.toISOString() ?? null }
}

/** What a receipt keeps of a status that is sent: everything the post itself does not say. The words are not in it. */
export function sentData(uploads: Uploads, firstSentAt: Date, target: Target): JsonObject {
  const { mentions, visibility, inReplyToId } = target
  return {
    ...uploadData(uploads),
    pendingIds: [],
    firstSentAt: firstSentAt.toISOString(),
    target: { mentions, visibility, inReplyToId },
  }
}
