import { AuthError, OutcomeUnknownError, PublishBusyError, SocialBaseError, whatNext } from '@social/core'

import type { FiredFault } from '../faults/director.js'
import { GaveUp, PortFailure } from '../faults/injected-errors.js'

/**
 * Kinds of failures.
 * - `DOUBLE`: two visible objects exist under one key.
 * - `LOSS`: nothing was published, although the call was repeated until no fault was left.
 * - `MISREPORT`: a caller got a wrong report.
 * - `STUCK`: nothing was sent, but the outcome remains unknown.
 * - `HANG`: a call never ended.
 * - `GAVE_UP`: the library recommended against a retry, although a later call under the same key
 * succeeded.
 */
export const FAILURES = ['DOUBLE', 'LOSS', 'MISREPORT', 'STUCK', 'HANG', 'GAVE_UP'] as const
export type Failure = (typeof FAILURES)[number]

/** Failure with its reason. */
export interface Finding {
  readonly failure: Failure
  readonly why: string
}

/** Ways in which an attempt can end. */
export type AttemptEnd =
  | { readonly kind: 'RESULT'; readonly id: string | null }
  | { readonly kind: 'ERROR'; readonly error: unknown }
  | { readonly kind: 'DIED' | 'HANGS' }

/** One call of the application, with the visible objects that exist after it. */
export interface Attempt {
  readonly end: AttemptEnd
  /** Number of objects that requests of this call created. */
  readonly createdHere: number
  /** Number of objects that existed when the call ended, from requests of all calls. */
  readonly createdInTotal: number
  /**
   * True if bytes of the publishing request may have been sent by then, in this or an earlier
   * call.
   */
  readonly wasSent: boolean
  /** True if the response with the only new token was lost by then. */
  readonly mayBeSignedOut: boolean
  /** True if a request of this call failed because of an outage from an earlier fault. */
  readonly metOutage: boolean
  /** Faults that were injected during the call. */
  readonly fired: readonly FiredFault[]
}

/**
 * Compares all attempts under one key with the visible objects. Returns the failures.
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
  // If a clock was changed, the library may assume that a period has ended.
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

/**
 * Matches faults in which the network refuses the request. The library may then recommend to stop.
 */
const REFUSALS = /^answer4(?!29)/

/** Returns true if the library recommended against a retry although the network refused nothing. */
function gaveUp({ end, fired, mayBeSignedOut }: Attempt): boolean {
  if (end.kind !== 'ERROR' || !SocialBaseError.is(end.error) || mayBeSignedOut) return false
  return whatNext(end.error).todo !== 'RETRY' && !fired.some(({ fault }) => REFUSALS.test(fault))
}

/** Returns true if the library correctly recommends to sign in again. */
function isSignedOut(last: Attempt | undefined): boolean {
  return last?.mayBeSignedOut === true && last.end.kind === 'ERROR' && AuthError.is(last.end.error)
}

/** Returns true if a caller received a result. */
export function hasResult(attempts: readonly Attempt[]): boolean {
  return attempts.some(({ end }) => end.kind === 'RESULT')
}

/** Returns true if the call ended with an unknown outcome. */
export function isUnknownEnd(end: AttemptEnd | undefined): boolean {
  return end?.kind === 'ERROR' && OutcomeUnknownError.is(end.error)
}

/** Returns true if no call had a result and the last one ended with an unknown outcome. */
export function isUnknown(attempts: readonly Attempt[]): boolean {
  return !hasResult(attempts) && isUnknownEnd(attempts.at(-1)?.end)
}

/** Returns the error in what the library reported to the caller, or null for a correct report. */
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
  // Between two parts of a thread a call may end in any way, if its error contains the published
  // parts.
  const reported = SocialBaseError.is(error) ? error.partsOut.length : createdInTotal
  if (createdHere > 0 && (createdInTotal >= parts || reported < createdHere))
    return `it is published: ${describeEnd(end)}`
  // Errors of the caller and of the application's ports are allowed to reach the caller.
  if (error instanceof GaveUp || hasInCauses(error, PortFailure)) return null
  const { todo } = whatNext(error)
  if (createdInTotal >= parts && (todo === 'GIVE_UP' || todo === 'CHANGE_POST'))
    return `it is published, but the recommended action is ${todo}: ${describeEnd(end)}`
  if (todo === 'RETRY' || one.fired.length > 0 || one.metOutage) return null
  if (todo === 'SIGN_IN_AGAIN' && one.mayBeSignedOut) return null
  return `no fault occurred, but the recommended action is ${todo}: ${describeEnd(end)}`
}

/** Returns true if an error or one of its causes is of this class. */
export function hasInCauses(error: unknown, kind: new () => Error): boolean {
  return error instanceof Error && (error instanceof kind || hasInCauses((error as Error).cause, kind))
}

/** Describes the end of an attempt as text. */
export function describeEnd(end: AttemptEnd | undefined): string {
  if (end?.kind === 'RESULT') return `a result, ${end.id}`
  if (end?.kind !== 'ERROR') return end?.kind ?? 'no attempt'
  const { error } = end
  return SocialBaseError.is(error) ? `${error.name}: ${error.message}` : String(error)
}
