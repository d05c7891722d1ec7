import type { DatabaseSync } from 'node:sqlite'

import { fromRecord, toRecord, type Update } from '@social/core'

import type { UpdateInfo } from '../../shared/inbox.js'
import { textOf, textOrNull } from '../storage/database.js'
import type { Marks } from './deeds.js'

/** Stores updates. Each row contains the library's object and the data shown on the page. */
export class Updates {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Returns all updates, newest first. */
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

  /**
   * Returns an update as the library delivered it. The library needs this object to answer the
   * update.
   */
  original(id: string): Update | null {
    const row = this.#database.prepare('SELECT record FROM studio_updates WHERE id = ?').get(id)
    return row === undefined ? null : (fromRecord(JSON.parse(textOf(row['record']))) as Update) // safe cast: only `save` writes this column
  }

  /**
   * Saves an update. Repeated calls are harmless, because an update is delivered again if its
   * handler failed.
   */
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

  /** Stores the marks that an action set on an update. */
  mark(id: string, marks: Marks): void {
    const change = 'UPDATE studio_updates SET info = json_patch(info, ?) WHERE id = ?'
    this.#database.prepare(change).run(JSON.stringify(marks), id)
  }

  read(ids: readonly string[]): void {
    const change = this.#database.prepare(
      'UPDATE studio_updates SET read_at = ? WHERE id = ? AND read_at IS NULL',
    )
    for (const id of ids) change.run(new Date().toISOString(), id)
  }

  /** Stores the answer and marks the update as read. */
  answered(id: string, answer: string): void {
    this.#database.prepare('UPDATE studio_updates SET answer = ? WHERE id = ?').run(answer, id)
    this.read([id])
  }
}

/** Defaults for fields that an earlier version of the studio did not store. */
const EARLIER = {
  liked: false,
  reposted: false,
  deleted: false,
  missing: {},
  hasThread: false,
  receivedAt: '',
} as const

function toInfo(row: Record<string, unknown>): UpdateInfo {
  const info = JSON.parse(textOf(row['info'])) as UpdateInfo // safe cast: only `save` writes this column
  return { ...EARLIER, ...info, answer: textOrNull(row['answer']), isRead: row['read_at'] !== null }
}
