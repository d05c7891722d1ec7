import type { Clock, JournalKey, PublishJournal, Reconciled } from '../contract/index.js'
import { withIdempotencyKey } from '../errors/base.js'
import { IdempotencyConflictError, PublishBusyError, RateLimitError } from '../errors/index.js'
import type { JsonObject, PostResult, Receipt } from '../models/index.js'
import { isOutcomeOpen, unknownOutcome } from './outcome.js'
import { LEASE_SECONDS, readReceipt, ReceiptBook } from './receipt-book.js'

/** One operation that makes something people can see. */
export interface PublishJob<T> {
  readonly key: JournalKey
  /** True when the key was made just now: nobody can ask for it before this try ends, so nothing is written until then. */
  readonly isNewKey?: boolean
  readonly platform: string
  readonly fingerprint: string
  /** Runs the platform's method; the book carries receipt and checkpoints. */
  run(book: ReceiptBook): Promise<T>
  /** Looks for what a lost reply may have made; left out where that is impossible. Runs even after an abort. */
  readonly reconcile?: (receipt: Receipt) => Promise<Reconciled>
  toRecord(result: T): JsonObject
  fromRecord(record: JsonObject): T
  /** Turns a result that was looked up into what the operation answers. */
  fromFound?(found: PostResult): T
}

/** Whoever catches the error needs the key to try again. */
function giveKey<T>(job: PublishJob<T>, error: unknown): never {
  throw withIdempotencyKey(error, job.key.idempotencyKey)
}

/** Publishes under an idempotency key: never twice, never lost, never misreported. */
export class Publisher {
  readonly #journal: PublishJournal
  readonly #clock: Clock
  readonly #warn: (message: string) => void

  constructor(parts: {
    readonly journal: PublishJournal
    readonly clock: Clock
    readonly warn: (message: string) => void
  }) {
    this.#journal = parts.journal
    this.#clock = parts.clock
    this.#warn = parts.warn
  }

  /**
   * Runs one job.
   *
   * @returns The result; that of the first time, without a request, when the key was finished before.
   * @throws PublishBusyError while another worker holds the key.
   * @throws IdempotencyConflictError when the key was used for something else.
   * @throws OutcomeUnknownError when the visible step was sent and nobody can say whether it took.
   */
  publish<T>(job: PublishJob<T>): Promise<T> {
    const work = job.isNewKey ? this.#work(job, this.#book(job, null, null)) : this.#open(job)
    return work.catch((error: unknown) => giveKey(job, error))
  }

  async #open<T>(job: PublishJob<T>): Promise<T> {
    const entry = await this.#journal.open(job.key, job.fingerprint, { leaseSeconds: LEASE_SECONDS })
    switch (entry.state) {
      case 'DONE':
        return job.fromRecord(entry.result)
      case 'CONFLICT':
        throw new IdempotencyConflictError(
          `The idempotency key "${job.key.idempotencyKey}" was used before for something else. Use a new key for a new post.`,
          { platform: job.platform },
        )
      case 'BUSY': {
        const seconds = Math.max(1, Math.ceil((entry.freeAt.getTime() - this.#clock.now().getTime()) / 1000))
        throw new PublishBusyError(
          `Another worker is publishing under the idempotency key "${job.key.idempotencyKey}" right now. Ask again in ${seconds} s.`,
          { platform: job.platform, retryAfter: seconds },
        )
      }
      default:
        return this.#work(job, this.#book(job, entry.claim, readReceipt(entry.receipt)))
    }
  }

  #book<T>(job: PublishJob<T>, claim: string | null, receipt: Receipt | null): ReceiptBook {
    const { key, platform, fingerprint } = job
    return new ReceiptBook({
      journal: this.#journal,
      clock: this.#clock,
      key,
      platform,
      fingerprint,
      claim,
      receipt,
    })
  }

  async #work<T>(job: PublishJob<T>, book: ReceiptBook): Promise<T> {
    try {
      const found = book.receipt === null ? null : await this.#goOn(job, book, book.receipt)
      const result = found === null ? await job.run(book) : found.result
      await this.#finish(job, book, result)
      return result
    } catch (error) {
      return await this.#fail(job, book, error)
    } finally {
      book.close()
    }
  }

  /** Decides what an unfinished entry of an earlier try means. */
  async #goOn<T>(
    job: PublishJob<T>,
    book: ReceiptBook,
    receipt: Receipt,
  ): Promise<{ readonly result: T } | null> {
    if (book.isRepeatable(receipt)) return null
    if (receipt.step !== 'FINISH') {
      // A prepared step that has run out starts afresh; one that never runs out goes on.
      if (receipt.repeatableUntil !== null) await book.replace(null)
      return null
    }
    return this.#lookUp(job, book, receipt, null)
  }

  async #fail<T>(job: PublishJob<T>, book: ReceiptBook, error: unknown): Promise<T> {
    const receipt = book.receipt
    if (!book.finishBegun || receipt === null) {
      await this.#release(book)
      throw error
    }
    if (book.repeatsFinish && RateLimitError.is(error)) {
      // Still as open as before, and worth asking again later.
      await this.#release(book)
      throw error
    }
    if (!isOutcomeOpen(error) && !book.repeatsFinish) {
      // A certain refusal: nothing came out, so the next try may start from what was prepared.
      await this.#quietly(() => book.takeBack(), 'taking a receipt back')
      await this.#release(book)
      throw error
    }
    const found = await this.#lookUp(job, book, receipt, error)
    if (found === null) throw error
    await this.#finish(job, book, found.result)
    return found.result
  }

  /** Null = certainly not published. Throws when nobody can say. */
  async #lookUp<T>(
    job: PublishJob<T>,
    book: ReceiptBook,
    receipt: Receipt,
    cause: unknown,
  ): Promise<{ readonly result: T } | null> {
    const answer = await this.#reconcile(job, receipt)
    if (answer.state === 'FOUND' && job.fromFound) return { result: job.fromFound(answer.result) }
    if (answer.state === 'NOT_PUBLISHED') {
      await book.takeBack()
      if (cause !== null) await this.#release(book)
      return null
    }
    await this.#release(book)
    throw unknownOutcome({ job, receipt, cause, repeatable: book.isRepeatable(receipt) })
  }

  async #reconcile<T>(job: PublishJob<T>, receipt: Receipt): Promise<Reconciled> {
    if (!job.reconcile || !job.fromFound) return { state: 'UNKNOWN' }
    try {
      return await job.reconcile(receipt)
    } catch (error) {
      this.#warn(
        `Looking for a lost post failed: ${error instanceof Error ? error.message : 'no reason given'}`,
      )
      return { state: 'UNKNOWN' }
    }
  }

  /** The post is out: a journal that cannot write it down must not make it look failed. Never throws. */
  #finish<T>(job: PublishJob<T>, book: ReceiptBook, result: T): Promise<void> {
    return this.#quietly(() => book.finish(job.toRecord(result)), 'writing a finished post down')
  }

  #release(book: ReceiptBook): Promise<void> {
    return this.#quietly(() => book.release(), 'giving a journal entry up')
  }

  async #quietly(work: () => Promise<void>, what: string): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#warn(
        `The publish journal failed while ${what}: ${error instanceof Error ? error.message : 'no reason given'}`,
      )
    }
  }
}
