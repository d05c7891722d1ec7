import type { JsonObject, PublishCall, Receipt } from '@social/core/platform'
import * as v from 'valibot'

import { toMomentOrNull } from '../../map/index.js'
import { blobRef, type Card, card } from '../../schemas.js'
import { makeTid } from '../tid.js'

/**
 * Time for which a server surely keeps an unused file. Servers delete unused files after hours,
 * some of them earlier.
 * https://atproto.com/specs/blob (read 2026-11-21)
 */
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
  /**
   * Key of the post's record. The key is chosen before the request and is the same in all
   * attempts.
   */
  readonly key: string
  /** Creation time in the post's record. The time is the same in all attempts. */
  readonly createdAt: string
  /** Uploaded files, in the order of the post's media. */
  readonly blobs: readonly v.InferOutput<typeof blobRef>[]
  /** Uploaded captions of the video: all of them or none. */
  readonly captions: readonly v.InferOutput<typeof blobRef>[]
  /** Link card that was created from a web page. */
  readonly card: Card | null
  /** Time of the first upload. */
  readonly uploadedAt: string | null
  /** Id of the job that processes the video; null without a job. */
  readonly videoJob: string | null
}

/** Progress before the first step. */
const NOTHING = { blobs: [], captions: [], card: null, uploadedAt: null, videoJob: null } as const

/** Returns the record key in a receipt; null if the receipt has none. */
export function keyOf(receipt: Receipt): string | null {
  return v.parse(kept, receipt.data).key
}

/**
 * Returns the progress of an earlier attempt, or the initial progress. Leaves out uploads that may
 * have expired, except if the attempt has sent the post. A sent post is sent again unchanged.
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

/**
 * Converts the progress to the JSON that a receipt stores. The data does not contain the post's
 * text.
 */
export function toData(progress: Progressed): JsonObject {
  const { key, createdAt, blobs, captions, uploadedAt, videoJob } = progress
  const cardData = progress.card as unknown as JsonObject | null // safe cast: the card contains only texts and a blob reference that was parsed from JSON
  const asJson = (files: Progressed['blobs']) => files as unknown as JsonObject[] // safe cast: blob references were parsed from JSON
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
