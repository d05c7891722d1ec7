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
import { journalKeyText } from './journal-key.js'
import { receiptText } from './receipt-text.js'

/** Shared resolved promise for writes that complete immediately. */
const WRITTEN = Promise.resolve()

/** Options of the in-memory journal. */
export interface InMemoryPublishJournalOptions {
  readonly clock?: Clock | undefined
  /** Maximum number of entries; default: 10,000. Completed entries are removed first, the oldest first. */
  readonly maxSize?: number | undefined
}

interface LeaseLength {
  readonly leaseSeconds: number
  readonly awaitsResponse?: boolean | undefined
}

/** The post at the network that the idempotency key owns from now on. */
interface Owning {
  readonly postId?: string | null | undefined
}

/** An unfinished entry. `claim` is null after a release. */
interface OpenEntry {
  readonly connectionId: string
  readonly fingerprint: string
  claim: string | null
  readonly lease: Lease
  /** The receipt as JSON text, so that the journal shares no object with callers. */
  receipt: string | null
  touched: Date
  /** Time of the visible request whose response is awaited, in milliseconds since 1970; null if there is none. */
  awaitsSince: number | null
  /** Map key of the post that the entry owns; null if the entry owns no post. */
  post: string | null
}

interface DoneEntry {
  readonly fingerprint: string
  /** Claim under which the result was stored; null if `finishNew` stored the result without a claim. */
  readonly claim: string | null
  readonly result: string
  /** Time of the last change, in milliseconds since 1970. */
  readonly touched: number
  /** Map key of the post that the entry owns; null if the entry owns no post. */
  readonly post: string | null
}

function fromJson(text: string): JsonObject {
  return JSON.parse(text) as JsonObject // safe cast: `journalText` wrote this text from an object
}

/** Returns true if the text is the JSON of the value. The order of keys is ignored. */
function isSame(text: string, value: JsonObject): boolean {
  return isDeepStrictEqual(fromJson(text), fromJson(journalText(value, 'journal: result')))
}

/**
 * In-memory publish journal. Entries are lost when the process ends, and other workers do not see them. Use a store to
 * prevent duplicate posts after a crash.
 */
export class InMemoryPublishJournal implements PublishJournal {
  readonly #clock: Clock
  readonly #maxSize: number
  /** Counter that makes each claim unique, so that callers cannot guess or share a claim. */
  #claims = 0
  /** Both maps keep their entries in the order of the last change. */
  readonly #open = new Map<string, OpenEntry>()
  readonly #done = new Map<string, DoneEntry>()
  readonly #owners = new InMemoryOwners()
  /**
   * One iterator is kept between calls, because a new iterator would first skip all removed
   * entries.
   */
  readonly #oldestDone = this.#done.keys()

  /** @throws ConfigError when `maxSize` is not a positive whole number. */
  constructor(options: InMemoryPublishJournalOptions = {}) {
    refuseUnknownNames(options, ['clock', 'maxSize'], 'InMemoryPublishJournal')
    const { clock = systemClock, maxSize = 10_000 } = options
    if (!Number.isInteger(maxSize) || maxSize < 1)
      throw new ConfigError('maxSize must be a whole number above 0. It is the maximum number of entries.')
    this.#clock = clock
    this.#maxSize = maxSize
  }

  async open(key: JournalKey, fingerprint: string, lease: LeaseLength): Promise<JournalEntry> {
    portArguments.journal.open(key, fingerprint, lease)
    const name = journalKeyText(key)
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
    const json = receipt && receiptText(receipt)
    const awaitsSince = lease.awaitsResponse ? (entry.awaitsSince ?? this.#clock.now().getTime()) : null
    this.#touch(journalKeyText(key), { ...entry, ...this.#leased(lease), receipt: json, awaitsSince })
  }

  async claimPost(
    key: JournalKey,
    claim: string,
    candidates: readonly PostCandidate[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ): Promise<PostClaim> {
    portArguments.journal.claimPost(key, claim, candidates, options)
    const entry = this.#ours(key, claim)
    const name = journalKeyText(key)
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
    const name = journalKeyText(key)
    const done = this.#done.get(name)
    // This call repeats a `finish` that succeeded but whose response was lost.
    if (done?.claim === claim && isSame(done.result, result)) return
    const { fingerprint, post: claimed } = this.#ours(key, claim)
    const text = journalText(result, 'journal.finish: result')
    const post = claimed ?? this.#owners.own(name, key.connectionId, owning.postId)
    this.#done.set(name, { fingerprint, claim, result: text, touched: this.#clock.now().getTime(), post })
    this.#open.delete(name)
  }

  /** Completes synchronously and returns a shared promise, because every post with a new key calls this method. */
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
    const name = journalKeyText(key)
    const known = this.#done.get(name) ?? this.#open.get(name)
    if (known) {
      if ('result' in known && known.fingerprint === fingerprint && isSame(known.result, result)) return
      throw new ConfigError(
        `The journal already has an entry "${key.idempotencyKey}" with other content. Use a new key for each post.`,
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
    const name = journalKeyText(key)
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

  /**
   * Returns true if another entry of the connection awaits the response to a request that may have
   * created the post.
   */
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

  /**
   * Returns the entry if the claim is valid. A claim stays valid after its lease until another
   * worker takes the entry.
   */
  #ours(key: JournalKey, claim: string): OpenEntry {
    const entry = this.#open.get(journalKeyText(key))
    if (entry && entry.claim === claim) return entry
    throw new ConfigError(
      `The journal entry "${key.idempotencyKey}" is no longer held by this worker: it is completed, or its lease expired and another worker took it. Stop publishing.`,
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

  /**
   * Removes the oldest entry: completed entries first, then released ones. Entries with a current lease are never
   * removed.
   */
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
