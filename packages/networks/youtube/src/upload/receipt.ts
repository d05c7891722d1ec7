import type { JsonObject, Receipt } from '@social/core/platform'
import * as v from 'valibot'

/**
 * Lifetime of an upload URL: a week, minus a day for clocks and slow uploads.
 * https://developers.google.com/youtube/data/guides/using_resumable_upload_protocol (read 2026-11-21)
 */
const SESSION_LIVES_MS = 6 * 86_400_000

const keptData = v.object({
  address: v.pipe(v.string(), v.url()),
  totalBytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  isScheduled: v.boolean(),
})

/** A started upload. Its URL is a secret: it authorizes to continue the upload. */
export interface Session {
  /** URL for the chunks. */
  readonly address: string
  /** Size of the video in bytes. */
  readonly totalBytes: number
  readonly startedAt: Date
  /** True for a scheduled video. */
  readonly isScheduled: boolean
}

/** Reads the receipt of an earlier attempt; null without an upload. */
export function readSaved(receipt: Receipt | null): Session | null {
  const read = v.safeParse(keptData, receipt?.data)
  return read.success ? { ...read.output, startedAt: new Date(read.output.startedAt) } : null
}

/** Receipt data of an upload. */
export function sessionData({ address, totalBytes, startedAt, isScheduled }: Session): JsonObject {
  return { address, totalBytes, startedAt: startedAt.toISOString(), isScheduled }
}

/** Time until which a chunk can be sent again: the upload is the same, so it never creates a second video. */
export function repeatableUntil({ startedAt }: Session): Date {
  return new Date(startedAt.getTime() + SESSION_LIVES_MS)
}
