import {
  ClosedError,
  ConfigError,
  RateLimitError,
  SocialBaseError,
  SpendingLimitError,
  whatNext,
} from '@social/core'

import type { RunJob, Verdict } from '../binding.js'
import { verdictFor, withinPatience } from '../deciding/verdict.js'
import { Waits } from '../deciding/waits.js'
import { readEnvelope, subjectOf } from '../envelope.js'
import type { Listeners } from '../events.js'
import { isJobKind, type JobKind } from '../job-id.js'
import { infoOf } from '../job-info.js'
import { ProgressReporter } from '../job-progress.js'
import { type Memo, problemOf, readMemo, writeMemo } from '../memo.js'
import type { Attempt, Handler, HandlerParts } from './handler.js'
import { deliver, publish, publishThread, sweep } from './handlers.js'

const HANDLERS: Readonly<Record<JobKind, Handler>> = {
  PUBLISH: publish,
  PUBLISH_THREAD: publishThread,
  DELIVER: deliver,
  SWEEP: sweep,
}

/**
 * Kinds of jobs that send requests to a network. These jobs wait while the network's rate limit
 * for their connection applies.
 */
const SENDING: ReadonlySet<JobKind> = new Set(['PUBLISH', 'PUBLISH_THREAD'])

/** Runs jobs of every kind, decides the next state of each job, and calls the listeners. */
export class Runner {
  readonly #parts: HandlerParts
  readonly #listeners: Listeners
  readonly #waits: Waits
  readonly #onClosed = new Set<() => void>()

  constructor(parts: HandlerParts, listeners: Listeners) {
    this.#parts = parts
    this.#listeners = listeners
    this.#waits = new Waits(parts.settings.client.clock)
  }

  /** Adds a function that is called once, when a job finds the client closed. */
  onClosed(listener: () => void): void {
    this.#onClosed.add(listener)
  }

  readonly run: RunJob = async (job, context) => {
    const envelope = readEnvelope(job)
    const { connectionId } = subjectOf(envelope)
    const sendsRequests = isJobKind(job.kind) && SENDING.has(job.kind)
    const memo = readMemo(job.memo)
    const { client, patienceSeconds } = this.#parts.settings
    const wait = sendsRequests && connectionId !== null ? this.#waits.secondsFor(connectionId) : 0
    const seconds = withinPatience(wait, { memo, now: client.clock.now(), patienceSeconds })
    if (seconds > 0) return { to: 'WAITING', afterSeconds: seconds, memo: job.memo }
    const reporter = new ProgressReporter(client.clock, context.reportProgress)
    const one = { job, envelope, memo, signal: context.signal, reporter }
    try {
      if (!isJobKind(job.kind)) throw unknownKind(job.kind)
      const verdict = await HANDLERS[job.kind](one, this.#parts)
      if (verdict.to === 'HELD' || verdict.to === 'FAILED') this.#notify(one, verdict, null)
      return verdict
    } catch (error) {
      return this.#afterFailure(one, error)
    }
  }

  #afterFailure(one: Attempt, error: unknown): Verdict {
    const { job, memo, signal } = one
    // The attempt was aborted, so the job waits again. The next worker uses the same idempotency
    // key, and queries the network for a post with an unknown outcome.
    if (signal.aborted) return { to: 'WAITING', afterSeconds: 0, memo: job.memo }
    if (isOfClosedClient(error)) {
      // Another worker takes the job. This worker takes no more jobs, because each of them would fail.
      const verdict = givenBack(error, memo)
      this.#notify(one, verdict, error)
      for (const listener of this.#onClosed) listener()
      this.#onClosed.clear()
      return verdict
    }
    const { client, patienceSeconds } = this.#parts.settings
    const { connectionId } = subjectOf(one.envelope)
    const { afterSeconds } = whatNext(error)
    const isOfConnection = RateLimitError.is(error) && !SpendingLimitError.is(error)
    if (isOfConnection && connectionId !== null && afterSeconds !== null)
      // Limits the wait to `patienceSeconds`, even if the network requests a longer wait.
      this.#waits.note(connectionId, Math.min(afterSeconds, patienceSeconds))
    const out = SocialBaseError.is(error) ? error.partsOut : []
    const verdict = verdictFor(error, {
      // The memo keeps the posts of a thread that were already published, even if the remaining
      // posts fail.
      memo: out.length > 0 ? { ...memo, parts: out } : memo,
      now: client.clock.now(),
      random: client.random,
      patienceSeconds,
    })
    this.#notify(one, verdict, error)
    return verdict
  }

  #notify({ job, envelope }: Attempt, verdict: Verdict, error: unknown): void {
    const now = this.#parts.settings.client.clock.now().getTime()
    const dueAt = verdict.to === 'WAITING' ? new Date(now + verdict.afterSeconds * 1000) : null
    const after = { ...job, state: verdict.to, memo: verdict.memo, dueAt }
    const info = infoOf(after, subjectOf(envelope))
    if (verdict.to === 'WAITING')
      this.#listeners.notify('putBack', { job: info, afterSeconds: verdict.afterSeconds, error })
    else if (verdict.to === 'HELD') this.#listeners.notify('held', { job: info, error })
    else if (verdict.to === 'FAILED') this.#listeners.notify('failed', { job: info, error })
  }
}

/**
 * Returns true if the client was closed. A query for a lost post then fails with this error as its cause, and a
 * dispatcher with this error of a handler.
 */
function isOfClosedClient(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isOfClosedClient)
  return ClosedError.is(error) || (SocialBaseError.is(error) && ClosedError.is(error.cause))
}

/** Returns the job to the queue, without counting the attempt as a failure. */
function givenBack(error: unknown, memo: Memo): Verdict {
  return { to: 'WAITING', afterSeconds: 0, memo: writeMemo({ ...memo, problem: problemOf(error, 'RETRY') }) }
}

/**
 * Returns the error for a job of an unknown kind. During a deploy, a newer version may have added
 * such a job.
 */
function unknownKind(kind: string): ConfigError {
  return new ConfigError(
    `This worker does not know jobs of the kind "${kind}". Update @social/jobs in this process.`,
  )
}
