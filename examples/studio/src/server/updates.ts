import type { DatabaseSync } from 'node:sqlite'

import { fromRecord, toRecord, type Update } from '@social/core'

import type { UpdateInfo } from '../shared/api.js'
import { textOf, textOrNull } from './database.js'

/** What happened on the accounts, kept: the library's own record beside what the page shows. */
export class Updates {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Newest first. */
  all(): readonly UpdateInfo[] {
    return this.#database
      .prepare('SELECT info, answer FROM studio_updates ORDER BY at DESC, rowid DESC LIMIT 200')
      .all()
      .map((row) => toInfo(row))
  }

  find(id: string): UpdateInfo | null {
    const row = this.#database.prepare('SELECT info, answer FROM studio_updates WHERE id = ?').get(id)
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
        `INSERT INTO studio_updates (id, account_id, at, info, record) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET info = excluded.info, record = excluded.record`,
      )
      .run(info.id, info.accountId, info.at, JSON.stringify(info), JSON.stringify(toRecord(update)))
  }

  /** Writes down whether it is hidden. */
  shown(id: string, { hidden }: { readonly hidden: boolean }): UpdateInfo | null {
    const change = "UPDATE studio_updates SET info = json_set(info, '$.hidden', json(?)) WHERE id = ?"
    this.#database.prepare(change).run(String(hidden), id)
    return this.find(id)
  }

  answered(id: string, answer: string): UpdateInfo | null {
    this.#database.prepare('UPDATE studio_updates SET answer = ? WHERE id = ?').run(answer, id)
    return this.find(id)
  }
}

function toInfo(row: Record<string, unknown>): UpdateInfo {
  const info = JSON.parse(textOf(row['info'])) as UpdateInfo // written by save
  return { ...info, answer: textOrNull(row['answer']) }
}
