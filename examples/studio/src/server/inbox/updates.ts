import type { DatabaseSync } from 'node:sqlite'

import { fromRecord, toRecord, type Update } from '@social/core'

import type { UpdateInfo } from '../../shared/inbox.js'
import { textOf, textOrNull } from '../storage/database.js'
import type { Marks } from './deeds.js'

/** What happened on the accounts, kept: the library's own record beside what the page shows. */
export class Updates {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Newest first. */
  all(): readonly UpdateInfo[] {
    return this.#database
      .prepare('SELECT info, answer, read_at FROM studio_updates ORDER BY at DESC, rowid DESC LIMIT 200')
      .all()
      .map((row) => toInfo(row))
  }

  find(id: string): UpdateInfo | null {
    const row = this.#database
      .prepare('SELECT info, answer, read_at FROM studio_updates WHERE id = ?')
      .get(id)
    return row === undefined ? null : toInfo(row)
  }

  /** The update as the network delivered it: what an answer needs. */
  original(id: string): Update | null {
    const row = this.#database.prepare('SELECT record FROM studio_updates WHERE id = ?').get(id)
    return row === undefined ? null : (fromRecord(JSON.parse(textOf(row['record']))) as Update) // written by save
  }

  /** Safe to repeat: an update comes again when its handling failed. */
  save(info: UpdateInfo, update: Update): void {
    this.#database
      .prepare(
        `INSERT INTO studio_updates (id, account_id, at, info, record, received_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET info = excluded.info, record = excluded.record`,
      )
      .run(
        info.id,
        info.accountId,
        info.at,
        JSON.stringify(info),
        JSON.stringify(toRecord(update)),
        info.receivedAt,
      )
  }

  /** Writes down what was done with it. */
  mark(id: string, marks: Marks): void {
    const change = 'UPDATE studio_updates SET info = json_patch(info, ?) WHERE id = ?'
    this.#database.prepare(change).run(JSON.stringify(marks), id)
  }

  /** Writes down that somebody has read them. */
  read(ids: readonly string[]): void {
    const change = this.#database.prepare(
      'UPDATE studio_updates SET read_at = ? WHERE id = ? AND read_at IS NULL',
    )
    for (const id of ids) change.run(new Date().toISOString(), id)
  }

  /** Keeps what was answered; who answers has read it. */
  answered(id: string, answer: string): void {
    this.#database.prepare('UPDATE studio_updates SET answer = ? WHERE id = ?').run(answer, id)
    this.read([id])
  }
}

/** What updates that an earlier studio kept do not say. */
const EARLIER = {
  liked: false,
  reposted: false,
  deleted: false,
  missing: {},
  hasThread: false,
  receivedAt: '',
} as const

function toInfo(row: Record<string, unknown>): UpdateInfo {
  const info = JSON.parse(textOf(row['info'])) as UpdateInfo // written by save
  return { ...EARLIER, ...info, answer: textOrNull(row['answer']), isRead: row['read_at'] !== null }
}
