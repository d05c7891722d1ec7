import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

import { type Composition, draftFor } from '../../shared/compose.js'
import type { Draft } from '../../shared/posts.js'
import { textOf } from '../storage/database.js'

/**
 * Stores the drafts in the database. Every change is saved immediately, so that a crash loses no
 * change.
 */
export class Drafts {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Returns all drafts, newest first. */
  all(): readonly Composition[] {
    const rows = this.#database.prepare(
      'SELECT composition FROM studio_drafts ORDER BY changed_at DESC LIMIT 50',
    )
    return rows.all().map((row) => JSON.parse(textOf(row['composition'])) as Composition) // safe cast: only `save` writes this column
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

  /** Runs the function in a database transaction. */
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

/**
 * Derives the idempotency key of one account's post. The same draft always gets the same key, so that a double click
 * publishes once.
 */
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

/** Returns one post for each selected account. */
export function postsOf(composition: Composition): readonly Draft[] {
  return composition.accountIds.map((accountId) => ({
    ...draftFor(composition, accountId),
    idempotencyKey: keyFor(composition.id, accountId),
    groupId: composition.id,
  }))
}
