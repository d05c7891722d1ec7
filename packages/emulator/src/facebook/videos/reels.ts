import { bodyOf } from '../../framework/bodies/body.js'
import { checkToken } from '../../meta/access.js'
import type { SignedVisit } from '../../meta/dispatch.js'
import { fetchFile } from '../../meta/fetch-file.js'
import { badParameter, Refusal, UploadRefusal } from '../../meta/refusal.js'
import { asNumber } from '../../meta/reply.js'
import { later, nextId } from '../../meta/state.js'
import { facebookRefusal } from '../faults.js'
import { PUBLISH, textOf } from '../feed.js'
import type { Page, Video } from '../records.js'
import { readMoment } from '../schedule.js'
import { type FacebookState, pageInPath } from '../state.js'
import { isLostUpload } from './video-node.js'
import { finishVideo, makeVideo } from './videos.js'

function ownVideo(state: FacebookState, page: Page, id: string, kind: Video['kind']): Video {
  const video = state.videos.get(id)
  if (video === undefined || video.pageId !== page.id || video.kind !== kind)
    throw badParameter('Param video_id must be a valid video of the page')
  if (video.size === null || video.uploadedBytes < video.size || isLostUpload(state, video))
    throw facebookRefusal('FILE_PROBLEM')
  return video
}

function startUpload(state: FacebookState, page: Page, kind: Video['kind'], version: string): unknown {
  const video = makeVideo(state, page.id, kind)
  return { video_id: video.id, upload_url: `${state.origin}/rupload/video-upload/${version}/${video.id}` }
}

function refuseTooMany(state: FacebookState, { id }: Page): void {
  const since = later(state.clock.now(), -86_400)
  const recent = [...state.videos.values()].filter(
    ({ pageId, kind, finishedAt }) =>
      pageId === id && kind === 'REEL' && finishedAt !== null && finishedAt > since,
  )
  if (recent.length >= state.own.reelsPerDay)
    throw new Refusal({ code: 613, message: '(#613) Calls to this api have exceeded the rate limit.' })
}

/** POST /:id/video_reels: starts the upload of a reel, or finishes the upload and publishes, schedules or saves the reel as a draft. */
export function createReel(state: FacebookState, { access, params, path }: SignedVisit): unknown {
  const page = pageInPath(state, access, path['id'] ?? '', PUBLISH)
  params.only(
    'upload_phase',
    'video_id',
    'video_state',
    'description',
    'title',
    'place',
    'scheduled_publish_time',
  )
  params.must('upload_phase')
  if (params.oneOf('upload_phase', ['start', 'finish']) === 'start')
    return startUpload(state, page, 'REEL', path['version'] ?? '')
  const video = ownVideo(state, page, params.must('video_id'), 'REEL')
  const publish = params.oneOf('video_state', ['PUBLISHED', 'DRAFT', 'SCHEDULED'])
  if (publish === null) throw badParameter('The parameter video_state is required')
  const seconds = params.number('scheduled_publish_time')
  if (publish === 'SCHEDULED' && seconds === null)
    throw badParameter('The parameter scheduled_publish_time is required')
  if (video.finishedAt !== null) throw badParameter('The video was published already')
  refuseTooMany(state, page)
  const scheduledFor = publish === 'SCHEDULED' && seconds !== null ? readMoment(state, seconds, 29) : null
  video.description = textOf(params, 'description')
  video.title = params.text('title')
  const place = params.text('place')
  finishVideo(
    state,
    video,
    { published: publish === 'PUBLISHED', scheduledFor },
    place === null ? {} : { place },
  )
  return { success: true }
}

/**
 * POST /:id/video_stories: starts the upload of a video story, or finishes the upload and
 * publishes.
 */
export function createVideoStory(state: FacebookState, { access, params, path }: SignedVisit): unknown {
  const page = pageInPath(state, access, path['id'] ?? '', PUBLISH)
  params.only('upload_phase', 'video_id')
  params.must('upload_phase')
  if (params.oneOf('upload_phase', ['start', 'finish']) === 'start')
    return startUpload(state, page, 'STORY', path['version'] ?? '')
  const video = ownVideo(state, page, params.must('video_id'), 'STORY')
  if (video.finishedAt !== null) throw badParameter('The video was published already')
  video.finishedAt = state.clock.now()
  video.sha256 ??= video.hash.digest('hex')
  video.publish = 'PUBLISHED'
  const postId = nextId(state)
  state.stories.push({
    postId,
    pageId: page.id,
    mediaType: 'video',
    mediaId: video.id,
    createdAt: state.clock.now(),
  })
  state.effects.add({ account: page.id, kind: 'POST', id: postId, content: { story: video.sha256 } })
  return { success: true, post_id: asNumber(postId) }
}

async function fetchFromUrl(state: FacebookState, video: Video, url: string): Promise<string | null> {
  const file = URL.canParse(url) ? await fetchFile(state, url, state.own.largestVideoBytes) : 'UNREACHABLE'
  if (typeof file === 'string') return file
  video.size = file.bytes
  video.uploadedBytes = file.bytes
  video.sha256 = file.sha256
  return null
}

/** Fetches the files whose time has come. If a fetch fails, the upload fails. */
export async function fetchDueFiles(state: FacebookState): Promise<void> {
  for (const video of state.videos.values()) {
    const { fetching } = video
    if (fetching === null || fetching.at > state.clock.now()) continue
    video.fetching = null
    if ((await fetchFromUrl(state, video, fetching.url)) !== null) video.isLost = true
  }
}

async function fetchNowOrLater(state: FacebookState, video: Video, url: string): Promise<unknown> {
  const seconds = state.settings.fetchAfterSeconds
  if (seconds > 0) {
    video.fetching = { url, at: later(state.clock.now(), seconds) }
    return { success: true }
  }
  const problem = await fetchFromUrl(state, video, url)
  if (problem === null) return { success: true }
  const message = `The file could not be fetched: ${problem}`
  throw new UploadRefusal('ProcessingFailedError', message, problem !== 'TOO_BIG')
}

/**
 * POST /rupload/video-upload/:version/:id: receives bytes of a video, or the URL of the file. If
 * the request is interrupted, the bytes received so far are kept.
 */
export async function uploadBytes(
  state: FacebookState,
  request: Request,
  path: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { headers } = request
  const video = state.videos.get(path['id'] ?? '')
  const access = checkToken(state, /^OAuth (\S+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? null)
  if (
    video === undefined ||
    video.pageId !== access.pageId ||
    video.finishedAt !== null ||
    isLostUpload(state, video)
  )
    throw new UploadRefusal('ProcessingFailedError', 'The upload does not exist', false)
  const url = headers.get('file_url')
  if (url !== null) return fetchNowOrLater(state, video, url)
  const size = Number(headers.get('file_size') ?? Number.NaN)
  const offset = Number(headers.get('offset') ?? Number.NaN)
  if (!Number.isInteger(size) || size < 1 || (video.size !== null && video.size !== size))
    throw new UploadRefusal('PartialRequestError', 'The header file_size is missing or wrong', false)
  if (offset !== video.uploadedBytes)
    throw new UploadRefusal('OffsetInvalidError', `The offset must be ${video.uploadedBytes}`, true)
  video.size = size
  for await (const chunk of bodyOf(request)) {
    video.hash.update(chunk)
    video.uploadedBytes += chunk.byteLength
  }
  if (video.uploadedBytes !== size)
    throw new UploadRefusal('PartialRequestError', 'The body is shorter than it said', true)
  return { success: true }
}
