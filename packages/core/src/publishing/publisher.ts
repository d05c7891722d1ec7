import { isDeepStrictEqual } from 'node:util'

import type { Clock, JournalEntry, JournalKey, PublishJournal } from '../contract/index.js'
import { withIdempotencyKey } from '../errors/base.js'
import { ConfigError, IdempotencyConflictError } from '../errors/index.js'
import { messageOf } from '../errors/message-of.js'
import { Deadline } from '../http/time/deadline.js'
import type { Receipt } from '../models/index.js'
import { toRecord } from '../models/records/records.js'
import { answerOfPort } from '../storage/port-error.js'
import { InMemoryPublishJournal } from './in-memory-journal.js'
import { JournalDeadline, CLEAN_UP_SECONDS } from './journal-deadline.js'
import { LEASE_SECONDS, readReceipt } from './journal-place.js'
import { makePublishBusyError, reportedKey } from './publish-errors.js'
import type { PublishJob } from './publish-job.js'
import { readEntry } from './read-journal-entry.js'
import { ReceiptBook } from './receipt-book.js'
import { recoverFromFailure, resumeFromReceipt, type Warn } from './recovery.js'
import { UnwrittenEntries } from './unwritten-entries.js'

/** Seconds of backoff before each further attempt to store a result. Our choice: short, because the caller waits. */
const PAUSES_BETWEEN_WRITES = [0.1, 0.5]

/**
 * Seconds of backoff before each further attempt to correct an entry that wrongly reports a sent
 * request. Our choice: most databases fail over within the sum, and the sum is less than
 * `CLEAN_UP_SECONDS`.
 */
const PAUSES_BETWEEN_CORRECTIONS = [0.5, 1, 2, 4]

/** Publishes with an idempotency key, so that no post is duplicated, lost or wrongly reported. */
export class Publisher {
  readonly #journal: PublishJournal
  readonly #clock: Clock
  readonly #warn: Warn
  readonly #isLocal: boolean
  readonly #inFlight = new Set<JournalKey>()
  readonly #unwritten: UnwrittenEntries

  constructor(parts: { readonly journal: PublishJournal; readonly clock: Clock; readonly warn: Warn }) {
    this.#journal = parts.journal
    this.#clock = parts.clock
    this.#warn = parts.warn
    this.#isLocal = parts.journal instanceof InMemoryPublishJournal
    this.#unwritten = new UnwrittenEntries(parts.journal)
  }

  /**
   * Runs one job.
   *
   * @returns The result. If the key was completed before, returns the stored result and sends no
   * request.
   * @throws PublishBusyError while another worker holds the key.
   * @throws IdempotencyConflictError when the key was used with other content.
   * @throws OutcomeUnknownError when the visible request was sent and its effect is unknown.
   */
  publish<T>(job: PublishJob<T>): Promise<T> {
    return job.isNewKey ? this.#work(job, null, null) : this.#open(job)
  }

  async #open<T>(job: PublishJob<T>): Promise<T> {
    let claim: string
    let receipt: Receipt | null
    try {
      if (this.#unwritten.has(job.key))
        await this.#unwritten.write(job.key, (work) => job.deadline.race(answerOfPort(work, 'The journal')))
      const entry = await this.#openEntry(job, job.deadline)
      if (entry.state === 'DONE') return job.fromRecord(entry.result)
      if (entry.state === 'CONFLICT')
        throw new IdempotencyConflictError(
          `The idempotency key "${reportedKey(job).idempotencyKey}" was already used with other content. Use a new key for a new post.`,
          { platform: job.platform },
        )
      if (entry.state === 'BUSY') throw makePublishBusyError(job, this.#secondsUntil(entry.freeAt))
      const unwritten = this.#unwritten.takeOpen(job.key)
      receipt = readReceipt(entry.receipt) ?? unwritten
      claim = entry.claim
    } catch (error) {
      throw withKeyOf(job, error)
    }
    return this.#work(job, claim, receipt)
  }

  /**
   * Opens the journal entry within the deadline. If the claim arrives after the deadline, the
   * claim is released.
   */
  async #openEntry<T>({ key, fingerprint }: PublishJob<T>, deadline: Deadline): Promise<JournalEntry> {
    const unbounded = this.#journal.open(key, fingerprint, { leaseSeconds: LEASE_SECONDS })
    if (this.#isLocal) return unbounded
    const opening = answerOfPort(unbounded, 'journal.open')
    let answer: JournalEntry
    try {
      answer = await deadline.race(opening)
    } catch (error) {
      void opening
        .then((late) => ('claim' in late ? this.#journal.release(key, late.claim) : undefined))
        .catch(() => {})
      throw error
    }
    return readEntry(answer)
  }

  /**
   * Runs all steps of a publish. All steps are in one function, because each further async function would add a
   * promise to every post.
   */
  async #work<T>(job: PublishJob<T>, claim: string | null, receipt: Receipt | null): Promise<T> {
    const journalDeadline = new JournalDeadline(job.deadline)
    const book = this.#book(job, claim, receipt, journalDeadline)
    try {
      let outcome = receipt === null ? null : await resumeFromReceipt(job, book, receipt, this.#warn)
      if (outcome === null)
        try {
          outcome = { result: await (job.isMadeOfJobs ? job.run(book) : job.deadline.race(job.run(book))) }
          if (!book.isOpen && !job.isMadeOfJobs)
            this.#warn(missingFinishWarning(job.platform, job.key.operation))
        } catch (error) {
          outcome = await recoverFromFailure(job, book, error, {
            journalDeadline,
            clock: this.#clock,
            warn: this.#warn,
          })
        }
      // Storing the result gets its own time limit, because the call or a query for a lost post may
      // have used all the time.
      if ('error' in outcome || journalDeadline.deadline !== job.deadline || job.deadline.aborted)
        journalDeadline.startCleanUp(this.#clock, job.platform)
      if ('error' in outcome) return await this.#releaseAndThrow(job, book, outcome.error, journalDeadline)
      const { result } = outcome
      try {
        // `toRecord` is inside the `try`, because a platform may return a result that cannot be
        // stored.
        await book.finish(job.toRecord(result), job.postIdOf(result))
      } catch (error) {
        await this.#finishAgain(job, book, result, error)
      }
      return result
    } catch (error) {
      throw withKeyOf(job, error)
    } finally {
      book.close()
      journalDeadline.end()
    }
  }

  #book<T>(
    job: PublishJob<T>,
    claim: string | null,
    receipt: Receipt | null,
    journalDeadline: JournalDeadline,
  ): ReceiptBook {
    const { key, platform, fingerprint, files } = job
    return new ReceiptBook({
      journal: this.#journal,
      clock: this.#clock,
      key,
      platform,
      fingerprint,
      files,
      claim,
      receipt,
      inFlight: this.#inFlight,
      bound: this.#isLocal
        ? (work) => work
        : (work) => journalDeadline.deadline.race(answerOfPort(work, 'The journal')),
    })
  }

  /**
   * Releases the entry and throws the error. If another worker took the entry meanwhile, returns
   * or reports that worker's outcome instead.
   */
  async #releaseAndThrow<T>(
    job: PublishJob<T>,
    book: ReceiptBook,
    error: unknown,
    { deadline }: JournalDeadline,
  ): Promise<T> {
    try {
      await this.#release(book, deadline)
    } catch (failure) {
      if (ConfigError.is(failure)) return await this.#takenOver(job, error)
      this.#warn(`The publish journal failed while releasing an entry: ${messageOf(failure)}`)
      const { claim, receipt } = book
      if (claim !== null || book.isOpen) this.#unwritten.keep(job.key, { claim, receipt })
      // The journal refused a write of this worker, so another worker may hold the entry.
      if (ConfigError.is(error)) throw makePublishBusyError(job, 1, error)
    }
    // This worker was suspended for longer than its lease, so its error may be outdated.
    if (book.mayBeTakenOver) return await this.#takenOver(job, error, book.receipt)
    throw error
  }

  /**
   * Releases the entry. If the entry wrongly reports a sent request, retries while the journal
   * fails over.
   */
  async #release(book: ReceiptBook, { signal }: Deadline): Promise<void> {
    for (const pause of PAUSES_BETWEEN_CORRECTIONS) {
      try {
        return await book.release()
      } catch (error) {
        if (ConfigError.is(error) || !book.isOverstated) throw error
      }
      await this.#clock.sleep(pause, { signal })
    }
    return book.release()
  }

  /**
   * Determines the outcome after another worker may have taken the entry.
   * @param left - Receipt that this worker stored last. If it is unchanged, no other worker has
   * used the entry.
   */
  async #takenOver<T>(job: PublishJob<T>, error: unknown, left?: Receipt | null): Promise<T> {
    const deadline = new Deadline({ clock: this.#clock, platform: job.platform, seconds: CLEAN_UP_SECONDS })
    try {
      const entry = await this.#openEntry(job, deadline).catch(() => null)
      // Another worker may have published the post, so this worker's error proves nothing.
      if (entry === null) throw makePublishBusyError(job, 1, error)
      if (entry.state === 'DONE') return job.fromRecord(entry.result)
      if (entry.state === 'BUSY') throw makePublishBusyError(job, this.#secondsUntil(entry.freeAt), error)
      if (entry.state === 'CONFLICT') throw makePublishBusyError(job, 1, error)
      // No other worker holds the entry now, so this worker's new claim is released. The next
      // caller resumes from the stored receipt.
      await deadline.race(this.#journal.release(job.key, entry.claim)).catch(() => {})
      const isAsLeft = left !== undefined && isDeepStrictEqual(entry.receipt, left && toRecord(left))
      throw isAsLeft ? error : makePublishBusyError(job, 1, error)
    } finally {
      deadline.end()
    }
  }

  /**
   * Retries storing the result, and never throws. The post is already published, so a failing
   * journal must not make it appear failed.
   */
  async #finishAgain<T>(job: PublishJob<T>, book: ReceiptBook, result: T, failure: unknown): Promise<void> {
    let last = failure
    for (const pause of PAUSES_BETWEEN_WRITES) {
      if (ConfigError.is(last)) break
      await this.#clock.sleep(pause)
      try {
        return await book.finish(job.toRecord(result), job.postIdOf(result))
      } catch (error) {
        last = error
      }
    }
    this.#warn(`The publish journal failed while storing a completed post: ${messageOf(last)}`)
  }

  #secondsUntil(moment: Date): number {
    return (moment.getTime() - this.#clock.now().getTime()) / 1000
  }
}

/**
 * Returns a copy of the error with the idempotency key, which the caller needs for a retry. The
 * error is copied, because several callers may share one error object.
 */
function withKeyOf<T>(job: PublishJob<T>, error: unknown): unknown {
  return withIdempotencyKey(error, reportedKey(job).idempotencyKey)
}

function missingFinishWarning(platform: string, operation: string): string {
  return `${platform} returned a result for ${operation} but marked no request as the visible one. A lost response would not be detected. The platform must pass finish: { data } with that request.`
}
