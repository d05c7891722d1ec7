/** Compares ids: longer ids are later, then by text. Numbers would not work: digits beyond 2^53, and ULIDs of other servers. */
export function compareIds(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length
  if (left === right) return 0
  return left < right ? -1 : 1
}
