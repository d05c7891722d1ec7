import type { Finish, JsonObject, PublishCall, Receipt } from '@social/core/platform'
import * as v from 'valibot'

const kept = v.object({
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
 * An upload as it is written down: enough for another process to go on. `uploadUrl` is a secret, because whoever has it
 * can write to the upload; it is good until `endsAt`.
 */
export type Kept = v.InferOutput<typeof kept>

/** Reads what an earlier try wrote down; null when there is none to go on from. */
export function readKept(receipt: Receipt | null): Kept | null {
  const read = v.safeParse(kept, receipt?.data)
  return read.success ? read.output : null
}

function dataOf(upload: Kept): JsonObject {
  return { ...upload, endsAt: upload.endsAt.toISOString() }
}

/** Writes down what can still be undone. Never too old to be read: what became of it is asked before a new beginning. */
export function keepPrepared(upload: Kept, call: PublishCall): Promise<void> {
  return call.checkpoint({ step: 'PREPARE', data: dataOf(upload), repeatableUntil: null })
}

/**
 * Marks the request with the last piece: with it the post takes its course. It may be sent again while its address is
 * good, because one address makes one post.
 */
export function finishOf(upload: Kept): Finish {
  return { data: dataOf(upload), repeatableUntil: upload.endsAt }
}

/** Writes down that nobody can go on with the upload: the next try begins afresh. */
export function forget(call: PublishCall): Promise<void> {
  return call.checkpoint({ step: 'PREPARE', data: {}, repeatableUntil: null })
}
