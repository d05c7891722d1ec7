import { AuthError, OutcomeUnknownError, PublishBusyError, SocialBaseError, whatNext } from '@social/core'

import type { FiredFault } from '../faults/director.js'
import { GaveUp, PortFailure } from '../faults/injected-errors.js'

/**
 * How a run can fail. `DOUBLE`: two visible things under one key. `LOSS`: nothing came out, although the same key was
 * called again until nothing went wrong any more. `MISREPORT`: a caller was told what was not so. `STUCK`: nothing was
 * ever sent, and the key says "nobody can say" for ever. `HANG`: a call never ended. `GAVE_UP`: a caller was told to ask
 * a person, to sign in again or to change the post, although a later call under the same key completed it.
 */
export const FAILURES = ['DOUBLE', 'LOSS', 'MISREPORT', 'STUCK', 'HANG', 'GAVE_UP'] as const
export type Failure = (typeof FAILURES)[number]

/** What failed, and why it counts as that. */
export interface Finding {
  readonly failure: Failure
  readonly why: string
}

/** How a try ended. */
export type AttemptEnd =
  | { readonly kind: 'RESULT'; readonly id: string | null }
  | { readonly kind: 'ERROR'; readonly error: unknown }
  | { readonly kind: 'DIED' | 'HANGS' }

/** One call of the application, and what people could see after it. */
export interface Try {
  readonly end: AttemptEnd
  /** Out of its own requests. */
  readonly createdHere: number
  /** By the time it ended, whoever made it. */
  readonly createdInTotal: number
  /** True when bytes of the visible request have left by then, in any try, or nobody can know. */
  readonly wasSent: boolean
  /** True when the answer with the only new token was lost by then. */
  readonly mayBeSignedOut: boolean
  /** True when a request met an outage that an earlier fault began. */
  readonly metOutage: boolean
  /** Faults that came while it ran. */
  readonly fired: readonly FiredFault[]
}

/**
 * Judges all tries under one key by what really came out.
 *
 * @param parts - How many things belong to the key.
 */
export function judge(tries: readonly Try[], ids: readonly string[], parts = 1): readonly Finding[] {
  const findings: Finding[] = []
  if (ids.length > parts) findings.push({ failure: 'DOUBLE', why: `${ids.length} came out` })
  for (const [index, one] of tries.entries()) {
    const why = one.end.kind === 'HANGS' ? 'it never ended' : misreport(one, ids, parts)
    const failure = one.end.kind === 'HANGS' ? 'HANG' : 'MISREPORT'
    if (why !== null) findings.push({ failure, why: `try ${index + 1}: ${why}` })
  }
  // A clock that jumps makes periods seem to be over.
  const hasJumped = tries.some(({ fired }) => fired.some(({ fault }) => fault.startsWith('clock')))
  const needless = hasJumped
    ? -1
    : tries.findIndex((one, index) => gaveUp(one) && hasSettled(tries.slice(index + 1)))
  if (needless !== -1)
    findings.push({ failure: 'GAVE_UP', why: `try ${needless + 1}: ${describeEnd(tries[needless]?.end)}` })
  if (!hasSettled(tries)) {
    const why = `it never settled: ${describeEnd(tries.at(-1)?.end)}`
    if (isSignedOut(tries.at(-1))) return findings
    if (!isUnknown(tries)) findings.push({ failure: ids.length === 0 ? 'LOSS' : 'MISREPORT', why })
    else if (tries.at(-1)?.wasSent === false)
      findings.push({ failure: 'STUCK', why: 'nothing was ever sent, and nobody can say' })
  }
  return findings
}

/** Answers that refuse the request itself: the caller is right to stop. */
const REFUSALS = /^answer4(?!29)/

/** True for a try that ended with the advice to stop, although nothing was refused. */
function gaveUp({ end, fired, mayBeSignedOut }: Try): boolean {
  if (end.kind !== 'ERROR' || !SocialBaseError.is(end.error) || mayBeSignedOut) return false
  return whatNext(end.error).todo !== 'RETRY' && !fired.some(({ fault }) => REFUSALS.test(fault))
}

/** True when the caller is told to sign in again, and that is the truth. */
function isSignedOut(last: Try | undefined): boolean {
  return last?.mayBeSignedOut === true && last.end.kind === 'ERROR' && AuthError.is(last.end.error)
}

/** True once a caller was told a result. */
export function hasSettled(tries: readonly Try[]): boolean {
  return tries.some(({ end }) => end.kind === 'RESULT')
}

/** True for a call that ended in "nobody can say". */
export function isUnknownEnd(end: AttemptEnd | undefined): boolean {
  return end?.kind === 'ERROR' && OutcomeUnknownError.is(end.error)
}

/** True when the key ended in "nobody can say". */
export function isUnknown(tries: readonly Try[]): boolean {
  return !hasSettled(tries) && isUnknownEnd(tries.at(-1)?.end)
}

/** What is wrong with what a try told its caller; null when it is the truth. */
function misreport(one: Try, ids: readonly string[], parts: number): string | null {
  const { end, createdHere, createdInTotal, wasSent } = one
  if (end.kind === 'RESULT') {
    if (createdInTotal < parts) return `told as out, and ${createdInTotal} of ${parts} are`
    return end.id === null || (parts === 1 ? ids : [ids.join('+')]).includes(end.id)
      ? null
      : `told as ${end.id}, and what is out is ${ids.join()}`
  }
  if (end.kind !== 'ERROR') return null
  const { error } = end
  if (OutcomeUnknownError.is(error)) return wasSent ? null : `nothing was sent: ${describeEnd(end)}`
  if (PublishBusyError.is(error)) return null
  // Between two parts of a thread a call may end as it likes, as long as it tells what is out.
  const reported = SocialBaseError.is(error) ? error.partsOut.length : createdInTotal
  if (createdHere > 0 && (createdInTotal >= parts || reported < createdHere))
    return `it is out: ${describeEnd(end)}`
  // What the caller itself did, and what its own ports said, may pass through.
  if (error instanceof GaveUp || hasInCauses(error, PortFailure)) return null
  const { todo } = whatNext(error)
  if (createdInTotal >= parts && (todo === 'GIVE_UP' || todo === 'CHANGE_POST'))
    return `it is out, and the caller is to ${todo}: ${describeEnd(end)}`
  if (todo === 'RETRY' || one.fired.length > 0 || one.metOutage) return null
  if (todo === 'SIGN_IN_AGAIN' && one.mayBeSignedOut) return null
  return `nothing went wrong, and the caller is to ${todo}: ${describeEnd(end)}`
}

/** True for an error of a kind, or one that was caused by such a one. */
export function hasInCauses(error: unknown, kind: new () => Error): boolean {
  return error instanceof Error && (error instanceof kind || hasInCauses((error as Error).cause, kind))
}

/** An end in words. */
export function describeEnd(end: AttemptEnd | undefined): string {
  if (end?.kind === 'RESULT') return `a result, ${end.id}`
  if (end?.kind !== 'ERROR') return end?.kind ?? 'nothing was tried'
  const { error } = end
  return SocialBaseError.is(error) ? `${error.name}: ${error.message}` : String(error)
}
