import { createHash } from 'node:crypto'

import { bodyOf, readSmallBody, receive } from '../../framework/bodies/body.js'
import { MultipartError, readMultipart } from '../../framework/bodies/multipart.js'
import type { Visit } from '../../framework/router.js'
import type { UploadSession, Video } from '../records.js'
import { channelOf, hasToken, requireCaller, requireToken } from '../sign-in/access.js'
import type { YoutubeState } from '../state.js'
import { videoJson } from '../videos/video-json.js'
import { readMetadata } from '../videos/video-metadata.js'
import { readList } from '../wire/lists.js'
import { chargeChannel, chargeUpload } from '../wire/quota.js'
import { badParameter } from '../wire/refusals.js'
import { badRequest, checkPiece, readContentRange, STEP_BYTES } from './content-range.js'
import { receiveBytes } from './intake.js'
import { isQuestion, plannedAnswer } from './questions.js'
import { rewind, setAnchor } from './rewind.js'

/** Maximum size of a video: 256 GiB. */
const MAX_VIDEO_BYTES = 274_877_906_944

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw badRequest('Parse Error')
  }
}

function checkType(contentType: string): string {
  const type = contentType.split(';')[0]?.trim() ?? ''
  if (type === '' || type.startsWith('video/') || type === 'application/octet-stream') return type
  throw badParameter(
    'badContent',
    `Media type '${type}' is not supported. Valid media types: [video/*, application/octet-stream]`,
    'body',
  )
}

function checkSize(size: number | null): number | null {
  if (size === null || (size >= 0 && size <= MAX_VIDEO_BYTES)) return size
  throw badRequest(`Media is too large. Limit: ${MAX_VIDEO_BYTES}`)
}

/** Checks the request and metadata of a new video, and charges the upload to the quota. */
function announce(
  state: YoutubeState,
  { request, url }: Visit,
  body: unknown,
  contentType: string,
): UploadSession {
  const token = requireCaller(state, request, 'upload', 'V3DataVideoService.Insert')
  chargeUpload(state)
  const channelId = channelOf(token)
  const metadata = readMetadata(state, url.searchParams, body)
  chargeChannel(state, channelId)
  return {
    id: `A${state.seed.token('upload_id')}`,
    channelId,
    metadata,
    parts: readList(url.searchParams, 'part'),
    contentType: checkType(contentType),
    notifySubscribers: url.searchParams.get('notifySubscribers') !== 'false',
    startedAt: state.clock.now(),
    totalBytes: null,
    received: 0,
    hash: createHash('sha256'),
    turn: 0,
    expired: false,
    anchor: null,
    piecesSinceAnchor: 0,
    videoId: null,
  }
}

function finish(state: YoutubeState, session: UploadSession): Response {
  const video: Video = {
    id: state.seed.token('video', 11),
    channelId: session.channelId,
    metadata: session.metadata,
    uploadedAt: state.clock.now(),
    bytes: session.received,
    sha256: session.hash.copy().digest('hex'),
    contentType: session.contentType,
    notifySubscribers: session.notifySubscribers,
    polls: 0,
    outcome: null,
    reason: null,
    views: 0,
    likes: 0,
  }
  state.videos.set(video.id, video)
  session.videoId = video.id
  const { channelId, metadata, bytes, sha256 } = video
  const content = { metadata, bytes, sha256 }
  state.effects.add({ account: channelId, kind: 'VIDEO', id: video.id, content })
  if (state.forgetsFinished > 0) {
    state.forgetsFinished -= 1
    session.expired = true
  }
  return uploaded(state, session, video)
}

const uploaded = (state: YoutubeState, { parts }: UploadSession, video: Video): Response =>
  Response.json(videoJson(state, video, parts))

/** POST /upload/youtube/v3/videos: starts a resumable upload, or receives a multipart upload. */
export async function startUpload(state: YoutubeState, visit: Visit): Promise<Response> {
  switch (visit.url.searchParams.get('uploadType')) {
    case 'resumable':
      return startSession(state, visit)
    case 'multipart':
      return uploadInOneRequest(state, visit)
    default:
      throw badRequest('Invalid upload request. uploadType must be resumable or multipart.')
  }
}

async function startSession(state: YoutubeState, visit: Visit): Promise<Response> {
  const { headers } = visit.request
  requireCaller(state, visit.request, 'upload', 'V3DataVideoService.Insert')
  const body = parseJson(await readSmallBody(visit.request))
  const session = announce(state, visit, body, headers.get('x-upload-content-type') ?? '')
  const size = headers.get('x-upload-content-length')
  session.totalBytes = checkSize(size === null ? null : Number(size))
  state.sessions.set(session.id, session)
  const location = `${state.origin}/upload/youtube/v3/videos?uploadType=resumable&upload_id=${session.id}&part=${session.parts.join(',')}`
  return new Response(null, {
    status: 200,
    headers: { location, 'x-guploader-uploadid': session.id, 'cache-control': 'no-cache, no-store' },
  })
}

/**
 * Handles a multipart upload: JSON metadata first, then the video. Google's JavaScript client
 * uploads this way.
 */
async function uploadInOneRequest(state: YoutubeState, visit: Visit): Promise<Response> {
  requireCaller(state, visit.request, 'upload', 'V3DataVideoService.Insert')
  const type = visit.request.headers.get('content-type') ?? ''
  let body: unknown = null
  try {
    for await (const part of readMultipart(bodyOf(visit.request), type)) {
      if (body === null) {
        const { kept } = await receive(part.body, { keepUpTo: 1_048_576, hash: null })
        body = parseJson(kept ?? new Uint8Array())
        continue
      }
      const session = announce(state, visit, body, part.contentType ?? '')
      await receiveBytes(session, part.body, { first: 0, until: Number.POSITIVE_INFINITY })
      return finish(state, session)
    }
  } catch (error) {
    if (error instanceof MultipartError) throw badRequest('Malformed multipart body.')
    throw error
  }
  throw badParameter('mediaBodyRequired', 'The request does not include the video content.', 'body')
}

function findSession(state: YoutubeState, url: URL): UploadSession | null {
  const session = state.sessions.get(url.searchParams.get('upload_id') ?? '')
  if (!session || session.expired) return null
  const end = session.startedAt.getTime() + state.settings.sessionSeconds * 1000
  return end <= state.clock.now().getTime() ? null : session
}

const incomplete = ({ received }: UploadSession): Response =>
  new Response(null, {
    status: 308,
    headers: { ...(received > 0 && { range: `bytes=0-${received - 1}` }), 'content-length': '0' },
  })

const roundDownToStep = (bytes: number): number => bytes - (bytes % STEP_BYTES)

/** PUT /upload/youtube/v3/videos: receives a piece of a video, or a status query. */
export async function receivePiece(state: YoutubeState, { request, url }: Visit): Promise<Response> {
  const answer = isQuestion(request) ? plannedAnswer(state.questions) : null
  if (answer !== null) return answer
  const session = findSession(state, url)
  if (!session)
    return new Response('Not Found', { status: 404, headers: { 'content-type': 'text/html; charset=UTF-8' } })
  // The upload URL is sufficient authorization. If the request contains a token, the token must be
  // valid.
  if (hasToken(request)) requireToken(state, request)
  const video = state.videos.get(session.videoId ?? '')
  if (video) return uploaded(state, session, video)
  const length = request.headers.get('content-length')
  const range = readContentRange(
    request.headers.get('content-range'),
    length === null ? null : Number(length),
  )
  checkPiece(range, session)
  session.totalBytes ??= checkSize(range.total)
  if (range.first === null) {
    session.turn += 1
    return session.received === session.totalBytes ? finish(state, session) : incomplete(session)
  }
  const end = range.last === null ? Number.POSITIVE_INFINITY : range.last + 1
  const stored = state.storeOfNextPiece
  state.storeOfNextPiece = null
  const until = stored === null ? end : Math.min(end, roundDownToStep(range.first + stored))
  setAnchor(state, session)
  const bytes = await receiveBytes(session, bodyOf(request), { first: range.first, until })
  if (range.first + bytes !== end && end !== Number.POSITIVE_INFINITY)
    throw badRequest(
      `Invalid request. There were ${bytes} byte(s) in the request body. There should have been ${end - range.first} byte(s) (starting at offset ${range.first} and ending at offset ${end - 1}) according to the Content-Range header.`,
    )
  const isWhole = session.received === (session.totalBytes ?? range.first + bytes)
  if (isWhole) return finish(state, session)
  rewind(state, session)
  return incomplete(session)
}
