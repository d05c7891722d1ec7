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
  millisecondsOf,
  otherEntry,
  type OwnedPost,
  receiptPlace,
  type Sealer,
  sealReceipt,
  sealResult,
  type Sweeper,
  unsealReceipt,
  unsealResult,
} from '@social/store-kit'

import { optionalTextOf, type Row, type Session, textOf } from '../file/session.js'
import { leaseEndOf } from './lease.js'

const SELECT =
  'SELECT fingerprint, claim, free_at AS ends, lease_ms, receipt, result FROM social_journal WHERE id = ?'
const MOVE_END = 'UPDATE social_journal SET free_at = ? WHERE id = ? AND free_at = ?'
const INSERT =
  'INSERT INTO social_journal (id, fingerprint, claim, free_at, lease_ms, touched_at) VALUES (?, ?, ?, ?, ?, ?)'
/** The id of the created post, or null if another journal entry already owns that post. */
const OWNED =
  'CASE WHEN NOT EXISTS (SELECT 1 FROM social_journal WHERE connection_id = ? AND post_id = ?) THEN ? END'
const INSERT_DONE = `INSERT INTO social_journal (connection_id, post_id, id, fingerprint, result, free_at, touched_at)
  VALUES (?, ${OWNED}, ?, ?, ?, 0, ?) ON CONFLICT (id) DO NOTHING`
const CLAIM = `UPDATE social_journal SET claim = ?, free_at = ?, lease_ms = ?, touched_at = ?, awaits_since = NULL
  WHERE id = ?`
const SAVE = `UPDATE social_journal SET receipt = ?, free_at = ?, lease_ms = ?, touched_at = ?, connection_id = ?,
  awaits_since = CASE WHEN ? THEN coalesce(awaits_since, ?) END
  WHERE id = ? AND claim = ? AND result IS NULL`
/** Keeps the claim, so that a repeated finish by the same worker is recognized. */
const FINISH = `UPDATE social_journal SET connection_id = ?, post_id = coalesce(post_id, ${OWNED}),
  result = ?, receipt = NULL, free_at = 0, touched_at = ?, awaits_since = NULL
  WHERE id = ? AND claim = ? AND result IS NULL`
const QUERY_FOR_POST = `UPDATE social_journal SET connection_id = ?, awaits_since = NULL
  WHERE id = ? AND claim = ? AND result IS NULL`
const OWNER = 'SELECT id FROM social_journal WHERE connection_id = ? AND post_id = ?'
const AWAITING = `SELECT 1 AS there FROM social_journal WHERE connection_id = ? AND awaits_since <= ? AND free_at > ?
  AND claim IS NOT NULL AND result IS NULL AND id <> ? LIMIT 1`
const OWN = 'UPDATE social_journal SET post_id = ? WHERE id = ?'
const DROP = 'DELETE FROM social_journal WHERE id = ? AND claim = ? AND receipt IS NULL AND result IS NULL'
const FREE = `UPDATE social_journal SET claim = NULL, free_at = 0, touched_at = ?, awaits_since = NULL
  WHERE id = ? AND claim = ? AND receipt IS NOT NULL`
const FORGET = 'DELETE FROM social_journal WHERE touched_at < ? AND (result IS NOT NULL OR free_at <= ?)'

/** Returns the values for the `connection_id` column and for the placeholders of `OWNED`. */
const ownedBy = ({ connectionId }: JournalKey, postId: string | null) =>
  [connectionId, connectionId, postId, postId] as const

/** State of an entry. Its receipt or result is still encrypted. */
type Found =
  | { readonly state: 'NEW' | 'CONTINUE'; readonly claim: string; readonly receipt: string | null }
  | { readonly state: 'BUSY'; readonly freeAt: Date }
  | { readonly state: 'DONE'; readonly result: string }
  | { readonly state: 'CONFLICT' }

/** Dependencies of the journal. */
interface JournalParts {
  readonly sealer: Sealer
  readonly clock: Clock
  readonly sweeper: Sweeper
  /** Returns whether rows in plain text are accepted. */
  readonly believesUnsealed: () => boolean
}

/** Stores the publish journal in the file. */
export class SqlitePublishJournal implements PublishJournal {
  readonly #session: Session
  readonly #sealer: Sealer
  readonly #clock: Clock
  readonly #sweeper: Sweeper
  readonly #believesUnsealed: () => boolean

  constructor(session: Session, { sealer, clock, sweeper, believesUnsealed }: JournalParts) {
    this.#session = session
    this.#sealer = sealer
    this.#believesUnsealed = believesUnsealed
    this.#clock = clock
    this.#sweeper = sweeper
  }

  async open(key: JournalKey, fingerprint: string, lease: Lease): Promise<JournalEntry> {
    portArguments.journal.open(key, fingerprint, lease)
    const id = journalKeyText(key)
    const found = this.#session.transaction(() => this.#open(id, fingerprint, lease))
    this.#sweeper.sweep()
    switch (found.state) {
      case 'DONE':
        return { state: 'DONE', result: await unsealResult(this.#sealer, id, found.result) }
      case 'NEW':
      case 'CONTINUE': {
        const { state, claim, receipt } = found
        return {
          state,
          claim,
          receipt: receipt === null ? null : await unsealReceipt(this.#sealer, id, receipt),
        }
      }
      default:
        return found
    }
  }

  async save(key: JournalKey, claim: string, receipt: JsonObject | null, lease: JournalLease): Promise<void> {
    portArguments.journal.save(key, claim, receipt, lease)
    const id = journalKeyText(key)
    const sealed = await sealReceipt(this.#sealer, id, receipt)
    const [now, leaseMs] = [this.#clock.now().getTime(), millisecondsOf(lease)]
    const kept = [sealed, now + leaseMs, leaseMs, now, key.connectionId] as const
    const awaits = lease.awaitsResponse === true ? 1 : 0
    if (this.#session.write(SAVE, ...kept, awaits, now, id, claim) === 0) throw lostEntry(key)
  }

  async claimPost(
    key: JournalKey,
    claim: string,
    candidates: readonly PostCandidate[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ): Promise<PostClaim> {
    portArguments.journal.claimPost(key, claim, candidates, options)
    const id = journalKeyText(key)
    return this.#session.transaction(() => {
      if (this.#session.write(QUERY_FOR_POST, key.connectionId, id, claim) === 0) throw lostEntry(key)
      const isOurs = (postId: string): boolean | null => {
        const row = this.#session.row(OWNER, key.connectionId, postId)
        return row === null ? null : textOf(row, 'id') === id
      }
      const choice = choosePost(candidates, isOurs, options.pick)
      if (choice.state !== 'FREE') return choice
      const now = this.#clock.now().getTime()
      const newest = Math.ceil(now + (CLAIM_SLACK_SECONDS - choice.post.ageSeconds) * 1000)
      if (this.#session.row(AWAITING, key.connectionId, newest, now, id) !== null) return { state: 'BUSY' }
      this.#session.write(OWN, choice.post.id, id)
      return { state: 'OWNED', id: choice.post.id }
    })
  }

  async finish(
    key: JournalKey,
    claim: string,
    result: JsonObject,
    { postId = null }: OwnedPost = {},
  ): Promise<void> {
    portArguments.journal.finish(key, claim, result)
    const id = journalKeyText(key)
    const sealed = await sealResult(this.#sealer, id, result)
    const now = this.#clock.now().getTime()
    if (this.#session.write(FINISH, ...ownedBy(key, postId), sealed, now, id, claim) === 1) return
    const row = this.#session.row(SELECT, id)
    if (row === null || row['claim'] !== claim || !(await this.#holds(row, id, result))) throw lostEntry(key)
  }

  async finishNew(
    key: JournalKey,
    fingerprint: string,
    result: JsonObject,
    { postId = null }: OwnedPost = {},
  ): Promise<void> {
    portArguments.journal.finishNew(key, fingerprint, result)
    const id = journalKeyText(key)
    const sealed = await sealResult(this.#sealer, id, result)
    const now = this.#clock.now().getTime()
    const values = [...ownedBy(key, postId), id, fingerprint, sealed, now] as const
    const isNew = this.#session.write(INSERT_DONE, ...values) === 1
    this.#sweeper.sweep()
    const row = isNew ? null : this.#session.row(SELECT, id)
    if (row !== null && (row['fingerprint'] !== fingerprint || !(await this.#holds(row, id, result))))
      throw otherEntry(key)
  }

  async release(key: JournalKey, claim: string): Promise<void> {
    portArguments.journal.release(key, claim)
    const id = journalKeyText(key)
    this.#session.transaction(() => {
      this.#session.write(DROP, id, claim)
      this.#session.write(FREE, this.#clock.now().getTime(), id, claim)
    })
  }

  async forgetBefore(moment: Date): Promise<number> {
    portArguments.journal.forgetBefore(moment)
    return this.#session.write(FORGET, moment.getTime(), this.#clock.now().getTime())
  }

  /** Reads the entry and claims the entry if it is free. Runs in a transaction. */
  #open(id: string, fingerprint: string, lease: Lease): Found {
    const now = this.#clock.now().getTime()
    const leaseMs = millisecondsOf(lease)
    const freeAt = now + leaseMs
    const claim = randomUUID()
    const row = this.#session.row(SELECT, id)
    if (row === null) {
      this.#session.write(INSERT, id, fingerprint, claim, freeAt, leaseMs, now)
      return { state: 'NEW', claim, receipt: null }
    }
    if (textOf(row, 'fingerprint') !== fingerprint) return { state: 'CONFLICT' }
    const result = optionalTextOf(row, 'result')
    if (result !== null) return { state: 'DONE', result }
    const ends = row['claim'] === null ? now : leaseEndOf(this.#session, row, now, { sql: MOVE_END, id })
    if (ends > now) return { state: 'BUSY', freeAt: new Date(ends) }
    const receipt = optionalTextOf(row, 'receipt')
    // An entry whose receipt cannot be decrypted is not claimed, so that a worker with the right
    // key can claim it.
    if (receipt !== null) this.#sealer.mustFit(receipt, receiptPlace(id), this.#believesUnsealed)
    this.#session.write(CLAIM, claim, freeAt, leaseMs, now, id)
    return { state: receipt === null ? 'NEW' : 'CONTINUE', claim, receipt }
  }

  /** Returns whether a finished entry has this result. */
  #holds(row: Row, id: string, result: JsonObject): Promise<boolean> {
    return holdsResult(this.#sealer, id, optionalTextOf(row, 'result'), result)
  }
}
