import { AuthError, MissingPermissionError, SocialBaseError } from '../errors/index.js'
import { renderTexts } from '../errors/user-messages/stored-texts.js'
import type { ConnectionProblem } from '../models/index.js'

/** State of a connection whose last refusal concerns the account or its token. */
export type ProblemState = 'SIGN_IN_AGAIN' | 'PERMISSION_LOST' | 'CHECK_ACCOUNT' | 'CHECK_APP'

/** Reasons that concern the account, its token or the app. Other reasons concern one request: `DUPLICATE`. */
const BY_REASON: Readonly<Record<string, ProblemState>> = {
  ACCESS_REVOKED: 'SIGN_IN_AGAIN',
  PASSWORD_CHANGED: 'SIGN_IN_AGAIN',
  PERMISSION_LOST: 'PERMISSION_LOST',
  CHECKPOINT: 'CHECK_ACCOUNT',
  EMAIL_TO_CONFIRM: 'CHECK_ACCOUNT',
  ACCOUNT_SUSPENDED: 'CHECK_ACCOUNT',
  BILLING: 'CHECK_APP',
  APP_RESTRICTED: 'CHECK_APP',
}

/** Codes of errors that concern the account or its token. A reason is more precise. */
const BY_CODE: Readonly<Record<string, ProblemState>> = {
  AUTH: 'SIGN_IN_AGAIN',
  TOKEN_EXPIRED: 'SIGN_IN_AGAIN',
  MISSING_PERMISSION: 'PERMISSION_LOST',
}

/** Returns the state for an error or a stored problem. Null if it concerns only one request. */
export function stateOfProblem(problem: {
  readonly code: string
  readonly reason: string | null
}): ProblemState | null {
  const { code, reason } = problem
  if (reason !== null && Object.hasOwn(BY_REASON, reason)) return BY_REASON[reason] ?? null
  return Object.hasOwn(BY_CODE, code) ? (BY_CODE[code] ?? null) : null
}

/** Returns the problem to remember for an error. Null for an error that concerns only one request. */
export function problemOfError(error: unknown, operation: string, since: Date): ConnectionProblem | null {
  if (!SocialBaseError.is(error)) return null
  const { code, message, reason } = error
  const isKnown = AuthError.is(error) || MissingPermissionError.is(error) || reason !== null
  if (!isKnown || stateOfProblem({ code, reason }) === null) return null
  return { code, reason, operation, since, message, userTexts: renderTexts(error) }
}

/**
 * Returns true if the success of an operation refutes a problem. A refused token stops every operation. Another refusal
 * can concern one operation, so that the success of another operation proves nothing.
 */
export function isRefutedBy(problem: ConnectionProblem, operation: string): boolean {
  return problem.operation === operation || problem.code === 'AUTH' || problem.code === 'TOKEN_EXPIRED'
}
