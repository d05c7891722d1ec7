import { randomUUID } from 'node:crypto'

import type { Clock, JournalEntry, JournalKey, JsonObject, PublishJournal } from '@social/core/platform'
import {
  holdsResult,
  journalRowId,
  type Lease,
  lostEntry,
  otherEntry,
  type Sealer,
  sealReceipt,
  sealResult,
  type Sweeper,
  unsealReceipt,
  unsealResult,
} from '@social/store-kit'

import { FINISH, FINISH_NEW, OLD, OPEN, RELEASE, SAVE } from './journal-statements.js'
import { isUuid } from './seen-updates.js'
import { rowIdOf, type Tables } from './tables.js'

/** Entries forgotten by one statement. */
const BATCH = 5_000
const FORGET = `DELETE FROM %.social_journal WHERE ${OLD}
  AND id IN (SELECT id FROM %.social_journal WHERE ${OLD} LIMIT ${BATCH}) RETURNING 1`

/** What was published under which key, in PostgreSQL. */
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

  async open(key: JournalKey, fingerprint: string, { leaseSeconds }: Lease): Promise<JournalEntry> {
    const id = idOf(key)
    const ours = randomUUID()
    for (;;) {
      const values = [id, fingerprint, ours, leaseSeconds]
      const [row] = await this.#tables.rows(OPEN, values, { what: 'journal.open' })
      // Neither taken nor seen: another process has made it at this very moment, or removed it.
      if (row === undefined) continue
      this.#sweeper.sweep()
      const [print, claim, receipt = null, result = null, secondsLeft] = row
      if (print !== fingerprint) return { state: 'CONFLICT' }
      if (result !== null) return { state: 'DONE', result: await unsealResult(this.#sealer, id, result) }
      if (claim !== ours) {
        // The server tells how long; when that is by the clock of this process, only this process can tell.
        const milliseconds = Math.max(0, Number(secondsLeft) * 1000)
        return { state: 'BUSY', freeAt: new Date(this.#clock.now().getTime() + milliseconds) }
      }
      if (receipt === null) return { state: 'NEW', claim, receipt: null }
      return { state: 'CONTINUE', claim, receipt: await this.#unsealTaken(key, claim, receipt) }
    }
  }

  async save(key: JournalKey, claim: string, receipt: JsonObject | null, lease: Lease): Promise<void> {
    const id = idOf(key)
    // Numbered before it is sealed, in the order it was asked for.
    const number = this.#nextNumber()
    const sealed = await sealReceipt(this.#sealer, id, receipt)
    const values = [id, claim, sealed, lease.leaseSeconds, number]
    const saved = isUuid(claim) ? await this.#tables.rows(SAVE, values, { what: 'journal.save' }) : []
    if (saved.length === 0) throw lostEntry(key)
  }

  async finish(key: JournalKey, claim: string, result: JsonObject): Promise<void> {
    const id = idOf(key)
    if (!isUuid(claim)) throw lostEntry(key)
    const sealed = await sealResult(this.#sealer, id, result)
    const [row] = await this.#tables.rows(FINISH, [id, claim, sealed], { what: 'journal.finish' })
    const [holder, stored = null] = row ?? []
    if (holder !== claim) throw lostEntry(key)
    if (stored !== sealed && !(await holdsResult(this.#sealer, id, stored, result))) throw lostEntry(key)
  }

  async finishNew(key: JournalKey, fingerprint: string, result: JsonObject): Promise<void> {
    const id = idOf(key)
    const sealed = await sealResult(this.#sealer, id, result)
    for (;;) {
      const values = [id, fingerprint, sealed]
      const [row] = await this.#tables.rows(FINISH_NEW, values, { what: 'journal.finishNew' })
      if (row === undefined) continue
      this.#sweeper.sweep()
      const [print, stored = null] = row
      if (print === fingerprint && stored === sealed) return
      if (print === fingerprint && (await holdsResult(this.#sealer, id, stored, result))) return
      throw otherEntry(key)
    }
  }

  async release(key: JournalKey, claim: string): Promise<void> {
    if (isUuid(claim)) await this.#tables.rows(RELEASE, [idOf(key), claim], { what: 'journal.release' })
  }

  async forgetBefore(moment: Date): Promise<number> {
    // As an age: the moment is by the clock of this process, the entries by that of the server.
    const age = (this.#clock.now().getTime() - moment.getTime()) / 1000
    for (let count = 0; ;) {
      const { length } = await this.#tables.rows(FORGET, [age], { what: 'journal.forgetBefore' })
      count += length
      if (length < BATCH) return count
    }
  }

  /** A receipt that cannot be read must not be taken: the worker with the right key goes on from it. */
  async #unsealTaken(key: JournalKey, claim: string, receipt: string): Promise<JsonObject> {
    try {
      return await unsealReceipt(this.#sealer, idOf(key), receipt)
    } catch (error) {
      // Where that fails too, it is free again when the lease is over.
      await this.release(key, claim).catch(() => {})
      throw error
    }
  }

  /** Microseconds, so that a worker that opens the stores anew goes on above where it was; each greater than the last. */
  #nextNumber(): number {
    const now = Math.round(this.#clock.now().getTime() * 1000)
    this.#lastNumber = Math.max(this.#lastNumber + 1, now)
    return this.#lastNumber
  }
}

const idOf = (key: JournalKey): string => rowIdOf(journalRowId(key))
