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
 * A server of the application's own is back within seconds mostly, and nobody is bothered by being asked: as long as it
 * has been away, between these two, and up to twice that by chance.
 */
const FIRST_OWN_WAIT_SECONDS = 1
/** @see FIRST_OWN_WAIT_SECONDS */
const MAX_OWN_WAIT_SECONDS = 30
/** Exponential backoff for a network that did not say how long to wait: a minute at first, doubled each time, a day at most. Our choice. */
const FIRST_WAIT_SECONDS = 60
/** @see FIRST_WAIT_SECONDS */
const MAX_WAIT_SECONDS = 86_400
/** Jitter: up to this share of a wait is added by chance, so that many jobs do not come back at once. Our choice. */
const SPREAD = 0.2
/** Seconds of jitter at most on a wait that a network asked for. Our choice. */
const MAX_SPREAD_SECONDS = 5

/** Seconds beyond the end of the patience at which the last attempt is made. Our choice. */
const PATIENCE_END_SECONDS = 1

/** What deciding needs beside the error. */
export interface DecisionContext {
  readonly memo: Memo
  readonly now: Date
  readonly random: Random
  /** Seconds of failing in a row after which a person is asked. */
  readonly patienceSeconds: number
}

/** Backoff: seconds to wait for a network before the next try, where it did not say. */
export function backoffSeconds(tries: number, random: Random): number {
  const doubled = FIRST_WAIT_SECONDS * 2 ** Math.min(tries, 30)
  const capped = Math.min(doubled, MAX_WAIT_SECONDS / (1 + SPREAD))
  return capped * (1 + SPREAD * random.fraction())
}

/** How long to wait after a failure that may pass, and what the next wait goes by. */
export function waitAfter(
  error: unknown,
  { memo, now, random }: Pick<DecisionContext, 'memo' | 'now' | 'random'>,
): { readonly afterSeconds: number; readonly memo: Memo } {
  const since = memo.since ?? now.toISOString()
  const { said, isNetworks, isOwn } = readCauses(error)
  const asked = said + Math.min(said * SPREAD, MAX_SPREAD_SECONDS) * random.fraction()
  if (isNetworks) {
    const backoff = backoffSeconds(memo.tries, random)
    return { afterSeconds: Math.max(asked, backoff), memo: { ...memo, since, tries: memo.tries + 1 } }
  }
  const awaySeconds = (now.getTime() - Date.parse(since)) / 1000
  const seconds = Math.min(Math.max(awaySeconds, FIRST_OWN_WAIT_SECONDS), MAX_OWN_WAIT_SECONDS)
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
    /** True when an error that is not on the operator's own side has no wait. */
    isNetworks: waits.some(({ seconds, isOwn }) => seconds === null && !isOwn),
    isOwn: waits.some(({ seconds, isOwn }) => seconds === null && isOwn),
  }
}

/**
 * True for trouble on the operator's side that the operator can end within seconds: a store that is away, a worker that
 * lacks a network, a schema of another version, a refused login. An error about a network names it.
 */
const isOnOwnSide = (error: unknown): boolean =>
  ConfigError.is(error) || PortError.is(error) || (NetworkError.is(error) && error.platform === null)

/**
 * True for a mistake that is not in the post. The arguments of a job were checked when it was added, so a `ConfigError` in a
 * worker, and every error that is not the library's, is trouble on the operator's side: `whatNext` says `GIVE_UP`, a job waits.
 */
const isMistake = (error: unknown): boolean => ConfigError.is(error) || !SocialBaseError.is(error)

/** Seconds until the patience of a job ends; negative once it is over. */
function patienceLeft({
  memo,
  now,
  patienceSeconds,
}: Pick<DecisionContext, 'memo' | 'now' | 'patienceSeconds'>) {
  const failingSeconds = memo.since === null ? 0 : (now.getTime() - Date.parse(memo.since)) / 1000
  return patienceSeconds - failingSeconds
}

/** A wait, up to the last attempt right after the end of the patience. */
export function withinPatience(
  seconds: number,
  context: Pick<DecisionContext, 'memo' | 'now' | 'patienceSeconds'>,
): number {
  const leftSeconds = patienceLeft(context)
  return leftSeconds < 0 ? 0 : Math.min(seconds, leftSeconds + PATIENCE_END_SECONDS)
}

/** Decides the next state of a job whose attempt failed: `whatNext` says what to do, this says how the queue does it. */
export function verdictFor(error: unknown, context: DecisionContext): Verdict {
  const { memo } = context
  const { todo } = whatNext(error)
  if (todo !== 'RETRY' && !isMistake(error)) return ended(error, todo, memo)
  const leftSeconds = patienceLeft(context)
  // The account has nothing to show for trouble on the operator's side: the job is retried once the reason is gone.
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

/** A person can end what is held; everything else has failed for good. */
function ended(error: unknown, todo: Todo, memo: Memo): Verdict {
  if (todo === 'SIGN_IN_AGAIN' || todo === 'LOOK_AT_ACCOUNT') return held(error, todo, memo)
  return { to: 'FAILED', memo: writeMemo({ ...memo, problem: problemOf(error, todo) }) }
}

function held(error: unknown, todo: Todo, memo: Memo): Verdict {
  return { to: 'HELD', memo: writeMemo({ ...memo, problem: problemOf(error, todo) }) }
}
