import type { Clock, JournalKey, PublishJournal } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import type { JsonObject, Receipt, ReceiptStep } from '../models/index.js'
import { receiptFromRecord, toRecord } from '../models/records.js'

/** Seconds a claim on a journal entry lasts unless it is extended: survives a slow piece, and a dead worker not for long. */
export const LEASE_SECONDS = 60

/** A receipt as a journal keeps it, read back; null stays null. */
export function readReceipt(record: JsonObject | null): Receipt | null {
  return record === null ? null : receiptFromRecord(record)
}

/** What a book is made from. */
export interface ReceiptBookParts {
  readonly journal: PublishJournal
  readonly key: JournalKey
  readonly fingerprint: string
  /** Null while the entry is not opened: under a new key nothing is written before the try ends. */
  readonly claim: string | null
  readonly platform: string
  readonly clock: Clock
  readonly receipt: Receipt | null
}

/** The receipt of one entry in hand: written before each step, taken back when the visible step was refused. */
export class ReceiptBook {
  readonly #parts: ReceiptBookParts
  readonly #heartbeat: NodeJS.Timeout | null
  #claim: string | null
  #receipt: Receipt | null
  #prepared: Receipt | null
  #finishBegun = false
  #writing: Promise<void> | null = null

  constructor(parts: ReceiptBookParts) {
    this.#claim = parts.claim
    this.#parts = parts
    this.#receipt = parts.receipt
    this.#prepared = parts.receipt?.step === 'FINISH' ? { ...parts.receipt, step: 'WAIT' } : parts.receipt
    // A long upload must not lose its claim. A beat that fails is no harm: the next checkpoint finds out.
    this.#heartbeat = parts.claim === null ? null : this.#beat()
  }

  /** The newest receipt; null before the first step, and after it was taken back. */
  get receipt(): Receipt | null {
    return this.#receipt
  }

  /**
   * True when an earlier try got as far as `FINISH`: a refusal of this one says nothing about that one. A platform that
   * knows better writes an earlier step down first.
   */
  get repeatsFinish(): boolean {
    return this.#finishBegun && this.#parts.receipt?.step === 'FINISH'
  }

  /** True once this try has written a `FINISH` step down: what is sent from then on may be visible. */
  get finishBegun(): boolean {
    return this.#finishBegun
  }

  /** True while sending the step of this receipt again is harmless. */
  isRepeatable(receipt: Receipt): boolean {
    return receipt.repeatableUntil !== null && receipt.repeatableUntil > this.#parts.clock.now()
  }

  /**
   * Writes a step down before it is taken.
   *
   * @returns Null where nothing has to be written: under a new key.
   * @throws ConfigError when another worker has taken the entry over.
   */
  checkpoint(step: ReceiptStep): Promise<void> | null {
    const receipt: Receipt = {
      version: 1,
      platform: this.#parts.platform,
      step: step.step,
      data: step.data,
      madeAt: this.#parts.clock.now(),
      repeatableUntil: step.repeatableUntil ?? null,
    }
    const written = this.replace(receipt)
    if (written === null) this.#taken(receipt)
    return written && written.then(() => this.#taken(receipt))
  }

  /** Only once it is written down: a receipt that could not be kept must not be acted upon. */
  #taken(receipt: Receipt): void {
    this.#finishBegun = receipt.step === 'FINISH'
    if (!this.#finishBegun) this.#prepared = receipt
  }

  /** Puts another receipt, or none, in the place of the newest. @returns Null where nothing has to be written. */
  replace(receipt: Receipt | null): Promise<void> | null {
    this.#receipt = receipt
    if (receipt?.step !== 'FINISH') this.#prepared = receipt
    return this.#write()
  }

  /** Nothing was sent after the newest step was written down: goes back to what stood there before, whatever that says. */
  async undo(before: Receipt | null): Promise<void> {
    this.#finishBegun = false
    await this.replace(before)
  }

  /** The visible step certainly did not take: goes back to what was prepared. */
  async takeBack(): Promise<void> {
    this.#finishBegun = false
    await this.replace(this.#prepared)
  }

  /** Writes down what came of it. */
  async finish(result: JsonObject): Promise<void> {
    const { journal, key, fingerprint } = this.#parts
    if (this.#claim === null && journal.finishNew) await journal.finishNew(key, fingerprint, result)
    else await journal.finish(key, await this.#claimed(), result)
  }

  /** Gives the entry up for the next worker; without a receipt nothing of it stays. */
  async release(): Promise<void> {
    await this.#writing?.catch(() => {})
    const { journal, key } = this.#parts
    if (this.#claim === null) {
      if (this.#receipt === null) return
      await this.#claimed()
      await this.#write()
    }
    await journal.release(key, await this.#claimed())
  }

  /** Stops extending the claim. */
  close(): void {
    if (this.#heartbeat) clearInterval(this.#heartbeat)
  }

  #beat(): NodeJS.Timeout {
    const timer = setInterval(() => void this.#write()?.catch(() => {}), (LEASE_SECONDS / 3) * 1000)
    return timer.unref()
  }

  async #claimed(): Promise<string> {
    if (this.#claim !== null) return this.#claim
    const { journal, key, fingerprint } = this.#parts
    const entry = await journal.open(key, fingerprint, { leaseSeconds: LEASE_SECONDS })
    if (entry.state !== 'NEW')
      throw new ConfigError(`The journal already has an entry under the new key "${key.idempotencyKey}".`)
    this.#claim = entry.claim
    return entry.claim
  }

  /** One write at a time, each of what is newest then: a beat can never put an older receipt over a newer one. */
  #write(): Promise<void> | null {
    const claim = this.#claim
    if (claim === null) return null
    const { journal, key } = this.#parts
    const save = () =>
      journal.save(key, claim, this.#receipt && toRecord(this.#receipt), { leaseSeconds: LEASE_SECONDS })
    this.#writing = this.#writing === null ? save() : this.#writing.catch(() => {}).then(save)
    return this.#writing
  }
}
