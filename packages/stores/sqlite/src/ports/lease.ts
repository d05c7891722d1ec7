import { numberOf, type Row, type Session } from '../file/session.js'

/**
 * When a stored lease ends. An end more than one lease away shows that the wall clock was set back after it was
 * written: it is moved to one lease from now, in the file, so that a process that lives shorter than the jump gets past
 * it too. A holder that is alive extends its lease and loses nothing by it.
 *
 * @param row - `ends` and `lease_ms` of the row, in milliseconds.
 * @param mend - Sets the end of that very row, where it is still the one that was read.
 */
export function leaseEndOf(
  session: Session,
  row: Row,
  now: number,
  mend: { readonly sql: string; readonly id: string },
): number {
  const stored = numberOf(row, 'ends')
  const latest = now + numberOf(row, 'lease_ms')
  if (stored <= latest) return stored
  session.write(mend.sql, latest, mend.id, stored)
  return latest
}
