import type { Verdict } from '@social/jobs/queue'
import type { PgBoss } from 'pg-boss'

import { inTransaction, type OpenBoss, RETENTION_SECONDS } from './boss.js'
import { type JobData, type JobOutput, type JobRow, NEVER } from './row.js'

/**
 * Stores the result of an attempt, if the job still belongs to this attempt. pg-boss counts the
 * attempts of a job and refuses the results of older attempts.
 *
 * @returns False if the job belongs to another attempt. Nothing was changed then.
 */
export async function completeAttempt(
  { boss, db, name }: { readonly boss: PgBoss; readonly db: OpenBoss['db']; readonly name: string },
  { id, retryCount, data }: JobRow,
  verdict: Verdict,
): Promise<boolean> {
  const memo = JSON.stringify(verdict.memo)
  if (verdict.to === 'DONE' || verdict.to === 'FAILED') {
    const output: JobOutput = { state: verdict.to, memo }
    return affected(await boss.complete(name, { id, retryCount }, output)) === 1
  }
  const isHeld = verdict.to === 'HELD'
  const next: JobData = { ...data, memo, isHeld }
  // pg-boss can delay failed jobs only by a fixed time, so `update` sets the time. Both statements
  // are in one transaction, so that no worker sees the job in between.
  return inTransaction(db, async (tx) => {
    const failed = await boss.fail(name, { id, retryCount }, null, { db: tx })
    if (affected(failed) !== 1) return false
    const startAfter = verdict.to === 'WAITING' ? Math.max(0, verdict.afterSeconds) : NEVER
    await boss.update(name, next, { id, startAfter, retentionSeconds: RETENTION_SECONDS, db: tx })
    return true
  })
}

/**
 * Returns the number of rows that a call has changed. Every result of pg-boss has this field,
 * although its types omit it.
 */
function affected(answer: object): number {
  return (answer as { readonly affected: number }).affected
}
