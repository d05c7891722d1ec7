import type { Clock, PostCandidate, PostClaim } from '../contract/index.js'
import { ConfigError, NetworkError } from '../errors/index.js'
import type { Fate } from '../http/attempts/visible-request.js'
import { Lease, leaseMoment } from '../http/time/lease.js'
import type { Finish, JsonObject, Receipt, ReceiptStep } from '../models/index.js'
import { toRecord } from '../models/records/records.js'
import { claimNewEntry, LEASE_SECONDS, type ReceiptBookParts } from './journal-place.js'
import { asPrepared, finishReceipt, LazyReceipt } from './lazy-receipt.js'

/**
 * The receipt of one entry in hand, and the state of the visible request: written down before its bytes leave, taken
 * back when nothing can have come of it, kept while anything can.
 */
export class ReceiptBook {
  readonly #parts: ReceiptBookParts
  /** Lease on the entry; null under a new key, which no other worker knows. */
  readonly #lease: Lease | null
  #claim: string | null
  #receipt: Receipt | null
  /** What stands there once the visible request is known to have done nothing. */
  #prepared: Receipt | null
  /** True while a visible request may have taken effect, and nothing proves that it did not. */
  #isOpen: boolean
  #wasSentHere = false
  /** True while an attempt is on its way. */
  #isSending = false
  /** True from the visible request until its result is written down: no other key may claim what it made. */
  #awaitsResult = false
  /** Resolved when the fate of that attempt is known; made when somebody waits for it. */
  #attempt: PromiseWithResolvers<void> | null = null
  #isClosed = false
  /** False once the call was given up: the claim is kept, but nothing may be prepared or sent. */
  #maySend = true
  #writing: Promise<void> | null = null
  /** True while the journal may hold FINISH, and nothing that was written later. */
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

  /** A long upload must not lose its claim. A failed extension does no harm: the next write reports it. */
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

  /** The newest receipt; null before the first step, and after it was taken back. */
  get receipt(): Receipt | null {
    return this.#receipt
  }

  /** True while a visible request of this try, or of an earlier one, may have taken effect. */
  get isOpen(): boolean {
    return this.#isOpen || this.#isSending
  }

  /** The claim on the entry; null while there is none. */
  get claim(): string | null {
    return this.#claim
  }

  /** True while the journal may say that a visible request left, although none did. */
  get isOverstated(): boolean {
    return this.#mayHoldFinish && !this.isOpen
  }

  /** True once an attempt of this very try may have taken effect. */
  get wasSentHere(): boolean {
    return this.#wasSentHere || this.#isSending
  }

  /** True while an attempt is on its way. */
  get isSending(): boolean {
    return this.#isSending
  }

  /** True once the lease may have ended, so that another worker may have taken the entry over. */
  get mayBeTakenOver(): boolean {
    return this.#lease !== null && !this.#lease.isHeld
  }

  /**
   * Called right before the first byte of the visible request leaves.
   *
   * @throws NetworkError when this worker was paused, or its machine suspended, for longer than its lease.
   */
  assertHeld(): void {
    this.#assertUsable()
    if (!this.mayBeTakenOver) return
    throw new NetworkError('This worker was paused for longer than its lease: nothing was sent.', {
      platform: this.#parts.platform,
      delivery: 'NOT_SENT',
    })
  }

  /** Resolves when the attempt that is on its way has ended; at once when there is none. */
  attemptEnded(): Promise<void> {
    if (!this.#isSending) return Promise.resolve()
    this.#attempt ??= Promise.withResolvers()
    return this.#attempt.promise
  }

  /** True while sending the step of this receipt again is harmless. One from the future was made by another clock. */
  isRepeatable({ createdAt, repeatableUntil }: Receipt): boolean {
    const now = this.#parts.clock.now()
    return repeatableUntil !== null && repeatableUntil > now && createdAt <= now
  }

  /**
   * Writes a step down before it is taken.
   *
   * @returns Null where nothing has to be written: under a new key.
   * @throws ConfigError while the visible request is open: there is nothing to prepare any more.
   */
  checkpoint(step: ReceiptStep): Promise<void> | null {
    this.#assertUsable()
    if (this.isOpen)
      throw new ConfigError(
        `${this.#parts.platform} wrote down a step after the visible request, whose outcome is open: the platform itself is wrong. Prove with call.notPublished that nothing came out first.`,
        { platform: this.#parts.platform },
      )
    const { clock } = this.#parts
    const until = step.repeatableUntil ?? null
    return this.#replace(new LazyReceipt(this.#parts, step.step, step, until, clock.now()))
  }

  /** Writes down that the visible request is about to leave. Rejects when it must not. */
  begin(finish: Finish): Promise<void> | null {
    this.#assertUsable()
    if (this.#isSending)
      throw new ConfigError(
        `${this.#parts.platform} sent two visible requests at once: the platform itself is wrong.`,
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
      // The write may have taken effect although it failed.
      await this.end('NOT_SENT')
      throw error
    }
  }

  /** Tells what became of the attempt that was begun. Null = nothing to wait for. Never rejects. */
  end(fate: Fate): Promise<void> | null {
    if (fate === 'DONE' || fate === 'OPEN') {
      this.#isOpen = true
      this.#wasSentHere = true
    }
    this.#isSending = false
    if (fate !== 'DONE') this.#stopAwaiting()
    // With an earlier try open, a refusal of this one says nothing about that one.
    const written = this.#isOpen ? null : this.#replace(this.#prepared)
    const attempt = this.#attempt
    this.#attempt = null
    if (written === null) {
      attempt?.resolve()
      return null
    }
    const tell = (): void => attempt?.resolve()
    // What could not be taken back is tried again when the entry is given up.
    return written.then(tell, tell)
  }

  /** The platform has proof that nothing came out: goes back to what was prepared. */
  async notPublished(): Promise<void> {
    this.#isOpen = false
    await this.#replace(this.#prepared)
  }

  /** Drops what was prepared: it has run out, or its files have changed. */
  async startAfresh(): Promise<void> {
    this.#prepared = null
    await this.#replace(null)
  }

  /** Gives a post that was found to this key; `BUSY` while another request of the account may have made it. */
  async claimPost(
    candidates: readonly PostCandidate[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ): Promise<PostClaim> {
    const { journal, key, bound, inFlight } = this.#parts
    this.#stopAwaiting()
    for (const { connectionId } of inFlight) if (connectionId === key.connectionId) return { state: 'BUSY' }
    return bound(journal.claimPost(key, await this.#claimed(), candidates, options))
  }

  /** Writes down the result, and which post of the network belongs to the key. */
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

  /** Gives the entry up for the next worker; without a receipt nothing of it stays. */
  async release(): Promise<void> {
    const { journal, key, bound } = this.#parts
    if (this.#claim === null) {
      if (this.#receipt === null) return
      await this.#claimed()
    }
    // Once more what is newest: a write before this one may have failed, or have failed only to say that it worked.
    await this.#write()
    await bound(journal.release(key, await this.#claimed()))
  }

  /** Stops extending the claim. Nothing can be written or sent through this book any more. */
  close(): void {
    this.#isClosed = true
    this.#stopAwaiting()
    void this.#lease?.end()
  }

  /** Refuses what a platform goes on with after its call was given up. The claim is kept: a query for a lost post takes time. */
  stopSending(): void {
    this.#maySend = false
  }

  #stopAwaiting(): void {
    this.#awaitsResult = false
    this.#parts.inFlight.delete(this.#parts.key)
  }

  #assertUsable(): void {
    if (this.#maySend && !this.#isClosed) return
    throw new NetworkError('The call is over: nothing is sent any more.', {
      platform: this.#parts.platform,
      delivery: 'NOT_SENT',
    })
  }

  /** Puts another receipt, or none, in the place of the newest. @returns Null where nothing has to be written. */
  #replace(receipt: Receipt | null): Promise<void> | null {
    this.#receipt = receipt
    this.#prepared = receipt
    return this.#write()
  }

  async #claimed(): Promise<string> {
    this.#claim ??= await claimNewEntry(this.#parts)
    return this.#claim
  }

  /** One write at a time, each of what is newest then: a beat can never put an older receipt over a newer one. */
  #write(): Promise<void> | null {
    const claim = this.#claim
    if (claim === null) return null
    const { journal, key, bound, clock } = this.#parts
    const save = async (): Promise<void> => {
      const asked = leaseMoment(clock)
      const record = this.#receipt && toRecord(this.#receipt)
      const lease = { leaseSeconds: LEASE_SECONDS, awaitsResponse: this.#awaitsResult }
      await bound(journal.save(key, claim, record, lease))
      this.#lease?.renew(asked)
      if (record?.['step'] !== 'FINISH') this.#mayHoldFinish = false
    }
    this.#writing = this.#writing === null ? save() : this.#writing.catch(() => {}).then(save)
    return this.#writing
  }
}
