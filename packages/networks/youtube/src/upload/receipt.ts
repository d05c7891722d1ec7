import type { JsonObject, Receipt } from '@social/core/platform'
import * as v from 'valibot'

/** How long the address of an upload is good: a week, less a day for clocks and slow uploads.
 *  https://developers.google.com/youtube/data/guides/using_resumable_upload_protocol (read 2026-11-21) */
const SESSION_LIVES_MS = 6 * 86_400_000

const keptData = v.object({
  address: v.pipe(v.string(), v.url()),
  totalBytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  isScheduled: v.boolean(),
})

/** An upload that was begun. Its address is a secret: whoever has it can go on with the upload. */
export interface Session {
  /** Where the pieces go. */
  readonly address: string
  /** Bytes of the video. */
  readonly totalBytes: number
  readonly startedAt: Date
  /** Whether the video comes out at a set time. */
  readonly isScheduled: boolean
}

/** Reads the receipt of an earlier try; null when it tells of no upload. */
export function readSaved(receipt: Receipt | null): Session | null {
  const read = v.safeParse(keptData, receipt?.data)
  return read.success ? { ...read.output, startedAt: new Date(read.output.startedAt) } : null
}

/** An upload as a receipt keeps it. */
export function sessionData({ address, totalBytes, startedAt, isScheduled }: Session): JsonObject {
  return { address, totalBytes, startedAt: startedAt.toISOString(), isScheduled }
}

/** Until when a piece may be sent again: the upload is the same one, so it never makes a second video. */
export function repeatableUntil({ startedAt }: Session): Date {
  return new Date(startedAt.getTime() + SESSION_LIVES_MS)
}
