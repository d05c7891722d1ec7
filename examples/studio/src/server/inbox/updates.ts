import type { DatabaseSync } from 'node:sqlite'

import { fromRecord, toConversations, toRecord, type Update } from '@social/core'

import type { ConversationInfo, UpdateInfo } from '../../shared/inbox.js'
import { textOf, textOrNull } from '../storage/database.js'
import type { Marks } from './deeds.js'

/** Maximum number of updates on the page. */
const SHOWN = 200

/**
 * Returns true if the account itself wrote the text. The inbox does not list these updates, but they answer a
 * conversation.
 */
export function isHidden({ isOwn, text }: Update): boolean {
  return isOwn && text !== null
}

/** Id of an update among the updates of all accounts. */
export const rowIdOf = ({ connectionId, id }: Update): string => `${connectionId} ${id}`

/** Stores updates. Each row contains the library's object and the data shown on the page. */
export class Updates {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Returns all updates, newest first. */
  all(): readonly UpdateInfo[] {
    return this.#newest().flatMap((row) => (isHidden(toUpdate(row)) ? [] : [toInfo(row)]))
  }

  /** Returns the conversations of the newest updates, newest first. */
  conversations(): readonly ConversationInfo[] {
    const rows = this.#newest()
    const answered = rows.flatMap((row) => (row['answer'] === null ? [] : [toUpdate(row).id]))
    return toConversations(rows.map(toUpdate), { answered: new Set(answered) }).map(
      ({ id, connectionId, updates, needsAnswer, replyTo }) => ({
        id,
        accountId: connectionId,
        updateIds: updates.map(rowIdOf),
        openId: needsAnswer && replyTo !== null ? rowIdOf(replyTo) : null,
      }),
    )
  }

  #newest(): readonly Record<string, unknown>[] {
    const rows = 'SELECT info, record, answer, read_at FROM studio_updates ORDER BY at DESC, rowid DESC'
    return this.#database.prepare(`${rows} LIMIT ${SHOWN}`).all()
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
    return row === undefined ? null : toUpdate(row)
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
  actions: [],
  attachments: [],
  rating: null,
  url: null,
  hasThread: false,
  receivedAt: '',
} as const

function toUpdate(row: Record<string, unknown>): Update {
  return fromRecord(JSON.parse(textOf(row['record']))) as Update // safe cast: only `save` writes this column
}

function toInfo(row: Record<string, unknown>): UpdateInfo {
  const info = JSON.parse(textOf(row['info'])) as UpdateInfo // safe cast: only `save` writes this column
  return { ...EARLIER, ...info, answer: textOrNull(row['answer']), isRead: row['read_at'] !== null }
}
