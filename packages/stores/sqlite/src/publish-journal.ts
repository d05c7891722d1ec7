import { randomUUID } from 'node:crypto'

import {
  type Clock,
  ConfigError,
  type JournalEntry,
  type JournalKey,
  type JsonObject,
  type PublishJournal,
} from '@social/core/platform'

import type { Sealer } from './sealer.js'
import { numberOf, optionalTextOf, type Session, textOf } from './session.js'
import type { Sweeper } from './sweeper.js'

/** Bytes of JSON a receipt may have, in every store. */
const BIGGEST_RECEIPT_BYTES = 16_384

const SELECT = 'SELECT fingerprint, claim, free_at, receipt, result FROM social_journal WHERE id = ?'
const INSERT =
  'INSERT INTO social_journal (id, fingerprint, claim, free_at, touched_at) VALUES (?1, ?2, ?3, ?4, ?5)'
const INSERT_DONE =
  'INSERT INTO social_journal (id, fingerprint, result, free_at, touched_at) VALUES (?, ?, ?, 0, ?)'
const CLAIM = 'UPDATE social_journal SET claim = ?, free_at = ?, touched_at = ? WHERE id = ?'
const SAVE = `UPDATE social_journal SET receipt = ?, free_at = ?, touched_at = ?
  WHERE id = ? AND claim = ? AND result IS NULL`
const FINISH = `UPDATE social_journal SET result = ?, receipt = NULL, claim = NULL, free_at = 0, touched_at = ?
  WHERE id = ? AND claim = ? AND result IS NULL`
const FREE = `UPDATE social_journal SET claim = NULL, free_at = 0, touched_at = ?
  WHERE id = ? AND claim = ? AND receipt IS NOT NULL`
const FORGET = 'DELETE FROM social_journal WHERE touched_at < ? AND (result IS NOT NULL OR free_at <= ?)'

interface Lease {
  readonly leaseSeconds: number
}

/** What a look at an entry found, still sealed. */
type Found =
  | { readonly state: 'NEW' | 'CONTINUE'; readonly claim: string; readonly receipt: string | null }
  | { readonly state: 'BUSY'; readonly freeAt: Date }
  | { readonly state: 'DONE'; readonly result: string }
  | { readonly state: 'CONFLICT' }

/** Where a receipt stands, for its seal and for messages. */
export const receiptPlace = (id: string): string => `The receipt ${id}`
/** The same for a result. */
export const resultPlace = (id: string): string => `The result ${id}`

function idOf(key: JournalKey): string {
  return JSON.stringify([key.connectionId, key.operation, key.idempotencyKey])
}

/** What was published under which key, in the file. */
export class SqlitePublishJournal implements PublishJournal {
  readonly #session: Session
  readonly #sealer: Sealer
  readonly #clock: Clock
  readonly #sweeper: Sweeper

  constructor(session: Session, sealer: Sealer, clock: Clock, sweeper: Sweeper) {
    this.#session = session
    this.#sealer = sealer
    this.#clock = clock
    this.#sweeper = sweeper
  }

  async open(key: JournalKey, fingerprint: string, options: Lease): Promise<JournalEntry> {
    const id = idOf(key)
    const found = this.#session.atOnce(() => this.#open(id, fingerprint, options))
    this.#sweeper.sweep()
    switch (found.state) {
      case 'DONE':
        return { state: 'DONE', result: await this.#unseal(found.result, resultPlace(id)) }
      case 'NEW':
      case 'CONTINUE': {
        const { state, claim, receipt } = found
        return {
          state,
          claim,
          receipt: receipt === null ? null : await this.#unseal(receipt, receiptPlace(id)),
        }
      }
      default:
        return found
    }
  }

  async save(key: JournalKey, claim: string, receipt: JsonObject | null, options: Lease): Promise<void> {
    const id = idOf(key)
    const json = receipt && JSON.stringify(receipt)
    const bytes = json === null ? 0 : Buffer.byteLength(json)
    if (bytes > BIGGEST_RECEIPT_BYTES)
      throw new ConfigError(
        `A receipt may have ${BIGGEST_RECEIPT_BYTES} bytes of JSON, and this has ${bytes}. Keep ids and addresses in it, not content.`,
      )
    const sealed = json && (await this.#sealer.seal(json, receiptPlace(id)))
    const now = this.#clock.now().getTime()
    this.#mustBeOurs(
      key,
      this.#session.write(SAVE, sealed, now + options.leaseSeconds * 1000, now, id, claim),
    )
  }

  async finish(key: JournalKey, claim: string, result: JsonObject): Promise<void> {
    const id = idOf(key)
    const sealed = await this.#sealer.seal(JSON.stringify(result), resultPlace(id))
    this.#mustBeOurs(key, this.#session.write(FINISH, sealed, this.#clock.now().getTime(), id, claim))
  }

  async finishNew(key: JournalKey, fingerprint: string, result: JsonObject): Promise<void> {
    const id = idOf(key)
    const sealed = await this.#sealer.seal(JSON.stringify(result), resultPlace(id))
    this.#session.write(INSERT_DONE, id, fingerprint, sealed, this.#clock.now().getTime())
    this.#sweeper.sweep()
  }

  async release(key: JournalKey, claim: string): Promise<void> {
    const id = idOf(key)
    const changed = this.#session.atOnce(
      () =>
        this.#session.write(
          'DELETE FROM social_journal WHERE id = ? AND claim = ? AND receipt IS NULL',
          id,
          claim,
        ) + this.#session.write(FREE, this.#clock.now().getTime(), id, claim),
    )
    this.#mustBeOurs(key, changed)
  }

  async forgetBefore(moment: Date): Promise<number> {
    return this.#session.write(FORGET, moment.getTime(), this.#clock.now().getTime())
  }

  /** Looks, and takes the entry when it is free. Runs with nobody else writing. */
  #open(id: string, fingerprint: string, { leaseSeconds }: Lease): Found {
    const now = this.#clock.now().getTime()
    const freeAt = now + leaseSeconds * 1000
    const claim = randomUUID()
    const row = this.#session.row(SELECT, id)
    if (row === null) {
      this.#session.write(INSERT, id, fingerprint, claim, freeAt, now)
      return { state: 'NEW', claim, receipt: null }
    }
    if (textOf(row, 'fingerprint') !== fingerprint) return { state: 'CONFLICT' }
    const result = optionalTextOf(row, 'result')
    if (result !== null) return { state: 'DONE', result }
    const taken = numberOf(row, 'free_at')
    if (row['claim'] !== null && taken > now) return { state: 'BUSY', freeAt: new Date(taken) }
    const receipt = optionalTextOf(row, 'receipt')
    // A receipt that cannot be read must not be taken: the worker with the right key goes on from it.
    if (receipt !== null) this.#sealer.mustFit(receipt, receiptPlace(id))
    this.#session.write(CLAIM, claim, freeAt, now, id)
    return { state: receipt === null ? 'NEW' : 'CONTINUE', claim, receipt }
  }

  async #unseal(stored: string, place: string): Promise<JsonObject> {
    return JSON.parse(await this.#sealer.unseal(stored, place)) as JsonObject // only JSON objects are written here
  }

  /** A claim past its lease stays good until another worker takes the entry. */
  #mustBeOurs(key: JournalKey, changed: number): void {
    if (changed > 0) return
    throw new ConfigError(
      `The journal entry "${key.idempotencyKey}" is no longer in this worker's hands: its lease ran out and another worker took it, or it is finished. Stop here.`,
    )
  }
}
