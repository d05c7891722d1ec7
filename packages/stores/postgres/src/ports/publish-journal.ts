import { randomUUID } from 'node:crypto'

import {
  choosePost,
  CLAIM_SLACK_SECONDS,
  type Clock,
  type JournalEntry,
  type JournalKey,
  type JsonObject,
  portArguments,
  type PostCandidate,
  type PostClaim,
  type PublishJournal,
  journalKeyText,
} from '@social/core/store'
import {
  holdsResult,
  type JournalLease,
  type Lease,
  lostEntry,
  otherEntry,
  type OwnedPost,
  type Sealer,
  sealReceipt,
  sealResult,
  type Sweeper,
  unsealReceipt,
  unsealResult,
} from '@social/store-kit'

import type { Row } from '../server/pool.js'
import { rowIdOf, type Tables } from '../tables.js'
import {
  AWAITING,
  FINISH,
  FINISH_NEW,
  READ,
  QUERY_FOR_POST,
  OLD,
  OPEN,
  OPEN_NEW,
  OWN,
  OWNERS,
  RELEASE,
  SAVE,
} from './journal-statements.js'
import { isUuid } from './seen-updates.js'

/** Maximum number of entries that one statement deletes. Our choice. */
const BATCH = 5_000
const FORGET = `DELETE FROM %.social_journal WHERE ${OLD}
  AND id IN (SELECT id FROM %.social_journal WHERE ${OLD} LIMIT ${BATCH}) RETURNING 1`

/** Publish journal in PostgreSQL. */
export class PostgresPublishJournal implements PublishJournal {
  readonly #tables: Tables
  readonly #sealer: Sealer
  readonly #clock: Clock
  readonly #sweeper: Sweeper
  #lastNumber = 0

  constructor(tables: Tables, sealer: Sealer, clock: Clock, sweeper: Sweeper) {
    this.#tables = tables
    this.#sealer = sealer
    this.#clock = clock
    this.#sweeper = sweeper
  }

  async open(key: JournalKey, fingerprint: string, lease: Lease): Promise<JournalEntry> {
    portArguments.journal.open(key, fingerprint, lease)
    const id = idOf(key)
    const ours = randomUUID()
    const values = [id, fingerprint, ours, lease.leaseSeconds]
    const made = await this.#tables.rows(OPEN_NEW, values, { what: 'journal.open' })
    if (made.length > 0) {
      this.#sweeper.sweep()
      return { state: 'NEW', claim: ours, receipt: null }
    }
    for (;;) {
      const [taken] = await this.#tables.rows(OPEN, values, { what: 'journal.open' })
      const row = taken ?? (await this.#readEntry(id, 'journal.open'))
      this.#sweeper.sweep()
      // Another process deleted the entry in the meantime. The entry is free now.
      if (row === null) continue
      const [print, claim, receipt = null, result = null, secondsLeft] = row
      if (print !== fingerprint) return { state: 'CONFLICT' }
      if (result !== null) return { state: 'DONE', result: await unsealResult(this.#sealer, id, result) }
      if (claim !== ours) {
        // Another process released the entry in the meantime.
        if (claim === null) continue
        // The server returns the remaining time, because its clock may differ. The remaining time
        // is converted to a time of this process's clock.
        const milliseconds = Math.max(0, Number(secondsLeft) * 1000)
        return { state: 'BUSY', freeAt: new Date(this.#clock.now().getTime() + milliseconds) }
      }
      if (receipt === null) return { state: 'NEW', claim, receipt: null }
      return { state: 'CONTINUE', claim, receipt: await this.#unsealTaken(key, claim, receipt) }
    }
  }

  async save(key: JournalKey, claim: string, receipt: JsonObject | null, lease: JournalLease): Promise<void> {
    portArguments.journal.save(key, claim, receipt, lease)
    const id = idOf(key)
    // The number is taken before encrypting, so that numbers follow the order of the calls.
    const number = this.#nextNumber()
    const sealed = await sealReceipt(this.#sealer, id, receipt)
    const awaits = lease.awaitsResponse === true
    const values = [id, claim, sealed, lease.leaseSeconds, number, connectionOf(key), awaits]
    const saved = isUuid(claim) ? await this.#tables.rows(SAVE, values, { what: 'journal.save' }) : []
    if (saved.length === 0) throw lostEntry(key)
  }

  async claimPost(
    key: JournalKey,
    claim: string,
    candidates: readonly PostCandidate[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ): Promise<PostClaim> {
    portArguments.journal.claimPost(key, claim, candidates, options)
    const [id, connection] = [idOf(key), connectionOf(key)]
    const limits = { what: 'journal.claimPost' }
    const ours = isUuid(claim) ? await this.#tables.rows(QUERY_FOR_POST, [id, claim, connection], limits) : []
    if (ours.length === 0) throw lostEntry(key)
    for (;;) {
      const posts = candidates.map(({ id: postId }) => rowIdOf(postId))
      const rows = await this.#tables.rows(OWNERS, [connection, posts], limits)
      const owners = new Map(rows.map(([post, owner]) => [post, owner]))
      const isOurs = (postId: string): boolean | null => {
        const owner = owners.get(rowIdOf(postId))
        return owner === undefined ? null : owner === id
      }
      const choice = choosePost(candidates, isOurs, options.pick)
      if (choice.state !== 'FREE') return choice
      const { post } = choice
      const sentBefore = post.ageSeconds - CLAIM_SLACK_SECONDS
      const awaiting = await this.#tables.rows(AWAITING, [connection, id, sentBefore], limits)
      if (awaiting.length > 0) return { state: 'BUSY' }
      const owned = await this.#tables.rows(OWN, [id, claim, rowIdOf(post.id), connection], limits)
      if (owned.length > 0) return { state: 'OWNED', id: post.id }
      // No row was written: another key took the post in the meantime, or another worker took the
      // entry.
      const row = await this.#readEntry(id, limits.what)
      if (row?.[1] !== claim) throw lostEntry(key)
    }
  }

  async finish(
    key: JournalKey,
    claim: string,
    result: JsonObject,
    { postId = null }: OwnedPost = {},
  ): Promise<void> {
    portArguments.journal.finish(key, claim, result)
    const id = idOf(key)
    if (!isUuid(claim)) throw lostEntry(key)
    const sealed = await sealResult(this.#sealer, id, result)
    const values = [id, claim, sealed, connectionOf(key), postOf(postId)]
    const done = await this.#tables.rows(FINISH, values, { what: 'journal.finish' })
    if (done.length > 0) return
    const row = await this.#readEntry(id, 'journal.finish')
    if (row?.[1] !== claim || !(await this.#holds(row, id, result))) throw lostEntry(key)
  }

  async finishNew(
    key: JournalKey,
    fingerprint: string,
    result: JsonObject,
    { postId = null }: OwnedPost = {},
  ): Promise<void> {
    portArguments.journal.finishNew(key, fingerprint, result)
    const id = idOf(key)
    const sealed = await sealResult(this.#sealer, id, result)
    for (;;) {
      const values = [id, fingerprint, sealed, connectionOf(key), postOf(postId)]
      const done = await this.#tables.rows(FINISH_NEW, values, { what: 'journal.finishNew' })
      this.#sweeper.sweep()
      if (done.length > 0) return
      const row = await this.#readEntry(id, 'journal.finishNew')
      if (row === null) continue
      if (row[0] === fingerprint && (await this.#holds(row, id, result))) return
      throw otherEntry(key)
    }
  }

  async release(key: JournalKey, claim: string): Promise<void> {
    portArguments.journal.release(key, claim)
    if (isUuid(claim)) await this.#tables.rows(RELEASE, [idOf(key), claim], { what: 'journal.release' })
  }

  async forgetBefore(moment: Date): Promise<number> {
    portArguments.journal.forgetBefore(moment)
    // Converts the time to an age in seconds, because `moment` uses this process's clock and the
    // entries use the server's clock.
    const age = (this.#clock.now().getTime() - moment.getTime()) / 1000
    for (let count = 0; ;) {
      const { length } = await this.#tables.rows(FORGET, [age], { what: 'journal.forgetBefore' })
      count += length
      if (length < BATCH) return count
    }
  }

  /**
   * Reads the columns of an entry, in the order of `READ`. Returns null if the entry does not
   * exist.
   */
  async #readEntry(id: string, what: string): Promise<Row | null> {
    const [row] = await this.#tables.rows(READ, [id], { what })
    return row ?? null
  }

  /** Returns whether a finished entry has this result. */
  #holds(row: Row, id: string, result: JsonObject): Promise<boolean> {
    return holdsResult(this.#sealer, id, row[3] ?? null, result)
  }

  /**
   * Decrypts the receipt of a claimed entry. If decryption fails, releases the entry for a worker
   * with the right key.
   */
  async #unsealTaken(key: JournalKey, claim: string, receipt: string): Promise<JsonObject> {
    try {
      return await unsealReceipt(this.#sealer, idOf(key), receipt)
    } catch (error) {
      // If the release fails too, the entry becomes free when its lease ends.
      await this.release(key, claim).catch(() => {})
      throw error
    }
  }

  /**
   * Returns a number greater than the last one. It counts microseconds since 1970, so that the
   * numbers also increase across restarts of a worker.
   */
  #nextNumber(): number {
    const now = Math.round(this.#clock.now().getTime() * 1000)
    this.#lastNumber = Math.max(this.#lastNumber + 1, now)
    return this.#lastNumber
  }
}

const idOf = (key: JournalKey): string => rowIdOf(journalKeyText(key))
const connectionOf = ({ connectionId }: JournalKey): string => rowIdOf(connectionId)
const postOf = (postId: string | null): string | null => (postId === null ? null : rowIdOf(postId))
