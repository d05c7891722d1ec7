import { randomUUID } from 'node:crypto'

import type { JournalKey, PublishCall, Reconciled } from '../../contract/index.js'
import {
  ClosedError,
  ConfigError,
  OutcomeUnknownError,
  RateLimitError,
  PlatformError,
  SocialBaseError,
  whatNext,
} from '../../errors/index.js'
import type { Deadline } from '../../http/time/deadline.js'
import { type JsonObject, assertWholeText, type Receipt } from '../../models/index.js'
import type { ContentPrint } from '../../publishing/fingerprint.js'
import { MAX_KEY_LENGTH } from '../../publishing/journal-key.js'
import type { PublishJob, ReconcileOptions, ReportedKey } from '../../publishing/publish-job.js'
import type { ReceiptBook } from '../../publishing/receipt-book.js'
import { supporting } from '../account/abilities.js'
import type { AccountRunner } from '../account/account-runner.js'
import type { PublishOptions } from '../types.js'

/**
 * Returns the idempotency key of a call: the application's key, or a generated one.
 *
 * @throws ConfigError for an invalid key in the options.
 */
export function keyOf(
  connectionId: string,
  operation: string,
  options: Pick<PublishOptions, 'idempotencyKey'> | undefined,
): { readonly key: JournalKey; readonly isNewKey: boolean } {
  const given = options?.idempotencyKey
  if (given === undefined)
    return { key: { connectionId, operation, idempotencyKey: randomUUID() }, isNewKey: true }
  if (typeof given !== 'string' || given === '' || given.length > MAX_KEY_LENGTH)
    throw new ConfigError(`idempotencyKey must be text of 1 to ${MAX_KEY_LENGTH} characters.`)
  assertWholeText(given, 'idempotencyKey')
  return { key: { connectionId, operation, idempotencyKey: given }, isNewKey: false }
}

/** Values needed to publish one item. */
export interface PublicationParts<T> {
  readonly runner: AccountRunner
  readonly operation: string
  readonly deadline: Deadline
  readonly options: PublishOptions | undefined
  /**
   * Operation and key for error messages, if the application knows the publication by another key, such as the key
   * of a thread.
   */
  readonly reportedAs?: ReportedKey
  /** True if no other call can have the same key. Default: true if the options contain no key. */
  readonly isNewKey?: boolean
  /** Runs the checks that need no request, and returns the fingerprint of the content. */
  prepare(): ContentPrint | Promise<ContentPrint>
  /** Calls the platform's method that publishes. */
  send(call: PublishCall): Promise<T>
}

/**
 * One item to publish within one deadline. The publisher runs it as a job. Subclasses define how the result is
 * stored.
 */
export abstract class Publication<T> implements PublishJob<T> {
  readonly key: JournalKey
  readonly isNewKey: boolean
  readonly reportedAs?: ReportedKey
  readonly platform: string
  readonly #parts: PublicationParts<T>
  #print: ContentPrint = { fingerprint: '', files: null }

  /** @throws ConfigError for an invalid key in the options. */
  constructor(parts: PublicationParts<T>) {
    const { runner, operation, options } = parts
    const { key, isNewKey } = keyOf(runner.id, operation, options)
    this.key = key
    this.isNewKey = parts.isNewKey ?? isNewKey
    if (parts.reportedAs) this.reportedAs = parts.reportedAs
    this.platform = runner.platform.name
    this.#parts = parts
  }

  abstract toRecord(result: T): JsonObject

  abstract fromRecord(record: JsonObject): T

  /** Returns the id of the post that this key creates. Returns null for an operation that creates no post. */
  abstract postIdOf(result: T): string | null

  /** Adds values to the platform's result that the platform left out. */
  protected complete(result: T): T {
    return result
  }

  /** Fingerprint of the content. Empty before `publish` is called. */
  get fingerprint(): string {
    return this.#print.fingerprint
  }

  /** Fingerprint of the files. Null for an item without files, and before `publish` is called. */
  get files(): string | null {
    return this.#print.files
  }

  get deadline(): Deadline {
    return this.#parts.deadline
  }

  /** Publishes the item at most once per idempotency key. */
  publish(): Promise<T> {
    const prepared = this.#parts.prepare()
    if (!(prepared instanceof Promise)) return this.#begin(prepared)
    return this.deadline.race(prepared).then((print) => this.#begin(print))
  }

  #begin(print: ContentPrint): Promise<T> {
    this.#print = print
    return this.#parts.runner.client.publisher.publish(this)
  }

  async run(book: ReceiptBook): Promise<T> {
    const { runner, operation, deadline, options } = this.#parts
    const call = runner.publishingCall(operation, deadline, await runner.readConnection(), {
      client: runner.client,
      idempotencyKey: this.key.idempotencyKey,
      book,
      deadline,
      onProgress: options?.onProgress,
    })
    try {
      const result = this.complete(await this.#parts.send(call))
      if (call.hasHosted) await call.releaseMedia()
      return result
    } catch (error) {
      // Hosted files are kept after an outage, because the network may still fetch them and the next attempt reuses
      // them.
      if (call.hasHosted && !book.isOpen && isRefusal(error)) await call.releaseMedia()
      throw error
    }
  }

  /**
   * Queries the outcome of a publish whose response was lost. The query has its own deadline, because the deadline
   * of the call may have passed.
   */
  async reconcile(receipt: Receipt, reconciling: ReconcileOptions): Promise<Reconciled> {
    const { runner, operation } = this.#parts
    if (!runner.platform.reconcile) return { state: 'UNKNOWN' }
    const { seconds, signal, claimPost } = reconciling
    const options = { deadlineSeconds: seconds, ...(signal && { signal }) }
    return await runner.within(`${operation}.reconcile`, options, async (deadline) => {
      const { idempotencyKey } = this.key
      const call = await runner.reconcileCall(operation, deadline, { idempotencyKey, claimPost })
      return supporting(runner.platform, 'reconcile').reconcile(receipt, call)
    })
  }
}

/**
 * Returns true for a definite refusal by the network. Returns false for outages, rate limits and aborts, because
 * they are temporary.
 */
function isRefusal(error: unknown): boolean {
  if (!SocialBaseError.is(error) || ClosedError.is(error) || OutcomeUnknownError.is(error)) return false
  if (RateLimitError.is(error) || whatNext(error).todo === 'RETRY') return false
  return !PlatformError.is(error) || !error.isOutage
}
