/**
 * Compares two ids by age. The longer id is the newer one. Ids of equal length are compared as
 * text, because ids can exceed 2^53 or be ULIDs.
 */
export function compareIds(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length
  if (left === right) return 0
  return left < right ? -1 : 1
}
