import { type Random, type Todo, whatNext } from '@social/core'

import type { Verdict } from '../binding.js'
import { type Memo, problemOf, writeMemo } from '../memo.js'

/** Where nobody said how long to wait: a minute at first, twice as long each time, a day at most. */
const FIRST_WAIT_SECONDS = 60
const LONGEST_WAIT_SECONDS = 86_400
/** Up to this share is added by chance, so that many jobs do not come back at once. */
const SPREAD = 0.2
/** Waits that a network asks for are made longer by at most so many seconds. */
const LONGEST_SPREAD_SECONDS = 5

/** What deciding needs beside the error. */
export interface DecisionContext {
  readonly memo: Memo
  readonly now: Date
  readonly random: Random
  /** Seconds of failing in a row after which a person is asked. */
  readonly patienceSeconds: number
  /** Errors that are none of the library's may pass by themselves: those of the application's own handlers. */
  readonly retriesForeign?: boolean
}

/** Seconds to wait before the next try, where nobody said. */
export function backoffSeconds(tries: number, random: Random): number {
  const doubled = FIRST_WAIT_SECONDS * 2 ** Math.min(tries, 30)
  const capped = Math.min(doubled, LONGEST_WAIT_SECONDS / (1 + SPREAD))
  return capped * (1 + SPREAD * random.fraction())
}

/** Decides what becomes of a job whose try failed: `whatNext` says what to do, this says how the queue does it. */
export function verdictFor(error: unknown, context: DecisionContext): Verdict {
  const { memo, now, random, patienceSeconds, retriesForeign = false } = context
  const { todo, afterSeconds } = whatNext(error)
  const mayPass = todo === 'RETRY' || (retriesForeign && todo === 'GIVE_UP')
  if (!mayPass) return ended(error, todo, memo)
  const since = memo.since ?? now.toISOString()
  if (now.getTime() - Date.parse(since) > patienceSeconds * 1000) return ended(error, 'LOOK_AT_ACCOUNT', memo)
  const wasSaid = afterSeconds !== null
  const seconds = wasSaid
    ? afterSeconds + Math.min(afterSeconds * SPREAD, LONGEST_SPREAD_SECONDS) * random.fraction()
    : backoffSeconds(memo.tries, random)
  const tries = wasSaid ? memo.tries : memo.tries + 1
  const problem = problemOf(error, 'RETRY')
  return { to: 'WAITING', afterSeconds: seconds, memo: writeMemo({ ...memo, tries, since, problem }) }
}

/** What needs a person is held, the rest has failed for good. */
function ended(error: unknown, todo: Todo, memo: Memo): Verdict {
  const to = todo === 'SIGN_IN_AGAIN' || todo === 'LOOK_AT_ACCOUNT' ? 'HELD' : 'FAILED'
  return { to, memo: writeMemo({ ...memo, problem: problemOf(error, todo) }) }
}
