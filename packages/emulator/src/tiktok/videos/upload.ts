import { bodyOf } from '../../framework/bodies/body.js'
import { sniff } from '../../framework/files/sniff.js'
import type { Visit } from '../../framework/router.js'
import type { Publication } from '../records.js'
import { UploadRefusal } from '../refusals.js'
import type { TiktokState } from '../state.js'
import { complete, completeLater } from './progress.js'

const TYPES: ReadonlySet<string> = new Set(['video/mp4', 'video/quicktime', 'video/webm'])
const RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/

interface Piece {
  readonly start: number
  readonly length: number
}

function findPublication(state: TiktokState, { searchParams }: URL): Publication {
  const found = [...state.publications.values()].find(
    ({ uploadId, uploadToken }) =>
      uploadId === searchParams.get('upload_id') && uploadToken === searchParams.get('upload_token'),
  )
  if (found === undefined) throw new UploadRefusal(404, 'No such upload task.')
  const endsAt = found.startedAt.getTime() + state.settings.uploadSeconds * 1000
  if (endsAt <= state.clock.now().getTime()) throw new UploadRefusal(403, 'The upload_url has expired.')
  return found
}

/** Returns a 416 error. Its `Content-Range` header contains the range of bytes received so far. */
function wrongRange({ uploadedBytes, bytes }: Publication): UploadRefusal {
  const range = uploadedBytes === 0 ? `bytes */${bytes}` : `bytes 0-${uploadedBytes - 1}/${bytes}`
  return new UploadRefusal(416, 'The Content-Range does not continue the upload.', { 'content-range': range })
}

/** Returns the byte range of the next expected chunk. The last chunk contains the remainder. */
function nextPiece({ bytes, pieceBytes, pieceCount, uploadedBytes }: Publication): Piece {
  const isLast = uploadedBytes === (pieceCount - 1) * pieceBytes
  return { start: uploadedBytes, length: isLast ? bytes - uploadedBytes : pieceBytes }
}

/** Checks the headers and the range of a chunk before its body is read. */
function checkPiece(request: Request, publication: Publication): Piece {
  const { headers } = request
  if (headers.has('authorization'))
    throw new UploadRefusal(400, 'An upload address is its own credential: send no Authorization.')
  if (!TYPES.has(headers.get('content-type') ?? ''))
    throw new UploadRefusal(400, 'The Content-Type is invalid.')
  if (headers.has('transfer-encoding') || !headers.has('content-length'))
    throw new UploadRefusal(400, 'The Content-Length is missing.')
  const [, first, last, total] = (RANGE.exec(headers.get('content-range') ?? '') ?? []).map(Number)
  if (first === undefined || last === undefined || total !== publication.bytes)
    throw new UploadRefusal(400, 'The Content-Range is invalid.')
  const piece = nextPiece(publication)
  if (publication.stage !== 'UPLOADING' || first !== piece.start || last !== piece.start + piece.length - 1)
    throw wrongRange(publication)
  if (Number(headers.get('content-length')) !== piece.length)
    throw new UploadRefusal(400, 'The Content-Length does not match the Content-Range.')
  return piece
}

/**
 * Counts and hashes the bytes of a chunk while they arrive. The bytes are not stored. An
 * interrupted chunk has no effect.
 */
async function takePiece(request: Request, publication: Publication, piece: Piece): Promise<void> {
  const hash = publication.hash.copy()
  const head = Buffer.alloc(32)
  let bytes = 0
  for await (const chunk of bodyOf(request)) {
    if (bytes < head.length) head.set(chunk.subarray(0, head.length - bytes), bytes)
    hash.update(chunk)
    bytes += chunk.byteLength
  }
  if (bytes !== piece.length) throw new UploadRefusal(400, 'The body is shorter than its Content-Length.')
  // Another request may have delivered the same chunk while this body was read.
  if (publication.uploadedBytes !== piece.start) throw wrongRange(publication)
  if (piece.start === 0) publication.isVideo = sniff(head)?.contentType.startsWith('video/') ?? false
  publication.hash = hash
  publication.uploadedBytes += bytes
  publication.contentType = request.headers.get('content-type')
}

/**
 * Returns the planned response to the last chunk. A status below 300, or 416, includes the
 * `Content-Range` header. Null if no response is planned.
 */
function plannedResponse(state: TiktokState, headers: Readonly<Record<string, string>>): Response | null {
  const { lastPieces } = state
  if (lastPieces === null || lastPieces.left < 1) return null
  lastPieces.left -= 1
  const { status } = lastPieces
  return new Response(null, { status, headers: status < 300 || status === 416 ? headers : {} })
}

/** PUT /upload/video/: receives a chunk of a video. */
export async function uploadPiece(state: TiktokState, { request, url }: Visit): Promise<Response> {
  const publication = findPublication(state, url)
  const piece = checkPiece(request, publication)
  await takePiece(request, publication, piece)
  const { uploadedBytes, bytes } = publication
  publication.arrivals.push({ at: state.clock.now(), bytes: uploadedBytes })
  const headers = { 'content-range': `bytes 0-${uploadedBytes - 1}/${bytes}` }
  if (uploadedBytes < bytes) return new Response(null, { status: 206, headers })
  publication.sha256 = publication.hash.copy().digest('hex')
  publication.stage = 'PROCESSING'
  publication.uploadedAt = state.clock.now()
  const { openId, destination, publishId, postInfo, sha256 } = publication
  const kind = destination === 'DRAFTS' ? 'DRAFT' : 'VIDEO'
  state.effects.add({ account: openId, kind, id: publishId, content: { postInfo, bytes, sha256 } })
  complete(state)
  completeLater(state)
  return plannedResponse(state, headers) ?? new Response(null, { status: 201, headers })
}
