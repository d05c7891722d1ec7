import type { PartOut, PostResult, Progress } from '@social/core'
import type { Clock, JsonObject } from '@social/core/store'
import * as v from 'valibot'

import { partOf, partSchema } from './memo.js'

/** Minimum seconds between two progress reports of an upload. Our choice. */
const REPORT_EVERY_SECONDS = 1

/** Progress of an upload. */
export interface JobProgress extends Progress {
  /** Index of the thread part that is uploaded, from 0; 0 for a post. */
  readonly partIndex: number
  /** Number of parts; 1 for a post. */
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
  /** Published posts of a thread; null until the attempt has published or found one. */
  parts: v.fallback(v.nullable(v.array(partSchema)), null),
})

const NOTHING = { upload: null, parts: null } as const

/** Reads the progress of an attempt. An unreadable value is ignored. */
export function readProgress(progress: JsonObject | null): v.InferOutput<typeof progressSchema> {
  if (progress === null) return NOTHING
  const read = v.safeParse(progressSchema, progress)
  return read.success ? read.output : NOTHING
}

/**
 * Sends the progress of an attempt to the queue, one report at a time. Upload progress is reported at most once a
 * second. A finished file and a published post are reported immediately. No caller waits for a report, and errors are
 * ignored.
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

  /** Reports upload progress. */
  uploaded(progress: JobProgress): void {
    this.#upload = progress
    this.#change(progress.sentBytes >= progress.totalBytes)
  }

  /** Reports a published post of a thread. Posts of an earlier attempt are reported first. */
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
