/**
 * Compares two ids by age. Newer ids are larger numbers. They have up to 19 digits, too many for a
 * JavaScript number.
 */
export function compareIds(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length
  return one < other ? -1 : Number(one > other)
}
