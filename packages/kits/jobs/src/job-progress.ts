import type { PartOut, PostResult, Progress } from '@social/core'
import type { Clock, JsonObject } from '@social/core/store'
import * as v from 'valibot'

import { partOf, partSchema } from './memo.js'

/** Minimum number of seconds between two upload reports. Our choice. */
const REPORT_EVERY_SECONDS = 1

/** Progress of an upload, and the post of a thread to which the upload belongs. */
export interface JobProgress extends Progress {
  /** Index of the post in its thread, starting at 0. For a single post always 0. */
  readonly partIndex: number
  /** Number of posts in the thread. For a single post always 1. */
  readonly partCount: number
}

const count = v.number()
const uploadSchema = v.object({
  mediaIndex: count,
  mediaCount: count,
  sentBytes: count,
  totalBytes: count,
  partIndex: count,
  partCount: count,
})
const progressSchema = v.object({
  upload: v.fallback(v.nullable(uploadSchema), null),
  /**
   * Published posts of a thread. Null until the attempt has published a post, or has found a
   * published post.
   */
  parts: v.fallback(v.nullable(v.array(partSchema)), null),
})

const NOTHING = { upload: null, parts: null } as const

/** Reads the progress of an attempt. Unreadable fields become null. */
export function readProgress(progress: JsonObject | null): v.InferOutput<typeof progressSchema> {
  if (progress === null) return NOTHING
  const read = v.safeParse(progressSchema, progress)
  return read.success ? read.output : NOTHING
}

/**
 * Sends the progress of an attempt to the queue, one report at a time. Upload progress is sent at
 * most once a second. A completed file and a published post are sent immediately. The attempt does
 * not wait for reports, and ignores their errors.
 */
export class ProgressReporter {
  readonly #clock: Clock
  readonly #report: (progress: JsonObject) => Promise<void>
  #upload: JobProgress | null = null
  #parts: readonly PartOut[] | null = null
  #nextAt = -Infinity
  #isReporting = false
  #isUrgent = false

  constructor(clock: Clock, report: (progress: JsonObject) => Promise<void>) {
    this.#clock = clock
    this.#report = report
  }

  /** Reports upload progress to the queue. */
  uploaded(progress: JobProgress): void {
    this.#upload = progress
    this.#change(progress.sentBytes >= progress.totalBytes)
  }

  /**
   * Reports a published post of a thread to the queue. Posts of earlier attempts must be reported
   * first.
   */
  published(part: PostResult, partIndex: number): void {
    this.#parts = [...(this.#parts ?? []).slice(0, partIndex), partOf(part)]
    this.#upload = null
    this.#change(true)
  }

  #change(isUrgent: boolean): void {
    if (isUrgent) this.#isUrgent = true
    const now = this.#clock.monotonic()
    if (this.#isReporting || (!this.#isUrgent && now < this.#nextAt)) return
    this.#isReporting = true
    this.#isUrgent = false
    this.#nextAt = now + REPORT_EVERY_SECONDS
    const progress = {
      upload: this.#upload && { ...this.#upload },
      parts: this.#parts?.map(partOf) ?? null,
    }
    const reported = (): void => {
      this.#isReporting = false
      if (this.#isUrgent) this.#change(false)
    }
    void this.#report(progress).then(reported, reported)
  }
}
