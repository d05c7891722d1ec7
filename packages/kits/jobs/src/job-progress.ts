import type { PartOut, PostResult, Progress } from '@social/core'
import type { Clock, JsonObject } from '@social/core/store'
import * as v from 'valibot'

import { partOf, partSchema } from './memo.js'

/** Seconds between two times that the queue is told how far an upload is. Our choice. */
const REPORT_EVERY_SECONDS = 1

/** How far an upload is. */
export interface JobProgress extends Progress {
  /** Which part of a thread is uploaded, from 0; 0 for a post. */
  readonly partIndex: number
  /** How many parts there are; 1 for a post. */
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
  /** The posts of a thread that are out; null until the try knows of any. */
  parts: v.fallback(v.nullable(v.array(partSchema)), null),
})

const NOTHING = { upload: null, parts: null } as const

/** What a try has told of itself. Whatever cannot be read counts as nothing. */
export function readProgress(progress: JsonObject | null): v.InferOutput<typeof progressSchema> {
  if (progress === null) return NOTHING
  const read = v.safeParse(progressSchema, progress)
  return read.success ? read.output : NOTHING
}

/**
 * Tells the queue how far a try is: one telling at a time, of an upload at most once a second, and of what matters at once: a
 * file that is through, a post that is out. Nothing waits for it, and what fails is dropped.
 */
export class ProgressReporter {
  readonly #clock: Clock
  readonly #tell: (progress: JsonObject) => Promise<void>
  #upload: JobProgress | null = null
  #parts: readonly PartOut[] | null = null
  #nextAt = -Infinity
  #isTelling = false
  #isUrgent = false

  constructor(clock: Clock, tell: (progress: JsonObject) => Promise<void>) {
    this.#clock = clock
    this.#tell = tell
  }

  /** An upload has come that far. */
  uploaded(progress: JobProgress): void {
    this.#upload = progress
    this.#change(progress.sentBytes >= progress.totalBytes)
  }

  /** One more post of a thread is out. Those of an earlier try come first. */
  published(part: PostResult, partIndex: number): void {
    this.#parts = [...(this.#parts ?? []).slice(0, partIndex), partOf(part)]
    this.#upload = null
    this.#change(true)
  }

  #change(isUrgent: boolean): void {
    if (isUrgent) this.#isUrgent = true
    const now = this.#clock.monotonic()
    if (this.#isTelling || (!this.#isUrgent && now < this.#nextAt)) return
    this.#isTelling = true
    this.#isUrgent = false
    this.#nextAt = now + REPORT_EVERY_SECONDS
    const progress = {
      upload: this.#upload && { ...this.#upload },
      parts: this.#parts?.map(partOf) ?? null,
    }
    const told = (): void => {
      this.#isTelling = false
      if (this.#isUrgent) this.#change(false)
    }
    void this.#tell(progress).then(told, told)
  }
}
