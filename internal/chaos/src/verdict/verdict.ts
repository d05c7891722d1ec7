import { AuthError, OutcomeUnknownError, PublishBusyError, SocialBaseError, whatNext } from '@social/core'

import type { FiredFault } from '../faults/director.js'
import { GaveUp, PortFailure } from '../faults/injected-errors.js'

/**
 * Failures of a run. `DOUBLE`: two visible objects under one key. `LOSS`: nothing was published, although the same
 * key was called until no fault was left. `MISREPORT`: a caller received a wrong report. `STUCK`: nothing was sent,
 * and the key stays at "unknown outcome". `HANG`: a call never ended. `GAVE_UP`: a caller was advised to ask a
 * person, sign in again or change the post, although a later call under the same key completed it.
 */
export const FAILURES = ['DOUBLE', 'LOSS', 'MISREPORT', 'STUCK', 'HANG', 'GAVE_UP'] as const
export type Failure = (typeof FAILURES)[number]

/** A failure and its reason. */
export interface Finding {
  readonly failure: Failure
  readonly why: string
}

/** End of an attempt. */
export type AttemptEnd =
  | { readonly kind: 'RESULT'; readonly id: string | null }
  | { readonly kind: 'ERROR'; readonly error: unknown }
  | { readonly kind: 'DIED' | 'HANGS' }

/** One call of the application, and the visible objects after it. */
export interface Attempt {
  readonly end: AttemptEnd
  /** Created by its own requests. */
  readonly createdHere: number
  /** Visible when it ended, from any request. */
  readonly createdInTotal: number
  /** True if bytes of the visible request may have been sent by then, in any attempt. */
  readonly wasSent: boolean
  /** True if the response with the only new token was lost by then. */
  readonly mayBeSignedOut: boolean
  /** True if a request met an outage that an earlier fault began. */
  readonly metOutage: boolean
  /** Faults during the call. */
  readonly fired: readonly FiredFault[]
}

/**
 * Judges all attempts under one key by the visible objects.
 *
 * @param parts - Number of objects that belong to the key.
 */
export function judge(attempts: readonly Attempt[], ids: readonly string[], parts = 1): readonly Finding[] {
  const findings: Finding[] = []
  if (ids.length > parts) findings.push({ failure: 'DOUBLE', why: `${ids.length} posts were published` })
  for (const [index, one] of attempts.entries()) {
    const why = one.end.kind === 'HANGS' ? 'it never ended' : misreport(one, ids, parts)
    const failure = one.end.kind === 'HANGS' ? 'HANG' : 'MISREPORT'
    if (why !== null) findings.push({ failure, why: `attempt ${index + 1}: ${why}` })
  }
  // A clock that jumps makes periods appear to have ended.
  const hasJumped = attempts.some(({ fired }) => fired.some(({ fault }) => fault.startsWith('clock')))
  const needless = hasJumped
    ? -1
    : attempts.findIndex((one, index) => gaveUp(one) && hasResult(attempts.slice(index + 1)))
  if (needless !== -1)
    findings.push({
      failure: 'GAVE_UP',
      why: `attempt ${needless + 1}: ${describeEnd(attempts[needless]?.end)}`,
    })
  if (!hasResult(attempts)) {
    const why = `no call returned a result: ${describeEnd(attempts.at(-1)?.end)}`
    if (isSignedOut(attempts.at(-1))) return findings
    if (!isUnknown(attempts)) findings.push({ failure: ids.length === 0 ? 'LOSS' : 'MISREPORT', why })
    else if (attempts.at(-1)?.wasSent === false)
      findings.push({ failure: 'STUCK', why: 'nothing was sent, but the outcome stays unknown' })
  }
  return findings
}

/** Responses that refuse the request itself: the caller may stop. */
const REFUSALS = /^answer4(?!29)/

/** True for an attempt that ended with the advice to stop, although nothing was refused. */
function gaveUp({ end, fired, mayBeSignedOut }: Attempt): boolean {
  if (end.kind !== 'ERROR' || !SocialBaseError.is(end.error) || mayBeSignedOut) return false
  return whatNext(end.error).todo !== 'RETRY' && !fired.some(({ fault }) => REFUSALS.test(fault))
}

/** True if the caller is advised to sign in again and that is correct. */
function isSignedOut(last: Attempt | undefined): boolean {
  return last?.mayBeSignedOut === true && last.end.kind === 'ERROR' && AuthError.is(last.end.error)
}

/** True once a caller received a result. */
export function hasResult(attempts: readonly Attempt[]): boolean {
  return attempts.some(({ end }) => end.kind === 'RESULT')
}

/** True for a call with an unknown outcome. */
export function isUnknownEnd(end: AttemptEnd | undefined): boolean {
  return end?.kind === 'ERROR' && OutcomeUnknownError.is(end.error)
}

/** True if the key ended with an unknown outcome. */
export function isUnknown(attempts: readonly Attempt[]): boolean {
  return !hasResult(attempts) && isUnknownEnd(attempts.at(-1)?.end)
}

/** Error in the report of an attempt to its caller; null for a true report. */
function misreport(one: Attempt, ids: readonly string[], parts: number): string | null {
  const { end, createdHere, createdInTotal, wasSent } = one
  if (end.kind === 'RESULT') {
    if (createdInTotal < parts) return `reported as published, but ${createdInTotal} of ${parts} are`
    return end.id === null || (parts === 1 ? ids : [ids.join('+')]).includes(end.id)
      ? null
      : `reported as ${end.id}, but the published ids are ${ids.join()}`
  }
  if (end.kind !== 'ERROR') return null
  const { error } = end
  if (OutcomeUnknownError.is(error)) return wasSent ? null : `nothing was sent: ${describeEnd(end)}`
  if (PublishBusyError.is(error)) return null
  // Between two parts of a thread a call may end in any way, if it reports the published parts.
  const reported = SocialBaseError.is(error) ? error.partsOut.length : createdInTotal
  if (createdHere > 0 && (createdInTotal >= parts || reported < createdHere))
    return `it is published: ${describeEnd(end)}`
  // Errors of the caller and of its own ports may pass through.
  if (error instanceof GaveUp || hasInCauses(error, PortFailure)) return null
  const { todo } = whatNext(error)
  if (createdInTotal >= parts && (todo === 'GIVE_UP' || todo === 'CHANGE_POST'))
    return `it is published, but the recommended action is ${todo}: ${describeEnd(end)}`
  if (todo === 'RETRY' || one.fired.length > 0 || one.metOutage) return null
  if (todo === 'SIGN_IN_AGAIN' && one.mayBeSignedOut) return null
  return `no fault occurred, but the recommended action is ${todo}: ${describeEnd(end)}`
}

/** True for an error of a kind, or one whose cause is of that kind. */
export function hasInCauses(error: unknown, kind: new () => Error): boolean {
  return error instanceof Error && (error instanceof kind || hasInCauses((error as Error).cause, kind))
}

/** An end as text. */
export function describeEnd(end: AttemptEnd | undefined): string {
  if (end?.kind === 'RESULT') return `a result, ${end.id}`
  if (end?.kind !== 'ERROR') return end?.kind ?? 'no attempt'
  const { error } = end
  return SocialBaseError.is(error) ? `${error.name}: ${error.message}` : String(error)
}
