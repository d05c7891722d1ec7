import { ConfigError, RateLimitError, SocialBaseError, SpendingLimitError, whatNext } from '@social/core'

import type { RunJob, Verdict } from './binding.js'
import { verdictFor, withinPatience } from './deciding/verdict.js'
import { Waits } from './deciding/waits.js'
import { readEnvelope, subjectOf } from './envelope.js'
import type { Listeners } from './events.js'
import {
  checkState,
  deliver,
  type Handler,
  type HandlerParts,
  publish,
  publishThread,
  sweep,
  type Try,
} from './handlers.js'
import { isJobKind, type JobKind } from './job-id.js'
import { infoOf } from './job-info.js'
import { ProgressReporter } from './job-progress.js'
import { readMemo } from './memo.js'

const HANDLERS: Readonly<Record<JobKind, Handler>> = {
  PUBLISH: publish,
  PUBLISH_THREAD: publishThread,
  CHECK_STATE: checkState,
  DELIVER: deliver,
  SWEEP: sweep,
}

/** Kinds that ask a network: they wait where it has asked their connection to. */
const ASKING: ReadonlySet<JobKind> = new Set(['PUBLISH', 'PUBLISH_THREAD', 'CHECK_STATE'])

/** Runs jobs of every kind, decides what becomes of them, and tells it. */
export class Runner {
  readonly #parts: HandlerParts
  readonly #listeners: Listeners
  readonly #waits: Waits

  constructor(parts: HandlerParts, listeners: Listeners) {
    this.#parts = parts
    this.#listeners = listeners
    this.#waits = new Waits(parts.settings.client.clock)
  }

  readonly run: RunJob = async (job, context) => {
    const envelope = readEnvelope(job)
    const { connectionId } = subjectOf(envelope)
    const asksNetwork = isJobKind(job.kind) && ASKING.has(job.kind)
    const memo = readMemo(job.memo)
    const { client, patienceSeconds } = this.#parts.settings
    const asked = asksNetwork && connectionId !== null ? this.#waits.secondsFor(connectionId) : 0
    const seconds = withinPatience(asked, { memo, now: client.clock.now(), patienceSeconds })
    if (seconds > 0) return { to: 'WAITING', afterSeconds: seconds, memo: job.memo }
    const teller = new ProgressReporter(client.clock, context.tell)
    const one = { job, envelope, memo, signal: context.signal, teller }
    try {
      if (!isJobKind(job.kind)) throw unknownKind(job.kind)
      const verdict = await HANDLERS[job.kind](one, this.#parts)
      if (verdict.to === 'HELD' || verdict.to === 'FAILED') this.#tell(one, verdict, null)
      return verdict
    } catch (error) {
      return this.#afterFailure(one, error)
    }
  }

  #afterFailure(one: Try, error: unknown): Verdict {
    const { job, memo, signal } = one
    // Called off: the next worker goes on, under the same key, and what was open is looked up there.
    if (signal.aborted) return { to: 'WAITING', afterSeconds: 0, memo: job.memo }
    const { client, patienceSeconds } = this.#parts.settings
    const { connectionId } = subjectOf(one.envelope)
    const { afterSeconds } = whatNext(error)
    const isOfConnection = RateLimitError.is(error) && !SpendingLimitError.is(error)
    if (isOfConnection && connectionId !== null && afterSeconds !== null)
      // No job waits beyond its patience, whatever the network asked for.
      this.#waits.note(connectionId, Math.min(afterSeconds, patienceSeconds))
    const out = SocialBaseError.is(error) ? error.partsOut : []
    const verdict = verdictFor(error, {
      // Whatever becomes of the rest of a thread, its job leads to what is out.
      memo: out.length > 0 ? { ...memo, parts: out } : memo,
      now: client.clock.now(),
      random: client.random,
      patienceSeconds,
    })
    this.#tell(one, verdict, error)
    return verdict
  }

  #tell({ job, envelope }: Try, verdict: Verdict, error: unknown): void {
    const now = this.#parts.settings.client.clock.now().getTime()
    const dueAt = verdict.to === 'WAITING' ? new Date(now + verdict.afterSeconds * 1000) : null
    const after = { ...job, state: verdict.to, memo: verdict.memo, dueAt }
    const info = infoOf(after, subjectOf(envelope))
    if (verdict.to === 'WAITING')
      this.#listeners.tell('putBack', { job: info, afterSeconds: verdict.afterSeconds, error })
    else if (verdict.to === 'HELD') this.#listeners.tell('held', { job: info, error })
    else if (verdict.to === 'FAILED') this.#listeners.tell('failed', { job: info, error })
  }
}

/** A newer version stored the job, and workers of that version run beside this one during a deploy. */
function unknownKind(kind: string): ConfigError {
  return new ConfigError(
    `This worker does not know jobs of the kind "${kind}". Update @social/jobs here as well.`,
  )
}
