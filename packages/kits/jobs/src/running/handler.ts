import type { StoredJob, Verdict } from '../binding.js'
import type { Envelope, Envelopes } from '../envelope.js'
import type { JobEvents } from '../events.js'
import type { Intake } from '../intake.js'
import type { ProgressReporter } from '../job-progress.js'
import type { Memo } from '../memo.js'
import type { Settings } from '../options.js'

/** One attempt of a job, with its parsed payload. */
export interface Attempt {
  readonly job: StoredJob
  readonly envelope: Envelope
  readonly memo: Memo
  readonly signal: AbortSignal
  readonly reporter: ProgressReporter
}

/** Names of the events that a job emits while it runs. */
type JobEventName = 'published' | 'partPublished' | 'progress' | 'completed'

/** Objects and functions that the handlers use. */
export interface HandlerParts {
  readonly settings: Settings
  readonly envelopes: Envelopes
  readonly intake: Intake
  /** Emits an event to the listeners of this process, and adds the job's info to the event. */
  readonly notify: <K extends JobEventName>(name: K, one: Attempt, event: Omit<JobEvents[K], 'job'>) => void
  readonly reportRenewal: (event: JobEvents['renewed']) => void
}

/**
 * Runs one attempt of a job. If a handler rejects, `verdictFor` decides the next state of the job.
 */
export type Handler = (one: Attempt, parts: HandlerParts) => Promise<Verdict>
