/** One part of a multipart body. */
export interface RecordedPart {
  readonly name: string
  /** Null for a plain field. */
  readonly filename: string | null
  /** Null if the part does not specify it. */
  readonly contentType: string | null
  readonly bytes: Uint8Array
  readonly text: string
}

function parameter(header: string, name: string): string | null {
  const found = new RegExp(`[;\\s]${name}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(header)
  return found?.[1] ?? null
}

function readPart(part: Buffer): RecordedPart {
  const end = part.indexOf('\r\n\r\n')
  const headers = new Map(
    part
      .subarray(0, Math.max(end, 0))
      .toString()
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const
      }),
  )
  const disposition = headers.get('content-disposition') ?? ''
  const bytes = part.subarray(end + 4)
  return {
    name: parameter(disposition, 'name') ?? '',
    filename: parameter(disposition, 'filename'),
    contentType: headers.get('content-type') ?? null,
    bytes,
    text: bytes.toString(),
  }
}

/**
 * Parses a multipart body.
 *
 * @param body - The whole body.
 * @param contentType - The header with the boundary.
 * @returns The parts in order; null for any other body.
 */
export function readMultipart(body: Uint8Array, contentType: string): readonly RecordedPart[] | null {
  const boundary = /^multipart\/[^;]+;.*?boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (boundary === undefined) return null
  // With a leading line break the first delimiter has the form of all others.
  const all = Buffer.concat([Buffer.from('\r\n'), body])
  const delimiter = `\r\n--${boundary}`
  const parts: RecordedPart[] = []
  let start = all.indexOf(delimiter)
  for (let next = all.indexOf(delimiter, start + 1); start >= 0 && next > start;) {
    // A delimiter is followed by a line break and the part.
    parts.push(readPart(all.subarray(start + delimiter.length + 2, next)))
    start = next
    next = all.indexOf(delimiter, start + 1)
  }
  return parts
}
