/** Ids grow, but not as numbers: digits beyond 2^53, and other servers' ULIDs. Longer is later, then by text. */
export function compareIds(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length
  if (left === right) return 0
  return left < right ? -1 : 1
}
