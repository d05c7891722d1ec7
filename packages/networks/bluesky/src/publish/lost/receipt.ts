import type { JsonObject, PublishCall, Receipt } from '@social/core/platform'
import * as v from 'valibot'

import { toMomentOrNull } from '../../map/index.js'
import { blobRef, type Card, card } from '../../schemas.js'
import { makeTid } from '../tid.js'

/** Guaranteed lifetime of an uploaded file without a post. Servers delete such files after hours, some earlier.
 *  https://atproto.com/specs/blob (read 2026-11-21) */
const UPLOAD_LIFETIME_MS = 30 * 60_000

const text = v.fallback(v.nullable(v.string()), null)
const kept = v.object({
  key: text,
  createdAt: text,
  blobs: v.fallback(v.array(blobRef), []),
  captions: v.fallback(v.array(blobRef), []),
  card: v.fallback(v.nullable(card), null),
  uploadedAt: text,
  videoJob: text,
})

/** Progress of publishing a post. */
export interface Progressed {
  /** Key of the record, chosen before the request. Equal in all attempts. */
  readonly key: string
  /** Time in the record. Equal in all attempts. */
  readonly createdAt: string
  /** Uploaded files, in the order of the post's media. Shorter until all are uploaded. */
  readonly blobs: readonly v.InferOutput<typeof blobRef>[]
  /** Uploaded captions of the video: all or none. */
  readonly captions: readonly v.InferOutput<typeof blobRef>[]
  /** Link card created from a page. */
  readonly card: Card | null
  /** Time of the first upload. */
  readonly uploadedAt: string | null
  /** Job of the video that is being processed. */
  readonly videoJob: string | null
}

/** Progress before the first step. */
const NOTHING = { blobs: [], captions: [], card: null, uploadedAt: null, videoJob: null } as const

/** Record key in a receipt; null without one. */
export function keyOf(receipt: Receipt): string | null {
  return v.parse(kept, receipt.data).key
}

/**
 * Progress of an earlier attempt, or the initial one. Uploads that may have expired are repeated. An attempt that was sent
 * and may have taken effect is repeated unchanged.
 */
export function readProgress({ receipt, clock, random }: PublishCall): Progressed {
  const now = clock.now()
  if (receipt === null) return { ...NOTHING, key: makeTid({ clock, random }), createdAt: now.toISOString() }
  const read = v.parse(kept, receipt.data)
  const since = toMomentOrNull(read.uploadedAt)
  const isFresh =
    receipt.step === 'FINISH' || (since !== null && now.getTime() - since.getTime() < UPLOAD_LIFETIME_MS)
  return {
    key: read.key ?? makeTid({ clock, random }),
    createdAt: read.createdAt ?? now.toISOString(),
    blobs: isFresh ? read.blobs : [],
    captions: isFresh ? read.captions : [],
    card: isFresh ? read.card : null,
    uploadedAt: isFresh ? read.uploadedAt : null,
    videoJob: read.videoJob,
  }
}

/** Progress in the format of a receipt. The text is not included. */
export function toData(progress: Progressed): JsonObject {
  const { key, createdAt, blobs, captions, uploadedAt, videoJob } = progress
  const cardData = progress.card as unknown as JsonObject | null // it consists of texts and a parsed JSON file reference
  const asJson = (files: Progressed['blobs']) => files as unknown as JsonObject[] // they are parsed JSON
  return {
    key,
    createdAt,
    blobs: asJson(blobs),
    captions: asJson(captions),
    card: cardData,
    uploadedAt,
    videoJob,
  }
}
