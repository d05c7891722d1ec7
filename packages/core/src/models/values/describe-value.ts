const MAX_TEXT_LENGTH = 40

function quote(text: string): string {
  const letters = Array.from(text.slice(0, MAX_TEXT_LENGTH * 2))
  const short = letters.length > MAX_TEXT_LENGTH || text.length > MAX_TEXT_LENGTH * 2
  return JSON.stringify(short ? `${letters.slice(0, MAX_TEXT_LENGTH).join('')}…` : text)
}

/**
 * Describes a value for a message. Text and numbers are quoted, long text is truncated, other values are named by type.
 *
 * @param value - Value that a caller passed.
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

/** Name of an argument for a message. Names that are not text are described, so that assertions never fail on them. */
export function labelOf(name: unknown): string {
  return typeof name === 'string' ? name : describeValue(name)
}
