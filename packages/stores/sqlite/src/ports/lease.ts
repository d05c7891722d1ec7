import { numberOf, type Row, type Session } from '../file/session.js'

/**
 * Returns the end of a stored lease. An end more than one lease length away shows that the wall
 * clock was set back after the write. The end is then moved to one lease length from now, in the
 * file, so that short-lived processes can take the lease too. A running holder loses nothing,
 * because it extends its lease.
 *
 * @param row - `ends` and `lease_ms` of the row, in milliseconds.
 * @param moveEnd - Sets the end of that row, if it is still the end that was read.
 */
export function leaseEndOf(
  session: Session,
  row: Row,
  now: number,
  moveEnd: { readonly sql: string; readonly id: string },
): number {
  const stored = numberOf(row, 'ends')
  const latest = now + numberOf(row, 'lease_ms')
  if (stored <= latest) return stored
  session.write(moveEnd.sql, latest, moveEnd.id, stored)
  return latest
}
