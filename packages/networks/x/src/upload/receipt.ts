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
  /**
   * Stage of a file: `SENDING` during the upload, `PROCESSING` at X, `READY`, then `DESCRIBED`
   * once the alt text is added.
   */
  stage: v.picklist(['SENDING', 'PROCESSING', 'READY', 'DESCRIBED']),
})

const kept = v.object({
  files: v.fallback(v.array(keptFile), []),
  /** Time at which the first file expires; null without files. */
  endsAt: v.fallback(v.nullable(moment), null),
})

/** Saved state of a file. Another process can resume the upload with this state. */
export type SavedFile = v.InferOutput<typeof keptFile>

/** State of all files of a post that earlier attempts saved. */
export type Kept = v.InferOutput<typeof kept>

/** Reads the state of an earlier attempt from a receipt. */
export function readSaved(receipt: Receipt | null): Kept {
  const read = v.safeParse(kept, receipt?.data ?? {})
  return read.success ? read.output : { files: [], endsAt: null }
}

/** Converts the state to the JSON that a receipt stores. */
export function toData({ files, endsAt }: Kept): JsonObject {
  return {
    files: files.map((file) => ({ ...file })),
    endsAt: endsAt?.toISOString() ?? null,
  }
}

/** Saves the state of the files in a checkpoint of the publishing job. */
export function keepPrepared(step: 'PREPARE' | 'WAIT', all: Kept, call: PublishCall): Promise<void> {
  return call.checkpoint({ step, data: toData(all), repeatableUntil: all.endsAt })
}
