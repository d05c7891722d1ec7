/** One part of a recorded multipart body. */
export interface RecordedPart {
  readonly name: string
  /** File name of the part. Null for a form field without a file. */
  readonly filename: string | null
  /** Content type of the part. Null if the part has no content-type header. */
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
 * @param contentType - The content-type header, which contains the boundary.
 * @returns The parts in order. Null if the content type is not multipart.
 */
export function readMultipart(body: Uint8Array, contentType: string): readonly RecordedPart[] | null {
  const boundary = /^multipart\/[^;]+;.*?boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (boundary === undefined) return null
  // The first delimiter may not have the line break that all others have. Adding a line break makes
  // the first one equal.
  const all = Buffer.concat([Buffer.from('\r\n'), body])
  const delimiter = `\r\n--${boundary}`
  const parts: RecordedPart[] = []
  let start = all.indexOf(delimiter)
  for (let next = all.indexOf(delimiter, start + 1); start >= 0 && next > start;) {
    // The part starts after the delimiter and a line break.
    parts.push(readPart(all.subarray(start + delimiter.length + 2, next)))
    start = next
    next = all.indexOf(delimiter, start + 1)
  }
  return parts
}
