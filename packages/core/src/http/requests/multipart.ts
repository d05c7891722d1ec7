import type { Random } from '../../contract/ports.js'
import type { BodySource, MultipartPart } from '../types.js'

/**
 * Maximum size of a multipart body that is built in memory: 256 KiB. A larger body is streamed.
 * Our choice.
 */
const MAX_IN_MEMORY = 262_144

/** Multipart body with its `content-type`. */
export interface EncodedMultipart {
  readonly contentType: string
  readonly body: Uint8Array | BodySource
}

type Piece = Uint8Array | BodySource

/**
 * Encodes multipart/form-data. The length of the body is known before it is sent. A small body is
 * returned as bytes, a larger one as a source that reads one file at a time.
 */
export function encodeMultipart(parts: readonly MultipartPart[], random: Random): EncodedMultipart {
  const boundary = `social-${Buffer.from(random.bytes(16)).toString('hex')}`
  const pieces: Piece[] = []
  for (const part of parts) {
    pieces.push(Buffer.from(`--${boundary}\r\n${headersOf(part)}\r\n`))
    pieces.push('value' in part ? Buffer.from(part.value) : part.body, Buffer.from('\r\n'))
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`))
  const contentType = `multipart/form-data; boundary=${boundary}`
  const length = pieces.reduce((total, piece) => total + piece.length, 0)
  const bytes = pieces.filter((piece) => piece instanceof Uint8Array)
  if (bytes.length === pieces.length && length <= MAX_IN_MEMORY)
    return { contentType, body: Buffer.concat(bytes, length) }
  return { contentType, body: { length, open: () => readPieces(pieces) } }
}

async function* readPieces(pieces: readonly Piece[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) yield piece
    else yield* piece.open()
  }
}

function headersOf(part: MultipartPart): string {
  const disposition = `content-disposition: form-data; name="${quoted(part.name)}"`
  if ('value' in part) return `${disposition}\r\n`
  return `${disposition}; filename="${quoted(part.filename)}"\r\ncontent-type: ${part.contentType.replaceAll(/[\r\n]/g, '')}\r\n`
}

/** Escapes a field or file name as browsers do, so that the name cannot end the header. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
