import type { Clock, PostCandidate, PostClaim } from '../contract/index.js'
import { ConfigError, NetworkError } from '../errors/index.js'
import type { Fate } from '../http/attempts/visible-request.js'
import { Lease, leaseMoment } from '../http/time/lease.js'
import type { Finish, JsonObject, Receipt, ReceiptStep } from '../models/index.js'
import { toRecord } from '../models/records/records.js'
import { claimNewEntry, LEASE_SECONDS, type ReceiptBookParts } from './journal-place.js'
import { asPrepared, finishReceipt, LazyReceipt } from './lazy-receipt.js'

/**
 * Manages the receipt of one held journal entry and the state of its visible request. The receipt is stored before
 * the request is sent, and withdrawn if the request certainly had no effect.
 */
export class ReceiptBook {
  readonly #parts: ReceiptBookParts
  /** Lease on the entry. Null for a new key, because no other worker knows the key. */
  readonly #lease: Lease | null
  #claim: string | null
  #receipt: Receipt | null
  /** Receipt to store once the visible request is known to have had no effect. */
  #prepared: Receipt | null
  /** True while a visible request may have taken effect. */
  #isOpen: boolean
  #wasSentHere = false
  /** True while an attempt is in progress. */
  #isSending = false
  /** True from the visible request until its result is stored. Meanwhile no other key may claim the created post. */
  #awaitsResult = false
  /** Resolves when the current attempt ends. The promise is created only when a caller waits for it. */
  #attempt: PromiseWithResolvers<void> | null = null
  #isClosed = false
  /** False after the call was abandoned: the platform may no longer prepare or send anything. */
  #maySend = true
  #writing: Promise<void> | null = null
  /** True while the journal may contain a FINISH receipt, which reports a visible request. */
  #mayHoldFinish = false

  constructor(parts: ReceiptBookParts) {
    const { receipt } = parts
    this.#parts = parts
    this.#claim = parts.claim
    this.#receipt = receipt
    this.#isOpen = receipt?.step === 'FINISH'
    this.#prepared = asPrepared(receipt)
    this.#lease = parts.claim === null ? null : this.#keptLease(parts.clock)
  }

  /** Makes a lease that is extended during a long upload. The next write reports a failed extension. */
  #keptLease(clock: Clock): Lease {
    const lease: Lease = new Lease({
      clock,
      seconds: LEASE_SECONDS,
      from: leaseMoment(clock),
      extend: async () => {
        if (this.#isClosed) return false
        await this.#write()
        return true
      },
      onLost: () => lease.keep(),
    })
    lease.keep()
    return lease
  }

  /** Latest receipt. Null before the first step and after a withdrawal. */
  get receipt(): Receipt | null {
    return this.#receipt
  }

  /** True while a visible request of this or an earlier attempt may have taken effect. */
  get isOpen(): boolean {
    return this.#isOpen || this.#isSending
  }

  /** Claim on the entry. Null if there is no claim. */
  get claim(): string | null {
    return this.#claim
  }

  /** True while the journal may wrongly report that a visible request was sent. */
  get isOverstated(): boolean {
    return this.#mayHoldFinish && !this.isOpen
  }

  /** True if a request of this call may have taken effect. */
  get wasSentHere(): boolean {
    return this.#wasSentHere || this.#isSending
  }

  /** True while an attempt is in progress. */
  get isSending(): boolean {
    return this.#isSending
  }

  /** True if the lease may have ended, so that another worker may have taken the entry. */
  get mayBeTakenOver(): boolean {
    return this.#lease !== null && !this.#lease.isHeld
  }

  /**
   * Called immediately before the first byte of the visible request is sent.
   *
   * @throws NetworkError when this worker was paused, or its machine suspended, longer than its lease.
   */
  assertHeld(): void {
    this.#assertUsable()
    if (!this.mayBeTakenOver) return
    throw new NetworkError('This worker was paused longer than its lease. Nothing was sent.', {
      platform: this.#parts.platform,
      delivery: 'NOT_SENT',
    })
  }

  /** Resolves when the attempt in progress ends, or immediately if there is none. */
  attemptEnded(): Promise<void> {
    if (!this.#isSending) return Promise.resolve()
    this.#attempt ??= Promise.withResolvers()
    return this.#attempt.promise
  }

  /**
   * Returns true while the network ignores a repeat of the receipt's step. Returns false if the receipt was created
   * in the future, because a worker with another clock wrote it.
   */
  isRepeatable({ createdAt, repeatableUntil }: Receipt): boolean {
    const now = this.#parts.clock.now()
    return repeatableUntil !== null && repeatableUntil > now && createdAt <= now
  }

  /**
   * Stores a step before it is executed.
   *
   * @returns Null for a new key, because nothing has to be stored.
   * @throws ConfigError while the outcome of the visible request is unknown.
   */
  checkpoint(step: ReceiptStep): Promise<void> | null {
    this.#assertUsable()
    if (this.isOpen)
      throw new ConfigError(
        `${this.#parts.platform} stored a step after the visible request, whose outcome is unknown. This is a bug in the platform. Call call.notPublished first if nothing was published.`,
        { platform: this.#parts.platform },
      )
    const { clock } = this.#parts
    const until = step.repeatableUntil ?? null
    return this.#replace(new LazyReceipt(this.#parts, step.step, step, until, clock.now()))
  }

  /** Stores that the visible request is about to be sent. Rejects if the request must not be sent. */
  begin(finish: Finish): Promise<void> | null {
    this.#assertUsable()
    if (this.#isSending)
      throw new ConfigError(
        `${this.#parts.platform} sent two visible requests at the same time. This is a bug in the platform.`,
        { platform: this.#parts.platform },
      )
    const earlier = this.#isOpen && this.#receipt?.step === 'FINISH' ? this.#receipt : null
    this.#receipt = finishReceipt(this.#parts, finish, earlier)
    this.#isSending = true
    this.#awaitsResult = true
    this.#mayHoldFinish = this.#claim !== null
    if (this.#claim === null) this.#parts.inFlight.add(this.#parts.key)
    const written = this.#write()
    return written && this.#afterBegin(written)
  }

  async #afterBegin(written: Promise<void>): Promise<void> {
    try {
      await written
      this.assertHeld()
    } catch (error) {
      // The journal may have stored the receipt although the write failed, so the receipt is withdrawn.
      await this.end('NOT_SENT')
      throw error
    }
  }

  /** Records how the attempt ended. Returns null if nothing has to be stored. The promise never rejects. */
  end(fate: Fate): Promise<void> | null {
    if (fate === 'DONE' || fate === 'OPEN') {
      this.#isOpen = true
      this.#wasSentHere = true
    }
    this.#isSending = false
    if (fate !== 'DONE') this.#stopAwaiting()
    // If an earlier attempt may have taken effect, its receipt stays, whatever happened to this attempt.
    const written = this.#isOpen ? null : this.#replace(this.#prepared)
    const attempt = this.#attempt
    this.#attempt = null
    if (written === null) {
      attempt?.resolve()
      return null
    }
    const resolve = (): void => attempt?.resolve()
    // Errors are ignored here, because `release` withdraws the receipt again if this write failed.
    return written.then(resolve, resolve)
  }

  /** Called when the platform proved that nothing was published. Stores the receipt of the preparation again. */
  async notPublished(): Promise<void> {
    this.#isOpen = false
    await this.#replace(this.#prepared)
  }

  /** Discards the stored preparation, because it has expired or its files have changed. */
  async startAfresh(): Promise<void> {
    this.#prepared = null
    await this.#replace(null)
  }

  /** Claims a post for this key. Returns `BUSY` while another request of the account may have created the post. */
  async claimPost(
    candidates: readonly PostCandidate[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ): Promise<PostClaim> {
    const { journal, key, bound, inFlight } = this.#parts
    this.#stopAwaiting()
    for (const { connectionId } of inFlight) if (connectionId === key.connectionId) return { state: 'BUSY' }
    return bound(journal.claimPost(key, await this.#claimed(), candidates, options))
  }

  /** Stores the result, and the id of the post that the key owns. */
  finish(result: JsonObject, postId: string | null): Promise<void> {
    const { journal, key, fingerprint, bound } = this.#parts
    if (this.#claim === null && journal.finishNew)
      return bound(journal.finishNew(key, fingerprint, result, { postId }))
    return this.#finishClaimed(result, postId)
  }

  async #finishClaimed(result: JsonObject, postId: string | null): Promise<void> {
    const { journal, key, bound } = this.#parts
    await bound(journal.finish(key, await this.#claimed(), result, { postId }))
  }

  /** Releases the entry for the next worker. An entry without a receipt is removed. */
  async release(): Promise<void> {
    const { journal, key, bound } = this.#parts
    if (this.#claim === null) {
      if (this.#receipt === null) return
      await this.#claimed()
    }
    // The latest receipt is stored again, because the previous write may have failed or its response may be lost.
    await this.#write()
    await bound(journal.release(key, await this.#claimed()))
  }

  /** Stops extending the claim. Afterwards nothing can be stored or sent with this book. */
  close(): void {
    this.#isClosed = true
    this.#stopAwaiting()
    void this.#lease?.end()
  }

  /** Blocks further requests after the call was abandoned. The claim is kept for querying the outcome. */
  stopSending(): void {
    this.#maySend = false
  }

  #stopAwaiting(): void {
    this.#awaitsResult = false
    this.#parts.inFlight.delete(this.#parts.key)
  }

  #assertUsable(): void {
    if (this.#maySend && !this.#isClosed) return
    throw new NetworkError('The call has ended. No further requests are sent.', {
      platform: this.#parts.platform,
      delivery: 'NOT_SENT',
    })
  }

  /** Replaces the latest receipt. @returns Null if nothing has to be stored. */
  #replace(receipt: Receipt | null): Promise<void> | null {
    this.#receipt = receipt
    this.#prepared = receipt
    return this.#write()
  }

  async #claimed(): Promise<string> {
    this.#claim ??= await claimNewEntry(this.#parts)
    return this.#claim
  }

  /** Runs one write at a time. Each stores the latest receipt, so no older receipt replaces a newer one. */
  #write(): Promise<void> | null {
    const claim = this.#claim
    if (claim === null) return null
    const { journal, key, bound, clock } = this.#parts
    const save = async (): Promise<void> => {
      const requestedAt = leaseMoment(clock)
      const record = this.#receipt && toRecord(this.#receipt)
      const lease = { leaseSeconds: LEASE_SECONDS, awaitsResponse: this.#awaitsResult }
      await bound(journal.save(key, claim, record, lease))
      this.#lease?.renew(requestedAt)
      if (record?.['step'] !== 'FINISH') this.#mayHoldFinish = false
    }
    this.#writing = this.#writing === null ? save() : this.#writing.catch(() => {}).then(save)
    return this.#writing
  }
}
