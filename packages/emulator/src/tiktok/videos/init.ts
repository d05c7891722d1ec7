import { createHash } from 'node:crypto'

import type { Visit } from '../../framework/router.js'
import { personOf, privacyLevelsOf } from '../people.js'
import type { Destination, PrivacyLevel, Publication } from '../records.js'
import { dataReply, invalidParams, Refusal } from '../refusals.js'
import { countRequest, readJson, requireAccess } from '../sign-in/access.js'
import { nextId, type TiktokState } from '../state.js'
import { refuseCaps } from './caps.js'
import { checkPostInfo } from './post-info.js'

/**
 * Minimum size of a chunk: 5 MiB.
 * https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (copy of October
 * 2026)
 */
const MIN_PIECE = 5_242_880
/** Maximum size of a chunk: 64 MiB, except for the last chunk. Source: same page. */
const MAX_PIECE = 67_108_864
/** Maximum size of a file in one chunk. The page states "64 MB", read here as 64,000,000 bytes. */
const MAX_WHOLE = 64_000_000
/**
 * Maximum size of the last chunk: 128 MiB. The last chunk contains the remainder. Source: same
 * page.
 */
const MAX_LAST = 134_217_728
/** Maximum number of chunks of a video. Source: same page. */
const MAX_PIECES = 1000
/** Maximum size of a video: 4 GB, read here as 4 GiB. Source: same page. */
const MAX_VIDEO = 4_294_967_296

const BAD_SIZE = 'The chunk size is invalid'
const BAD_COUNT = 'The total chunk count is invalid'

/**
 * Checks the size of the video, the size of its chunks and their number, as strictly as TikTok
 * since August 2026.
 */
function checkPieces(bytes: number, pieceBytes: number, count: number): void {
  if (!Number.isSafeInteger(bytes) || bytes < 1 || bytes > MAX_VIDEO)
    throw invalidParams('The video size is invalid')
  if (!Number.isSafeInteger(pieceBytes) || pieceBytes < 1) throw invalidParams(BAD_SIZE)
  if (count !== Math.floor(bytes / pieceBytes) || count < 1 || count > MAX_PIECES)
    throw invalidParams(BAD_COUNT)
  if (count === 1) {
    if (pieceBytes !== bytes || bytes > MAX_WHOLE) throw invalidParams(BAD_SIZE)
    return
  }
  if (pieceBytes < MIN_PIECE || pieceBytes > MAX_PIECE) throw invalidParams(BAD_SIZE)
  if (bytes - (count - 1) * pieceBytes > MAX_LAST) throw invalidParams(BAD_SIZE)
}

function readSource(value: unknown): Pick<Publication, 'bytes' | 'pieceBytes' | 'pieceCount'> {
  const source = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown> // safe cast: an object or {}, and each field is checked as unknown
  if (source['source'] === 'PULL_FROM_URL')
    throw new Refusal(
      403,
      'url_ownership_unverified',
      'Please review our URL ownership verification rules at https://developers.tiktok.com.',
    )
  if (source['source'] !== 'FILE_UPLOAD') throw invalidParams('The source info is empty or incorrect')
  const { video_size: bytes, chunk_size: pieceBytes, total_chunk_count: pieceCount } = source
  if (typeof bytes !== 'number' || typeof pieceBytes !== 'number' || typeof pieceCount !== 'number')
    throw invalidParams('The source info is empty or incorrect')
  checkPieces(bytes, pieceBytes, pieceCount)
  return { bytes, pieceBytes, pieceCount }
}

async function start(state: TiktokState, { request }: Visit, destination: Destination): Promise<Response> {
  const isProfile = destination === 'PROFILE'
  const access = requireAccess(state, request, [isProfile ? 'video.publish' : 'video.upload'])
  countRequest(state, isProfile ? 'profileInit' : 'draftsInit', access)
  const body = await readJson(request)
  const person = personOf(state, access)
  const source = readSource(body['source_info'])
  let privacyLevel: PrivacyLevel | null = null
  if (isProfile) {
    privacyLevel = checkPostInfo(body['post_info'], privacyLevelsOf(person))
    if (!state.settings.audited && !person.isPrivate)
      throw new Refusal(
        403,
        'unaudited_client_can_only_post_to_private_accounts',
        'Please review our integration guidelines at https://developers.tiktok.com/doc/content-sharing-guidelines/',
      )
    // Like TikTok, the server changes the privacy level without an error.
    if (!state.settings.audited) privacyLevel = 'SELF_ONLY'
  } else if (body['post_info'] !== undefined) throw invalidParams('Drafts take no post_info')
  refuseCaps(state, person, destination)
  const id = nextId(state)
  const publication: Publication = {
    publishId: isProfile ? `v_pub_file~v2-1.${id}` : `v_inbox_file~v2.${id}`,
    openId: person.openId,
    destination,
    postInfo: (body['post_info'] ?? {}) as Publication['postInfo'], // safe cast: an object for posts, checked by checkPostInfo. Missing for drafts
    privacyLevel,
    ...source,
    uploadId: id,
    uploadToken: state.seed.token('upload'),
    startedAt: state.clock.now(),
    contentType: null,
    uploadedBytes: 0,
    arrivals: [],
    hash: createHash('sha256'),
    sha256: null,
    isVideo: false,
    stage: 'UPLOADING',
    uploadedAt: null,
    completedAt: null,
    failReason: null,
    postIds: [],
  }
  state.publications.set(publication.publishId, publication)
  return dataReply(state, {
    publish_id: publication.publishId,
    upload_url: `${state.origin}/upload/video/?upload_id=${id}&upload_token=${publication.uploadToken}`,
  })
}

/** POST /v2/post/publish/video/init/: initializes the upload of a post. */
export const startPost = (state: TiktokState, visit: Visit): Promise<Response> =>
  start(state, visit, 'PROFILE')

/** POST /v2/post/publish/inbox/video/init/: initializes the upload of a draft. */
export const startDraft = (state: TiktokState, visit: Visit): Promise<Response> =>
  start(state, visit, 'DRAFTS')
