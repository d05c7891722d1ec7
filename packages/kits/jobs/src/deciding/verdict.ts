import {
  ConfigError,
  NetworkError,
  PortError,
  type Random,
  SocialBaseError,
  type Todo,
  whatNext,
} from '@social/core'

import type { Verdict } from '../binding.js'
import { type Memo, problemOf, writeMemo } from '../memo.js'

/**
 * Minimum wait in seconds after a failure of the application's own servers, such as its database.
 * The wait equals the time since the first failure, within this minimum and the maximum below.
 * Jitter adds up to the same time. Retries are cheap, because these servers usually recover within
 * seconds.
 */
const FIRST_OWN_WAIT_SECONDS = 1
/** Maximum wait in seconds for `FIRST_OWN_WAIT_SECONDS`, before jitter. */
const MAX_OWN_WAIT_SECONDS = 30
/**
 * First wait in seconds after a failure of a network that sent no wait time. Each further wait
 * doubles, up to one day. Our choice.
 */
const FIRST_WAIT_SECONDS = 60
/** Maximum wait in seconds for `FIRST_WAIT_SECONDS`, jitter included. */
const MAX_WAIT_SECONDS = 86_400
/**
 * Maximum jitter as a fraction of the wait, so that many jobs do not retry at the same time. Our
 * choice.
 */
const SPREAD = 0.2
/** Maximum jitter in seconds for a wait time that the network sent. Our choice. */
const MAX_SPREAD_SECONDS = 5

/** Seconds from the end of `patienceSeconds` to the last attempt. Our choice. */
const PATIENCE_END_SECONDS = 1

/** Context in which `verdictFor` decides after an error. */
export interface DecisionContext {
  readonly memo: Memo
  readonly now: Date
  readonly random: Random
  /** Seconds of consecutive failures after which the job is held for a person. */
  readonly patienceSeconds: number
}

/** Returns the seconds to wait before the next attempt if the network sent no wait time. */
export function backoffSeconds(tries: number, random: Random): number {
  const doubled = FIRST_WAIT_SECONDS * 2 ** Math.min(tries, 30)
  const capped = Math.min(doubled, MAX_WAIT_SECONDS / (1 + SPREAD))
  return capped * (1 + SPREAD * random.fraction())
}

/**
 * Computes the wait after a temporary failure. Also returns the memo from which the next wait is
 * computed.
 */
export function waitAfter(
  error: unknown,
  { memo, now, random }: Pick<DecisionContext, 'memo' | 'now' | 'random'>,
): { readonly afterSeconds: number; readonly memo: Memo } {
  const since = memo.since ?? now.toISOString()
  const { required, isNetworks, isOwn } = readCauses(error)
  const wait = required + Math.min(required * SPREAD, MAX_SPREAD_SECONDS) * random.fraction()
  if (isNetworks) {
    const backoff = backoffSeconds(memo.tries, random)
    return { afterSeconds: Math.max(wait, backoff), memo: { ...memo, since, tries: memo.tries + 1 } }
  }
  const awaySeconds = (now.getTime() - Date.parse(since)) / 1000
  const seconds = Math.min(Math.max(awaySeconds, FIRST_OWN_WAIT_SECONDS), MAX_OWN_WAIT_SECONDS)
  const own = isOwn ? seconds * (1 + random.fraction()) : 0
  return { afterSeconds: Math.max(wait, own), memo: { ...memo, since } }
}

/**
 * Returns the wait time that an error requires, and the origin of the failure. For an
 * AggregateError of a dispatcher, returns the longest wait of all its errors.
 */
function readCauses(error: unknown) {
  const causes: readonly unknown[] =
    error instanceof AggregateError && error.errors.length > 0 ? error.errors : [error]
  const waits = causes.map((cause) => ({ seconds: whatNext(cause).afterSeconds, isOwn: isOnOwnSide(cause) }))
  return {
    required: Math.max(0, ...waits.map(({ seconds }) => seconds ?? 0)),
    /**
     * True if the network sent no wait time for its error. Errors on the operator's side do not
     * count.
     */
    isNetworks: waits.some(({ seconds, isOwn }) => seconds === null && !isOwn),
    isOwn: waits.some(({ seconds, isOwn }) => seconds === null && isOwn),
  }
}

/**
 * Returns true for a failure that the operator can repair: an unreachable store, a missing network
 * package in the worker, a database schema of another version, or a refused database login. A
 * NetworkError without a platform comes from the application's own servers.
 */
const isOnOwnSide = (error: unknown): boolean =>
  ConfigError.is(error) || PortError.is(error) || (NetworkError.is(error) && error.platform === null)

/**
 * Returns true for a failure that the post did not cause. The arguments were validated when the
 * job was added. A `ConfigError` in a worker and any error that is not a library error are
 * therefore on the operator's side. `whatNext` returns `GIVE_UP` for these errors, but the job
 * waits.
 */
const isMistake = (error: unknown): boolean => ConfigError.is(error) || !SocialBaseError.is(error)

/**
 * Returns the seconds until consecutive failures reach `patienceSeconds`. Negative after that
 * time.
 */
function patienceLeft({
  memo,
  now,
  patienceSeconds,
}: Pick<DecisionContext, 'memo' | 'now' | 'patienceSeconds'>) {
  const failingSeconds = memo.since === null ? 0 : (now.getTime() - Date.parse(memo.since)) / 1000
  return patienceSeconds - failingSeconds
}

/** Shortens a wait, so that the last attempt starts right after `patienceSeconds` of failures. */
export function withinPatience(
  seconds: number,
  context: Pick<DecisionContext, 'memo' | 'now' | 'patienceSeconds'>,
): number {
  const leftSeconds = patienceLeft(context)
  return leftSeconds < 0 ? 0 : Math.min(seconds, leftSeconds + PATIENCE_END_SECONDS)
}

/**
 * Decides the next state of a job after a failed attempt, based on the required action from
 * `whatNext`.
 */
export function verdictFor(error: unknown, context: DecisionContext): Verdict {
  const { memo } = context
  const { todo } = whatNext(error)
  if (todo !== 'RETRY' && !isMistake(error)) return ended(error, todo, memo)
  const leftSeconds = patienceLeft(context)
  // A failure on the operator's side is no fault of the account, so the required action is a retry
  // after the repair.
  if (leftSeconds < 0)
    return held(error, isOnOwnSide(error) || isMistake(error) ? 'RETRY' : 'LOOK_AT_ACCOUNT', memo)
  const wait = waitAfter(error, context)
  const afterSeconds = withinPatience(wait.afterSeconds, context)
  return {
    to: 'WAITING',
    afterSeconds,
    memo: writeMemo({ ...wait.memo, problem: problemOf(error, 'RETRY') }),
  }
}

/** Holds the job if a person can solve its problem. Otherwise the job fails. */
function ended(error: unknown, todo: Todo, memo: Memo): Verdict {
  if (todo === 'SIGN_IN_AGAIN' || todo === 'LOOK_AT_ACCOUNT') return held(error, todo, memo)
  return { to: 'FAILED', memo: writeMemo({ ...memo, problem: problemOf(error, todo) }) }
}

function held(error: unknown, todo: Todo, memo: Memo): Verdict {
  return { to: 'HELD', memo: writeMemo({ ...memo, problem: problemOf(error, todo) }) }
}
