import { bodyOf, receive } from '../../framework/bodies/body.js'
import { sniff } from '../../framework/files/sniff.js'
import type { Visit } from '../../framework/router.js'
import { requireCaller } from '../sign-in/access.js'
import type { BlueskyState, StoredBlob } from '../state.js'
import { blobCid } from '../wire/ids.js'
import { invalidRequest, XrpcRefusal } from '../wire/refusals.js'

/**
 * Maximum size in bytes of a file whose content the server stores. Larger files cannot be
 * downloaded.
 */
const KEPT_BYTES = 8_388_608

/** Describes a blob as records and responses contain it. */
export const blobJson = ({ cid, mimeType, size }: StoredBlob) => ({
  $type: 'blob' as const,
  ref: { $link: cid },
  mimeType,
  size,
})

/**
 * Receives a file in constant memory. Detects the file type from the bytes, because the
 * `Content-Type` header can be wrong.
 */
export async function receiveBlob(
  state: BlueskyState,
  request: Request,
  did: string,
  biggest: number,
): Promise<StoredBlob> {
  const declared = request.headers.get('content-type')
  if (declared === null || !declared.includes('/'))
    throw invalidRequest('Request encoding (Content-Type) required but not provided')
  const received = await receive(bodyOf(request), { keepUpTo: KEPT_BYTES, refuseAbove: biggest })
  if (received.tooBig) throw new XrpcRefusal(413, 'PayloadTooLarge', 'request entity too large')
  const blob: StoredBlob = {
    cid: blobCid(received.sum ?? ''),
    did,
    mimeType: sniff(received.head)?.contentType ?? declared,
    size: received.bytes,
  }
  state.blobs.set(`${did} ${blob.cid}`, blob)
  if (received.kept) state.files.keep(blob.cid, { bytes: received.kept, contentType: blob.mimeType })
  return blob
}

/**
 * Handles POST com.atproto.repo.uploadBlob. The caller needs a session, or a service token for the
 * video service.
 */
export async function uploadBlob(state: BlueskyState, { request }: Visit): Promise<Response> {
  const { person } = requireCaller(state, request)
  return Response.json({
    blob: blobJson(await receiveBlob(state, request, person.did, state.settings.blobBytes)),
  })
}

/** Returns a stored file, in place of Bluesky's picture and video servers. */
export function serveBlob(state: BlueskyState, { request, params }: Visit): Response {
  return state.files.serve(params['cid'] ?? '', request)
}
