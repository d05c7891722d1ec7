import type { JsonObject, PublishCall, Receipt } from '@social/core/platform'
import * as v from 'valibot'

import { toMomentOrNull } from '../../map/index.js'
import { blobRef, type Card, card } from '../../schemas.js'
import { makeTid } from '../tid.js'

/** How long an uploaded file that no post names is surely still there. Servers clear them after hours; some after less.
 *  https://atproto.com/specs/blob (read 2026-11-21) */
const UPLOAD_LIVES_MS = 30 * 60_000

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

/** How far a post has come. */
export interface Progressed {
  /** Key of the record, chosen before it is sent. The same in every try. */
  readonly key: string
  /** What the post says of its own age; the same in every try. */
  readonly createdAt: string
  /** Files on the server, in the order of the post's media; fewer while some are to come. */
  readonly blobs: readonly v.InferOutput<typeof blobRef>[]
  /** Captions of the video on the server; all of them, or none. */
  readonly captions: readonly v.InferOutput<typeof blobRef>[]
  /** The link card that was made from a page. */
  readonly card: Card | null
  /** When the first of them was uploaded. */
  readonly uploadedAt: string | null
  /** The video that is being worked on. */
  readonly videoJob: string | null
}

/** What has come of a post before its first step. */
const NOTHING = { blobs: [], captions: [], card: null, uploadedAt: null, videoJob: null } as const

/** Key of the record that a receipt is about; null when it has none. */
export function keyOf(receipt: Receipt): string | null {
  return v.parse(kept, receipt.data).key
}

/**
 * What an earlier try left behind, or a beginning. Files that may be gone by now are uploaded again; but a try that was
 * sent and may have taken effect is repeated as it was.
 */
export function readProgress({ receipt, clock, random }: PublishCall): Progressed {
  const now = clock.now()
  if (receipt === null) return { ...NOTHING, key: makeTid({ clock, random }), createdAt: now.toISOString() }
  const read = v.parse(kept, receipt.data)
  const since = toMomentOrNull(read.uploadedAt)
  const isFresh =
    receipt.step === 'FINISH' || (since !== null && now.getTime() - since.getTime() < UPLOAD_LIVES_MS)
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

/** The same as a receipt keeps it. The words are not in it. */
export function toData(progress: Progressed): JsonObject {
  const { key, createdAt, blobs, captions, uploadedAt, videoJob } = progress
  const cardData = progress.card as unknown as JsonObject | null // it is made of texts and of a file that came as JSON
  const asJson = (files: Progressed['blobs']) => files as unknown as JsonObject[] // they came as JSON
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
