import type { Verdict } from '@social/jobs/queue'
import type { PgBoss } from 'pg-boss'

import { inTransaction, type OpenBoss, RETENTION_SECONDS } from './boss.js'
import { type JobData, type JobOutput, type JobRow, NEVER } from './row.js'

/**
 * Writes down what came of a try, if it is still the job's: pg-boss counts the tries, and refuses what an older one says.
 *
 * @returns False when it is not, and nothing was changed.
 */
export async function settle(
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
  // pg-boss delays what failed by a fixed time. Both in one transaction: no other worker sees the job in between.
  return inTransaction(db, async (tx) => {
    const failed = await boss.fail(name, { id, retryCount }, null, { db: tx })
    if (affected(failed) !== 1) return false
    const startAfter = verdict.to === 'WAITING' ? Math.max(0, verdict.afterSeconds) : NEVER
    await boss.update(name, next, { id, startAfter, retentionSeconds: RETENTION_SECONDS, db: tx })
    return true
  })
}

/** How many rows a call has changed: it stands in every answer, though not in its type. */
function affected(answer: object): number {
  return (answer as { readonly affected: number }).affected
}
