const MAX_TEXT_LENGTH = 40

function quote(text: string): string {
  const letters = Array.from(text.slice(0, MAX_TEXT_LENGTH * 2))
  const short = letters.length > MAX_TEXT_LENGTH || text.length > MAX_TEXT_LENGTH * 2
  return JSON.stringify(short ? `${letters.slice(0, MAX_TEXT_LENGTH).join('')}…` : text)
}

/**
 * Describes a value for an error message. Texts and numbers are quoted, and long texts are
 * shortened. Other values are described by their type.
 *
 * @param value - Value that the caller passed.
 */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (value === null || value === undefined) return String(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'bigint') return `the bigint ${value}`
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Date) return 'a Date'
  if (value instanceof Uint8Array) return 'bytes'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/**
 * Returns the name of an argument for an error message. A name that is not a string is described,
 * so that creating the message never fails.
 */
export function labelOf(name: unknown): string {
  return typeof name === 'string' ? name : describeValue(name)
}
