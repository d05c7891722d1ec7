import type { JsonObject, Receipt } from '@social/core/platform'
import * as v from 'valibot'

/**
 * Lifetime of an upload URL: a week, minus a day as a margin for inaccurate clocks and slow
 * uploads.
 * https://developers.google.com/youtube/data/guides/using_resumable_upload_protocol (read
 * 2026-11-21)
 */
const SESSION_LIVES_MS = 6 * 86_400_000

const keptData = v.object({
  address: v.pipe(v.string(), v.url()),
  totalBytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  isScheduled: v.boolean(),
})

/**
 * A started upload. The upload URL is a secret, because anyone who has the URL can continue the
 * upload.
 */
export interface Session {
  /** URL that receives the chunks. */
  readonly address: string
  /** Size of the video in bytes. */
  readonly totalBytes: number
  readonly startedAt: Date
  /** True if the video has a scheduled publish time. */
  readonly isScheduled: boolean
}

/** Reads the receipt of an earlier attempt. Returns null when the receipt contains no upload. */
export function readSaved(receipt: Receipt | null): Session | null {
  const read = v.safeParse(keptData, receipt?.data)
  return read.success ? { ...read.output, startedAt: new Date(read.output.startedAt) } : null
}

/** Builds the receipt data of an upload. */
export function sessionData({ address, totalBytes, startedAt, isScheduled }: Session): JsonObject {
  return { address, totalBytes, startedAt: startedAt.toISOString(), isScheduled }
}

/**
 * Returns the time until which a chunk can be sent again. A repeated chunk belongs to the same
 * upload, so it never creates a second video.
 */
export function repeatableUntil({ startedAt }: Session): Date {
  return new Date(startedAt.getTime() + SESSION_LIVES_MS)
}
