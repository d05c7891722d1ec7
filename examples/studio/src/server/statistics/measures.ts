import type { DatabaseSync } from 'node:sqlite'

import type { SpendingState } from '@social/core'

import type { PointInfo } from '../../shared/statistics.js'
import { textOf } from '../storage/database.js'

/**
 * Kinds of measurements: milliseconds until the page showed an update, spent units, and renewed
 * tokens.
 */
export type MeasureKind = 'DELAY' | 'SPENT' | 'RENEWAL'

const KEPT_SECONDS = 7 * 86_400

/** Stores measurements for one week. */
export class Measures {
  readonly #database: DatabaseSync
  readonly #spent = new Map<string, number>()

  constructor(database: DatabaseSync) {
    this.#database = database
    database.exec(
      `CREATE TABLE IF NOT EXISTS studio_measures (
         at REAL NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, value REAL NOT NULL
       ) STRICT;
       CREATE INDEX IF NOT EXISTS studio_measures_by_time ON studio_measures (kind, at);`,
    )
    database.prepare('DELETE FROM studio_measures WHERE at < ?').run(Date.now() / 1000 - KEPT_SECONDS)
  }

  write(kind: MeasureKind, subject: string, value: number): void {
    this.#database
      .prepare('INSERT INTO studio_measures (at, kind, subject, value) VALUES (?, ?, ?, ?)')
      .run(Date.now() / 1000, kind, subject, value)
  }

  /** Stores the current spending if it differs from the last stored value. */
  writeSpending(states: readonly SpendingState[]): void {
    for (const { platform, bucket, spent } of states) {
      const subject = `${platform} ${bucket}`
      if (this.#spent.get(subject) === spent) continue
      this.#spent.set(subject, spent)
      this.write('SPENT', subject, spent)
    }
  }

  /** Returns the measurements of the last seconds, oldest first. */
  since(kind: MeasureKind, seconds: number): readonly PointInfo[] {
    return this.#database
      .prepare('SELECT at, subject, value FROM studio_measures WHERE kind = ? AND at >= ? ORDER BY at')
      .all(kind, seconds)
      .map((row) => ({
        at: Number(row['at']),
        accountId: textOf(row['subject']),
        value: Number(row['value']),
      }))
  }
}
