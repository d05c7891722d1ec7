import { NetworkError, type Random, type Todo, whatNext } from '@social/core'

import type { Verdict } from '../binding.js'
import { type Memo, problemOf, writeMemo } from '../memo.js'

/**
 * A server of the application's own is back within seconds mostly, and nobody is bothered by being asked: as long as it
 * has been away, between these two, and up to twice that by chance.
 */
const FIRST_OWN_WAIT_SECONDS = 1
/** @see FIRST_OWN_WAIT_SECONDS */
const LONGEST_OWN_WAIT_SECONDS = 30
/** Exponential backoff for a network that did not say how long to wait: a minute at first, doubled each time, a day at most. Our choice. */
const FIRST_WAIT_SECONDS = 60
/** @see FIRST_WAIT_SECONDS */
const LONGEST_WAIT_SECONDS = 86_400
/** Jitter: up to this share of a wait is added by chance, so that many jobs do not come back at once. Our choice. */
const SPREAD = 0.2
/** Seconds of jitter at most on a wait that a network asked for. Our choice. */
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

/** Backoff: seconds to wait for a network before the next try, where it did not say. */
export function backoffSeconds(tries: number, random: Random): number {
  const doubled = FIRST_WAIT_SECONDS * 2 ** Math.min(tries, 30)
  const capped = Math.min(doubled, LONGEST_WAIT_SECONDS / (1 + SPREAD))
  return capped * (1 + SPREAD * random.fraction())
}

/** How long to wait after a failure that may pass, and what the next wait goes by. */
export function waitAfter(
  error: unknown,
  { memo, now, random }: Pick<DecisionContext, 'memo' | 'now' | 'random'>,
): { readonly afterSeconds: number; readonly memo: Memo } {
  const since = memo.since ?? now.toISOString()
  const { said, isNetworks, isOwn } = readCauses(error)
  const asked = said + Math.min(said * SPREAD, LONGEST_SPREAD_SECONDS) * random.fraction()
  if (isNetworks) {
    const backoff = backoffSeconds(memo.tries, random)
    return { afterSeconds: Math.max(asked, backoff), memo: { ...memo, since, tries: memo.tries + 1 } }
  }
  const awaySeconds = (now.getTime() - Date.parse(since)) / 1000
  const seconds = Math.min(Math.max(awaySeconds, FIRST_OWN_WAIT_SECONDS), LONGEST_OWN_WAIT_SECONDS)
  const own = isOwn ? seconds * (1 + random.fraction()) : 0
  return { afterSeconds: Math.max(asked, own), memo: { ...memo, since } }
}

/** What an error says of waiting; of several at once, as a dispatcher has them from its handlers, what all of them say. */
function readCauses(error: unknown) {
  const causes: readonly unknown[] =
    error instanceof AggregateError && error.errors.length > 0 ? error.errors : [error]
  const waits = causes.map((cause) => ({ seconds: whatNext(cause).afterSeconds, isOwn: isOnOwnSide(cause) }))
  return {
    said: Math.max(0, ...waits.map(({ seconds }) => seconds ?? 0)),
    /** True when something else than a store of the application's own did not say how long. */
    isNetworks: waits.some(({ seconds, isOwn }) => seconds === null && !isOwn),
    isOwn: waits.some(({ seconds, isOwn }) => seconds === null && isOwn),
  }
}

/** True for a store that could not be reached; an error about a network names it. */
const isOnOwnSide = (error: unknown): boolean => NetworkError.is(error) && error.platform === null

/** Decides what becomes of a job whose try failed: `whatNext` says what to do, this says how the queue does it. */
export function verdictFor(error: unknown, context: DecisionContext): Verdict {
  const { memo, now, patienceSeconds, retriesForeign = false } = context
  const { todo } = whatNext(error)
  const mayPass = todo === 'RETRY' || (retriesForeign && todo === 'GIVE_UP')
  if (!mayPass) return ended(error, todo, memo)
  const since = memo.since ?? now.toISOString()
  if (now.getTime() - Date.parse(since) > patienceSeconds * 1000) return ended(error, 'LOOK_AT_ACCOUNT', memo)
  const wait = waitAfter(error, context)
  const problem = problemOf(error, 'RETRY')
  return { to: 'WAITING', afterSeconds: wait.afterSeconds, memo: writeMemo({ ...wait.memo, problem }) }
}

/** What needs a person is held, the rest has failed for good. */
function ended(error: unknown, todo: Todo, memo: Memo): Verdict {
  const to = todo === 'SIGN_IN_AGAIN' || todo === 'LOOK_AT_ACCOUNT' ? 'HELD' : 'FAILED'
  return { to, memo: writeMemo({ ...memo, problem: problemOf(error, todo) }) }
}
