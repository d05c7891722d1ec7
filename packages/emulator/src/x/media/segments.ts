import { bodyOf, receive } from '../../framework/bodies/body.js'
import { MultipartError, readMultipart } from '../../framework/bodies/multipart.js'
import { notesOf } from '../../framework/log/request-notes.js'
import { checkBody, isText, isWhole, readJson } from '../wire/input.js'
import { invalid, Problem } from '../wire/problems.js'

/**
 * Maximum size in bytes of a whole request. A 5 MB chunk of a file exceeds the maximum together
 * with its multipart envelope.
 */
const MAX_REQUEST = 5_242_880
/**
 * Highest index of a chunk: 1,000 chunks are possible.
 * https://docs.x.com/x-api/media/media-upload-append (read 2026-11-22)
 */
const MAX_INDEX = 999

/** One chunk of a file, with its index. */
interface Piece {
  readonly index: number
  readonly bytes: Uint8Array
}

const tooLarge = (): Problem => new Problem(413, null)

function readIndex(text: string): number {
  const index = /^\d{1,4}$/.test(text) ? Number(text) : MAX_INDEX + 1
  if (index > MAX_INDEX)
    throw invalid(`The segment_index must be 0 to ${MAX_INDEX}.`, { segment_index: [text.slice(0, 30)] })
  return index
}

async function readForm(request: Request): Promise<Piece> {
  let index: number | null = null
  let bytes: Uint8Array | null = null
  for await (const part of readMultipart(bodyOf(request), request.headers.get('content-type') ?? '')) {
    const { name, filename, contentType } = part
    const { kept } = await receive(part.body, {
      keepUpTo: MAX_REQUEST,
      refuseAbove: MAX_REQUEST,
      hash: null,
    })
    if (kept === null) throw tooLarge()
    const text = name === 'segment_index' ? new TextDecoder().decode(kept) : null
    notesOf(request).parts.push({ name, filename, contentType, bytes: kept.byteLength, text })
    if (text !== null) index = readIndex(text)
    else if (name === 'media') bytes = kept
    else throw invalid(`The part "${name.slice(0, 50)}" is not known.`)
  }
  if (index === null || bytes === null) throw invalid('Both segment_index and media are needed.')
  return { index, bytes }
}

/** Reads a chunk from a multipart form, or from JSON with base64. */
export async function readSegment(request: Request): Promise<Piece> {
  const type = request.headers.get('content-type') ?? ''
  if (Number(request.headers.get('content-length') ?? 0) > MAX_REQUEST) throw tooLarge()
  if (/^application\/json\b/i.test(type)) {
    const input = await readJson(request, MAX_REQUEST)
    checkBody(input, { media: isText, segment_index: isWhole(0, MAX_INDEX) }, ['media', 'segment_index'])
    return { index: Number(input['segment_index']), bytes: Buffer.from(String(input['media']), 'base64') }
  }
  try {
    return await readForm(request)
  } catch (error) {
    if (error instanceof MultipartError) throw invalid('The body is not multipart/form-data.')
    throw error
  }
}
