/** Compares two ids by age. Ids grow with time and have up to 19 digits. */
export function compareIds(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length
  return one < other ? -1 : Number(one > other)
}
