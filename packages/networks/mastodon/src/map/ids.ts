/**
 * Compares ids. A longer id is later. Ids of equal length compare as text. Numbers are unsuitable, because ids can
 * exceed 2^53 or be ULIDs.
 */
export function compareIds(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length
  if (left === right) return 0
  return left < right ? -1 : 1
}
