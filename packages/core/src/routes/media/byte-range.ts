/** A part of a file, from the first to the last byte. Both positions are inclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * Reads a `range` header. Only a single range is supported. For a header with several ranges, or an unreadable
 * header, the whole file is served.
 *
 * @returns Null for the whole file, `UNSATISFIABLE` if the range is outside the file.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-14.1.2
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'UNSATISFIABLE' | null {
  const match = ONE_RANGE.exec(header?.trim() ?? '')
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'UNSATISFIABLE' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) return 'UNSATISFIABLE'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
