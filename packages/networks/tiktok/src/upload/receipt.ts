import type { Call, Finish, JsonObject, PublishCall, Receipt } from '@social/core/platform'
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
 * can write to the upload; it is good until `endsAt`, by TikTok's own time.
 */
export type Kept = v.InferOutput<typeof kept>

/** Reads what an earlier try wrote down; null when there is none to go on from. */
export function readSaved(receipt: Receipt | null): Kept | null {
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

/** For how long the address of an upload is good, by TikTok's own time; negative once it is over. */
export function secondsLeft({ endsAt }: Kept, call: Pick<Call, 'networkNow'>): number {
  return (endsAt.getTime() - call.networkNow().getTime()) / 1000
}

/**
 * Marks the request with the last piece: with it the post takes its course. It may be sent again while its address is
 * good, because one address makes one post.
 */
export function finishOf(upload: Kept, call: Pick<Call, 'networkNow' | 'clock'>): Finish {
  // Whether a receipt may be repeated is judged by our own clock.
  const repeatableUntil = new Date(call.clock.now().getTime() + secondsLeft(upload, call) * 1000)
  return { data: dataOf(upload), repeatableUntil }
}

/** Writes down that nobody can go on with the upload: the next try begins afresh. */
export function forget(call: PublishCall): Promise<void> {
  return call.checkpoint({ step: 'PREPARE', data: {}, repeatableUntil: null })
}
