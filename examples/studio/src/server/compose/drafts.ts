import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

import { type Composition, draftFor } from '../../shared/compose.js'
import type { Draft } from '../../shared/posts.js'
import { textOf } from '../storage/database.js'

/** What is being written and was not published yet. Every change is kept, so nothing is lost when the process dies. */
export class Drafts {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Newest first. */
  all(): readonly Composition[] {
    const rows = this.#database.prepare(
      'SELECT composition FROM studio_drafts ORDER BY changed_at DESC LIMIT 50',
    )
    return rows.all().map((row) => JSON.parse(textOf(row['composition'])) as Composition) // written by save
  }

  save(composition: Composition): void {
    this.#database
      .prepare(
        `INSERT INTO studio_drafts (id, changed_at, composition) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET changed_at = excluded.changed_at, composition = excluded.composition`,
      )
      .run(composition.id, new Date().toISOString(), JSON.stringify(composition))
  }

  remove(id: string): void {
    this.#database.prepare('DELETE FROM studio_drafts WHERE id = ?').run(id)
  }

  /** Does something so that the database has all of it or nothing, whatever happens to the process. */
  transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    }
  }
}

/** The key of one account's post: the same each time the same draft is published, so pressing twice publishes once. */
function keyFor(compositionId: string, accountId: string): string {
  const digest = createHash('sha256').update(`${compositionId} ${accountId}`).digest('hex')
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(12, 16),
    digest.slice(16, 20),
    digest.slice(20, 32),
  ].join('-')
}

/** One post for each account that was picked. */
export function postsOf(composition: Composition): readonly Draft[] {
  return composition.accountIds.map((accountId) => ({
    ...draftFor(composition, accountId),
    idempotencyKey: keyFor(composition.id, accountId),
    groupId: composition.id,
  }))
}
