import type { RenewalRule } from '../contract/index.js'
import { textOfStored } from '../errors/user-messages/stored-texts.js'
import { type Problem, PROBLEM, renderProblem } from '../errors/user-messages/user-message.js'
import type { Connection, ConnectionProblem } from '../models/index.js'
import { dueSeconds } from './due-seconds.js'
import { stateOfProblem } from './problem-state.js'
import { whyNotRenewable } from './why-not-renewable.js'

/**
 * State of a connection.
 * - `OK`: no action is required.
 * - `RENEW_SOON`: the token works, but must soon be renewed, or the person must soon sign in again.
 * - `SIGN_IN_AGAIN`: the network refused the token, or the token cannot be renewed.
 * - `PERMISSION_LOST`: the network refused a permission. The person must sign in again and allow it.
 * - `CHECK_ACCOUNT`: the person must check the account at the network: a checkpoint, an e-mail to confirm, a suspension.
 * - `CHECK_APP`: the operator must check the app at the network: its billing, a restriction.
 * - `NOT_FOUND`: no connection is stored.
 */
export type HealthState =
  | 'OK'
  | 'RENEW_SOON'
  | 'SIGN_IN_AGAIN'
  | 'PERMISSION_LOST'
  | 'CHECK_ACCOUNT'
  | 'CHECK_APP'
  | 'NOT_FOUND'

/** Connection health: whether the account works, as far as the library has learnt, and the required action if not. */
export interface Health {
  readonly state: HealthState
  /** Reason of the last refusal: `CHECKPOINT`. Null if the state has another cause, or if the network gave no reason. */
  readonly reason: string | null
  /** Moment of the last refusal. Null if the state follows only from the dates of the token. */
  readonly since: Date | null
  /** Required action, as a sentence for developers. Null if no action is required. */
  readonly todo: string | null
  /**
   * Required action, as a message for people, in English. Null if a person has nothing to do.
   * `userMessageOf(health, messages)` has other languages.
   */
  readonly userMessage: string | null
  /** Expiry of the access token. Null if the access token does not expire, or if no connection is stored. */
  readonly accessExpiresAt: Date | null
  /**
   * Expiry of the refresh token. Null if the network did not report it, or if the connection has no refresh token.
   */
  readonly refreshExpiresAt: Date | null
}

/**
 * Seconds before expiry at which a person is asked to sign in again. Our choice: enough for a person who is away
 * over a weekend.
 */
const WARN_SECONDS = 7 * 86_400

/** Fields of a health whose defaults depend on the connection. */
interface Finding extends Pick<Health, 'state' | 'todo'> {
  readonly problem?: ConnectionProblem | undefined
  /** Code of the user message. */
  readonly code?: string | undefined
  readonly until?: Date | undefined
}

/**
 * Determines the health of a connection only from stored data.
 *
 * @param connection - The stored connection. Null if none is stored.
 * @param rule - The platform's renewal rule for this connection. Null only if `connection` is null.
 * @param networkName - Display name of the network, for the user message.
 */
export function healthOf(
  connection: Connection | null,
  rule: RenewalRule | null,
  now: Date,
  networkName: string | null = null,
): Health {
  const finding =
    connection === null || rule === null
      ? {
          state: 'NOT_FOUND' as const,
          todo: 'No such connection is stored. Sign the account in.',
          code: 'NOT_CONNECTED',
        }
      : findingOf(connection, rule, now)
  return toHealth(finding, connection, networkName)
}

function findingOf(connection: Connection, rule: RenewalRule, now: Date): Finding {
  const { token } = connection
  const why = whyNotRenewable(connection, rule, now)
  const problem = connection.problem ?? null
  const isDue = token.expiresWithin(dueSeconds(connection, rule), now)
  const refused = problem && toFinding(problem)
  if (refused?.state === 'SIGN_IN_AGAIN') return refused
  if (isDue && why !== null)
    return {
      state: 'SIGN_IN_AGAIN',
      todo: `The token cannot be renewed: ${why}. Sign the account in again.`,
      code: 'TOKEN_EXPIRED',
    }
  if (refused !== null) return refused
  if (isDue)
    return {
      state: 'RENEW_SOON',
      todo: 'The next call renews the token. For accounts that are seldom used, run client.renewDue.',
    }
  const end = why === null ? token.refreshTokenExpiresAt : token.expiresAt
  if (end !== null && now.getTime() + WARN_SECONDS * 1000 >= end.getTime())
    return {
      state: 'RENEW_SOON',
      todo: `Ask the person to sign in again before ${end.toISOString()}: the token cannot be renewed after that.`,
      code: 'SIGN_IN_SOON',
      until: end,
    }
  return { state: 'OK', todo: null }
}

/** Required action for each state, as a sentence for developers. */
const ACTIONS = {
  SIGN_IN_AGAIN: 'Sign the account in again.',
  PERMISSION_LOST: 'Sign the account in again, and ask for the permission.',
  CHECK_ACCOUNT: 'Ask the owner of the account to follow the instructions of the network.',
  CHECK_APP: "Check the app in the network's developer portal.",
} as const

function toFinding(problem: ConnectionProblem): Finding & { readonly state: keyof typeof ACTIONS } {
  // A record of a later version can contain a code that this version does not know.
  const state = stateOfProblem(problem) ?? 'CHECK_ACCOUNT'
  return { state, todo: `${problem.operation} was refused: ${problem.message} ${ACTIONS[state]}`, problem }
}

function toHealth(finding: Finding, connection: Connection | null, networkName: string | null): Health {
  const { state, todo, problem, until, code = problem?.code } = finding
  const shown: Problem | null =
    code === undefined
      ? null
      : {
          code,
          reason: problem?.reason ?? null,
          platform: connection?.platform ?? null,
          networkName,
          userText: problem ? textOfStored(problem.userTexts) : null,
          facts: { until },
        }
  const health: Health = {
    state,
    reason: problem?.reason ?? null,
    since: problem?.since ?? null,
    todo,
    userMessage: shown && renderProblem(shown),
    accessExpiresAt: connection?.token.expiresAt ?? null,
    refreshExpiresAt: connection?.token.refreshTokenExpiresAt ?? null,
  }
  return Object.freeze(
    shown === null ? health : Object.defineProperty(health, PROBLEM, { value: shown, enumerable: false }),
  )
}
