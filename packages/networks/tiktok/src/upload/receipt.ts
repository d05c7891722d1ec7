import type { Call, Finish, JsonObject, PublishCall, Receipt } from '@social/core/platform'
import * as v from 'valibot'

const savedUpload = v.object({
  publishId: v.string(),
  uploadUrl: v.string(),
  endsAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
  size: v.number(),
  pieceBytes: v.number(),
  count: v.number(),
  piecesSent: v.number(),
  contentType: v.string(),
  sendTo: v.picklist(['drafts', 'profile']),
})

/**
 * A saved upload that another process can resume. `uploadUrl` is a secret, because anyone who has
 * the URL can write to the upload. The URL is valid until `endsAt` by TikTok's clock.
 */
export type SavedUpload = v.InferOutput<typeof savedUpload>

/** Reads the upload of an earlier attempt. Returns null when the receipt contains no upload. */
export function readSaved(receipt: Receipt | null): SavedUpload | null {
  const read = v.safeParse(savedUpload, receipt?.data)
  return read.success ? read.output : null
}

function dataOf(upload: SavedUpload): JsonObject {
  return { ...upload, endsAt: upload.endsAt.toISOString() }
}

/**
 * Saves the upload before the request that publishes it. The saved state does not expire, because
 * the outcome must be queried before a new upload is started.
 */
export function savePrepared(upload: SavedUpload, call: PublishCall): Promise<void> {
  return call.checkpoint({ step: 'PREPARE', data: dataOf(upload), repeatableUntil: null })
}

/**
 * Returns the remaining lifetime of the upload URL in seconds, by TikTok's clock. Negative after
 * the expiry.
 */
export function secondsLeft({ endsAt }: SavedUpload, call: Pick<Call, 'networkNow'>): number {
  return (endsAt.getTime() - call.networkNow().getTime()) / 1000
}

/**
 * Describes the request with the last piece, which publishes the post. The request can be repeated
 * while the upload URL is valid, because one URL creates one post.
 */
export function finishOf(upload: SavedUpload, call: Pick<Call, 'networkNow' | 'clock'>): Finish {
  // The deadline is converted to the local clock, because receipts are compared with the local
  // clock.
  const repeatableUntil = new Date(call.clock.now().getTime() + secondsLeft(upload, call) * 1000)
  return { data: dataOf(upload), repeatableUntil }
}

/** Removes the saved upload, which cannot be resumed. The next attempt starts a new upload. */
export function forget(call: PublishCall): Promise<void> {
  return call.checkpoint({ step: 'PREPARE', data: {}, repeatableUntil: null })
}
