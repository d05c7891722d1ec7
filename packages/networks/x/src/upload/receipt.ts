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
  /** `SENDING` pieces, then `PROCESSING` at X, then `READY`, then `DESCRIBED` where it has an alt text. */
  stage: v.picklist(['SENDING', 'PROCESSING', 'READY', 'DESCRIBED']),
})

const kept = v.object({
  files: v.fallback(v.array(keptFile), []),
  /** When the first of the files runs out; null without files. */
  endsAt: v.fallback(v.nullable(moment), null),
})

/** A file as it is written down: enough for another process to go on. */
export type SavedFile = v.InferOutput<typeof keptFile>

/** State saved by earlier attempts. */
export type Kept = v.InferOutput<typeof kept>

/** Reads what an earlier try wrote down. */
export function readSaved(receipt: Receipt | null): Kept {
  const read = v.safeParse(kept, receipt?.data ?? {})
  return read.success ? read.output : { files: [], endsAt: null }
}

/** As a receipt keeps it. */
export function toData({ files, endsAt }: Kept): JsonObject {
  return {
    files: files.map((file) => ({ ...file })),
    endsAt: endsAt?.toISOString() ?? null,
  }
}

/** Writes down how far the files have come. */
export function keepPrepared(step: 'PREPARE' | 'WAIT', all: Kept, call: PublishCall): Promise<void> {
  return call.checkpoint({ step, data: toData(all), repeatableUntil: all.endsAt })
}
