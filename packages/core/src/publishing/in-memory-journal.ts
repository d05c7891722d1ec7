import { isDeepStrictEqual } from 'node:util'

import {
  CLAIM_SLACK_SECONDS,
  type Clock,
  type JournalEntry,
  type JournalKey,
  journalText,
  portArguments,
  type PostCandidate,
  type PostClaim,
  type PublishJournal,
} from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { systemClock } from '../http/time/clock.js'
import { Lease, leaseMoment } from '../http/time/lease.js'
import type { JsonObject } from '../models/index.js'
import { refuseUnknownNames } from '../models/values/unknown-names.js'
import { choosePost } from './choose-post.js'
import { InMemoryOwners } from './in-memory-owners.js'

/** Bytes of JSON that a receipt may have: 16 KiB. Ours, and part of the contract of `PublishJournal`, so that every store can keep it. */
export const MAX_RECEIPT_BYTES = 16_384

/** One promise for every write that is done at once. */
const WRITTEN = Promise.resolve()

/** How much the in-process journal remembers. */
export interface InMemoryPublishJournalOptions {
  readonly clock?: Clock | undefined
  /** How many entries are remembered; finished ones are forgotten first, oldest first; 10,000 unless given. */
  readonly maxSize?: number | undefined
}

interface LeaseLength {
  readonly leaseSeconds: number
  readonly awaitsResponse?: boolean | undefined
}

/** Which post of the network the key owns from now on. */
interface Owning {
  readonly postId?: string | null | undefined
}

/** An unfinished entry; `claim` is null once it was given up. */
interface OpenEntry {
  readonly connectionId: string
  readonly fingerprint: string
  claim: string | null
  readonly lease: Lease
  /** JSON, so that nobody shares an object with the journal. */
  receipt: string | null
  touched: Date
  /** Milliseconds since 1970 of the visible request whose response is awaited; null while none is. */
  awaitsSince: number | null
  /** Place of the post that the key owns; null while it owns none. */
  post: string | null
}

interface DoneEntry {
  readonly fingerprint: string
  /** Whose result it is; null when it was written down in one step. */
  readonly claim: string | null
  readonly result: string
  /** Milliseconds since 1970. */
  readonly touched: number
  /** Place of the post that the key owns; null when it owns none. */
  readonly post: string | null
}

function nameOf(key: JournalKey): string {
  // The lengths in front make unlike keys unlike names, whatever stands in them.
  const { connectionId, operation, idempotencyKey } = key
  return `${connectionId.length}:${operation.length}:${connectionId}${operation}${idempotencyKey}`
}

function fromJson(text: string): JsonObject {
  return JSON.parse(text) as JsonObject // only `journalText` writes here
}

/** True when the text is the JSON of that value; the order of names does not matter. */
function isSame(text: string, value: JsonObject): boolean {
  return isDeepStrictEqual(fromJson(text), fromJson(journalText(value, 'journal: result')))
}

/**
 * What was published under which key, in this process only: it is gone when the process ends, and other workers do not
 * see it. Applications that must not publish twice after a crash use a store.
 */
export class InMemoryPublishJournal implements PublishJournal {
  readonly #clock: Clock
  readonly #maxSize: number
  /** Each claim is the next number: nobody outside this object can have it. */
  #claims = 0
  /** Both in the order they were touched. */
  readonly #open = new Map<string, OpenEntry>()
  readonly #done = new Map<string, DoneEntry>()
  readonly #owners = new InMemoryOwners()
  /** Goes on where it was: starting over would step across everything forgotten before. */
  readonly #oldestDone = this.#done.keys()

  /** @throws ConfigError when `maxSize` is not a positive whole number. */
  constructor(options: InMemoryPublishJournalOptions = {}) {
    refuseUnknownNames(options, ['clock', 'maxSize'], 'InMemoryPublishJournal')
    const { clock = systemClock, maxSize = 10_000 } = options
    if (!Number.isInteger(maxSize) || maxSize < 1)
      throw new ConfigError('maxSize must be a whole number above 0. It is how many entries are remembered.')
    this.#clock = clock
    this.#maxSize = maxSize
  }

  async open(key: JournalKey, fingerprint: string, lease: LeaseLength): Promise<JournalEntry> {
    portArguments.journal.open(key, fingerprint, lease)
    const name = nameOf(key)
    const done = this.#done.get(name)
    const entry = this.#open.get(name)
    const known = done ?? entry
    if (known && known.fingerprint !== fingerprint) return { state: 'CONFLICT' }
    if (done) return { state: 'DONE', result: fromJson(done.result) }
    if (entry && this.#isLeased(entry)) return { state: 'BUSY', freeAt: this.#endOf(entry.lease) }
    this.#claims += 1
    const claim = String(this.#claims)
    const receipt = entry?.receipt ?? null
    const { post = null } = entry ?? {}
    const { connectionId } = key
    const opened = { connectionId, fingerprint, claim, receipt, awaitsSince: null, post }
    this.#touch(name, { ...this.#leased(lease), ...opened })
    this.#makeRoom()
    return receipt === null
      ? { state: 'NEW', claim, receipt: null }
      : { state: 'CONTINUE', claim, receipt: fromJson(receipt) }
  }

  async save(key: JournalKey, claim: string, receipt: JsonObject | null, lease: LeaseLength): Promise<void> {
    portArguments.journal.save(key, claim, receipt, lease)
    const entry = this.#ours(key, claim)
    const json = receipt && journalText(receipt, 'journal.save: receipt')
    const bytes = json === null ? 0 : Buffer.byteLength(json)
    if (bytes > MAX_RECEIPT_BYTES)
      throw new ConfigError(
        `A receipt may have ${MAX_RECEIPT_BYTES} bytes of JSON, and this has ${bytes}. Keep ids and addresses in it, not content.`,
      )
    const awaitsSince = lease.awaitsResponse ? (entry.awaitsSince ?? this.#clock.now().getTime()) : null
    this.#touch(nameOf(key), { ...entry, ...this.#leased(lease), receipt: json, awaitsSince })
  }

  async claimPost(
    key: JournalKey,
    claim: string,
    candidates: readonly PostCandidate[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ): Promise<PostClaim> {
    portArguments.journal.claimPost(key, claim, candidates, options)
    const entry = this.#ours(key, claim)
    const name = nameOf(key)
    entry.awaitsSince = null
    const isOurs = (postId: string) => this.#owners.isOurs(name, key.connectionId, postId)
    const choice = choosePost(candidates, isOurs, options.pick)
    if (choice.state !== 'FREE') return choice
    const { id, ageSeconds } = choice.post
    if (this.#isAwaited(entry, ageSeconds)) return { state: 'BUSY' }
    entry.post = this.#owners.own(name, key.connectionId, id)
    return { state: 'OWNED', id }
  }

  async finish(key: JournalKey, claim: string, result: JsonObject, owning: Owning = {}): Promise<void> {
    portArguments.journal.finish(key, claim, result)
    const name = nameOf(key)
    const done = this.#done.get(name)
    // Its first reply was lost.
    if (done?.claim === claim && isSame(done.result, result)) return
    const { fingerprint, post: claimed } = this.#ours(key, claim)
    const text = journalText(result, 'journal.finish: result')
    const post = claimed ?? this.#owners.own(name, key.connectionId, owning.postId)
    this.#done.set(name, { fingerprint, claim, result: text, touched: this.#clock.now().getTime(), post })
    this.#open.delete(name)
  }

  /** Nothing is waited for, so no promise is made: every post under a new key ends here. */
  finishNew(key: JournalKey, fingerprint: string, result: JsonObject, owning: Owning = {}): Promise<void> {
    try {
      portArguments.journal.finishNew(key, fingerprint, result)
      this.#finishNew(key, fingerprint, result, owning)
      return WRITTEN
    } catch (error) {
      return Promise.reject(error)
    }
  }

  #finishNew(key: JournalKey, fingerprint: string, result: JsonObject, owning: Owning): void {
    const name = nameOf(key)
    const known = this.#done.get(name) ?? this.#open.get(name)
    if (known) {
      if ('result' in known && known.fingerprint === fingerprint && isSame(known.result, result)) return
      throw new ConfigError(
        `The journal has an entry "${key.idempotencyKey}" already, of something else. Make a new key for each post.`,
      )
    }
    const touched = this.#clock.now().getTime()
    const text = journalText(result, 'journal.finishNew: result')
    const post = this.#owners.own(name, key.connectionId, owning.postId)
    this.#done.set(name, { fingerprint, claim: null, result: text, touched, post })
    this.#makeRoom()
  }

  async release(key: JournalKey, claim: string): Promise<void> {
    portArguments.journal.release(key, claim)
    const name = nameOf(key)
    const entry = this.#open.get(name)
    if (entry?.claim !== claim) return
    if (entry.receipt === null) this.#forget(this.#open, name, entry.post)
    else this.#touch(name, { ...entry, claim: null, touched: this.#clock.now(), awaitsSince: null })
  }

  async forgetBefore(moment: Date): Promise<number> {
    portArguments.journal.forgetBefore(moment)
    let forgotten = 0
    for (const [name, entry] of this.#done) {
      if (entry.touched >= moment.getTime()) continue
      this.#forget(this.#done, name, entry.post)
      forgotten += 1
    }
    for (const [name, entry] of this.#open) {
      if (entry.touched >= moment || this.#isLeased(entry)) continue
      this.#forget(this.#open, name, entry.post)
      forgotten += 1
    }
    return forgotten
  }

  /** True while another entry of the connection awaits the response to a request that may have made the post. */
  #isAwaited(own: OpenEntry, ageSeconds: number): boolean {
    const newest = this.#clock.now().getTime() + (CLAIM_SLACK_SECONDS - ageSeconds) * 1000
    return [...this.#open.values()].some(
      (entry) =>
        entry !== own &&
        entry.connectionId === own.connectionId &&
        entry.awaitsSince !== null &&
        entry.awaitsSince <= newest &&
        this.#isLeased(entry),
    )
  }

  #forget(entries: Map<string, OpenEntry> | Map<string, DoneEntry>, name: string, post: string | null): void {
    entries.delete(name)
    this.#owners.forget(post)
  }

  /** A claim past its lease stays good until another worker takes the entry. */
  #ours(key: JournalKey, claim: string): OpenEntry {
    const entry = this.#open.get(nameOf(key))
    if (entry && entry.claim === claim) return entry
    throw new ConfigError(
      `The journal entry "${key.idempotencyKey}" is no longer in this worker's hands: its lease ran out and another worker took it, or it is finished. Stop here.`,
    )
  }

  #isLeased(entry: OpenEntry): boolean {
    return entry.claim !== null && entry.lease.isHeld
  }

  #leased({ leaseSeconds: seconds }: LeaseLength): Pick<OpenEntry, 'lease' | 'touched'> {
    const clock = this.#clock
    return { lease: new Lease({ clock, seconds, from: leaseMoment(clock) }), touched: clock.now() }
  }

  #endOf({ secondsLeft }: Lease): Date {
    return new Date(this.#clock.now().getTime() + Math.ceil(secondsLeft * 1000))
  }

  #touch(name: string, entry: OpenEntry): void {
    this.#open.delete(name)
    this.#open.set(name, entry)
  }

  /** Forgets the oldest: what is finished, then what was given up; never what is in hand. */
  #makeRoom(): void {
    while (this.#open.size + this.#done.size > this.#maxSize && this.#done.size > 0) {
      const oldest = this.#oldestDone.next()
      if (oldest.done) break
      const entry = this.#done.get(oldest.value)
      if (entry !== undefined) this.#forget(this.#done, oldest.value, entry.post)
    }
    if (this.#open.size <= this.#maxSize) return
    for (const [name, entry] of this.#open) {
      if (this.#isLeased(entry)) continue
      this.#forget(this.#open, name, entry.post)
      return
    }
  }
}
