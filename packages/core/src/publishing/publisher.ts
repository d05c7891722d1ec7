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

/** Seconds of backoff before each further try to write a result down. Our choice: short, because the caller waits. */
const PAUSES_BETWEEN_WRITES = [0.1, 0.5]

/**
 * Seconds of backoff before each further attempt to correct an entry that says that a request left, although none did. Our
 * choice: most databases fail over in this time, and it ends before `CLEAN_UP_SECONDS`.
 */
const PAUSES_BETWEEN_CORRECTIONS = [0.5, 1, 2, 4]

/** Publishes under an idempotency key: never twice, never lost, never misreported. */
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
   * @returns The result; that of the first time, without a request, when the key was finished before.
   * @throws PublishBusyError while another worker holds the key.
   * @throws IdempotencyConflictError when the key was used for something else.
   * @throws OutcomeUnknownError when the visible request was sent and nobody can say whether it took.
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
          `The idempotency key "${reportedKey(job).idempotencyKey}" was used before for something else. Use a new key for a new post.`,
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

  /** Opens the entry within the time there is; a claim that comes too late is given up again. */
  async #openEntry<T>({ key, fingerprint }: PublishJob<T>, deadline: Deadline): Promise<JournalEntry> {
    const answering = this.#journal.open(key, fingerprint, { leaseSeconds: LEASE_SECONDS })
    if (this.#isLocal) return answering
    const opening = answerOfPort(answering, 'journal.open')
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

  /** All steps of a publish. One function, and not three, because every post would wait for the promise of each. */
  async #work<T>(job: PublishJob<T>, claim: string | null, receipt: Receipt | null): Promise<T> {
    const journalDeadline = new JournalDeadline(job.deadline)
    const book = this.#book(job, claim, receipt, journalDeadline)
    try {
      let outcome = receipt === null ? null : await resumeFromReceipt(job, book, receipt, this.#warn)
      if (outcome === null)
        try {
          outcome = { result: await (job.isMadeOfJobs ? job.run(book) : job.deadline.race(job.run(book))) }
          if (!book.isOpen && !job.isMadeOfJobs) this.#warn(unmarked(job.platform, job.key.operation))
        } catch (error) {
          outcome = await recoverFromFailure(job, book, error, {
            journalDeadline,
            clock: this.#clock,
            warn: this.#warn,
          })
        }
      // What is still to be written down has its own time: the call, or a query for a lost post, may have used up all of it.
      if ('error' in outcome || journalDeadline.deadline !== job.deadline || job.deadline.aborted)
        journalDeadline.startCleanUp(this.#clock, job.platform)
      if ('error' in outcome) return await this.#giveUp(job, book, outcome.error, journalDeadline)
      const { result } = outcome
      try {
        // In here as well: a platform may describe what it made in a way that no record can hold.
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

  /** Gives the entry up and tells the error; a worker that was taken over tells what the other one has made of it. */
  async #giveUp<T>(
    job: PublishJob<T>,
    book: ReceiptBook,
    error: unknown,
    { deadline }: JournalDeadline,
  ): Promise<T> {
    try {
      await this.#release(book, deadline)
    } catch (failure) {
      if (ConfigError.is(failure)) return await this.#takenOver(job, error)
      this.#warn(`The publish journal failed while giving an entry up: ${messageOf(failure)}`)
      const { claim, receipt } = book
      if (claim !== null || book.isOpen) this.#unwritten.keep(job.key, { claim, receipt })
      // The journal refused a write, and cannot say whether another worker has the entry.
      if (ConfigError.is(error)) throw makePublishBusyError(job, 1, error)
    }
    // It slept on the way: what it is about to tell may be out of date.
    if (book.mayBeTakenOver) return await this.#takenOver(job, error, book.receipt)
    throw error
  }

  /** An entry that says more than is true is worth waiting for a journal that fails over. */
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

  /** @param left - What this worker has left in the entry; still there, nobody has made anything of it. */
  async #takenOver<T>(job: PublishJob<T>, error: unknown, left?: Receipt | null): Promise<T> {
    const deadline = new Deadline({ clock: this.#clock, platform: job.platform, seconds: CLEAN_UP_SECONDS })
    try {
      const entry = await this.#openEntry(job, deadline).catch(() => null)
      // Another worker may have published it: this worker's own error proves nothing.
      if (entry === null) throw makePublishBusyError(job, 1, error)
      if (entry.state === 'DONE') return job.fromRecord(entry.result)
      if (entry.state === 'BUSY') throw makePublishBusyError(job, this.#secondsUntil(entry.freeAt), error)
      if (entry.state === 'CONFLICT') throw makePublishBusyError(job, 1, error)
      // The other worker has given up as well: whoever calls next goes on from where that one got to.
      await deadline.race(this.#journal.release(job.key, entry.claim)).catch(() => {})
      const isAsLeft = left !== undefined && isDeepStrictEqual(entry.receipt, left && toRecord(left))
      throw isAsLeft ? error : makePublishBusyError(job, 1, error)
    } finally {
      deadline.end()
    }
  }

  /** The post is out: a journal that could not write it down must not make it look failed. Never throws. */
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
    this.#warn(`The publish journal failed while writing a finished post down: ${messageOf(last)}`)
  }

  #secondsUntil(moment: Date): number {
    return (moment.getTime() - this.#clock.now().getTime()) / 1000
  }
}

/** A copy of the error with the idempotency key: the caller needs it to try again, and several may have caught the same error. */
function withKeyOf<T>(job: PublishJob<T>, error: unknown): unknown {
  return withIdempotencyKey(error, reportedKey(job).idempotencyKey)
}

function unmarked(platform: string, operation: string): string {
  return `${platform} answered ${operation} with a result, but marked no request as the visible one: a lost answer would go unnoticed. The platform must pass finish: { data } with that request.`
}
