import type { JsonObject, PublishCall, Receipt } from '@social/core/platform'
import * as v from 'valibot'

const moment = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  v.date(),
)

const keptFile = v.object({
  id: v.string(),
  mediaKey: v.nullable(v.string()),
  pieceBytes: v.number(),
  piecesSent: v.number(),
  /** `SENDING` while uploading, `PROCESSING` at X, `READY`, then `DESCRIBED` if it has an alt text. */
  stage: v.picklist(['SENDING', 'PROCESSING', 'READY', 'DESCRIBED']),
})

const kept = v.object({
  files: v.fallback(v.array(keptFile), []),
  /** Earliest expiry of the files; null without files. */
  endsAt: v.fallback(v.nullable(moment), null),
})

/** Saved state of a file: enough for another process to resume. */
export type SavedFile = v.InferOutput<typeof keptFile>

/** State saved by earlier attempts. */
export type Kept = v.InferOutput<typeof kept>

/** Reads the state of an earlier attempt. */
export function readSaved(receipt: Receipt | null): Kept {
  const read = v.safeParse(kept, receipt?.data ?? {})
  return read.success ? read.output : { files: [], endsAt: null }
}

/** Serialises the state for a receipt. */
export function toData({ files, endsAt }: Kept): JsonObject {
  return {
    files: files.map((file) => ({ ...file })),
    endsAt: endsAt?.toISOString() ?? null,
  }
}

/** Saves the state of the files in a checkpoint. */
export function keepPrepared(step: 'PREPARE' | 'WAIT', all: Kept, call: PublishCall): Promise<void> {
  return call.checkpoint({ step, data: toData(all), repeatableUntil: all.endsAt })
}
