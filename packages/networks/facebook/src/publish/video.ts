import { InvalidPostError, type Media, type PostResult, type PublishCall } from '@social/core/platform'
import { idPath } from '@social/meta-kit'

import { isPublished, toVideoResult } from '../map/index.js'
import type { Settings } from '../options.js'
import { idReply, successReply } from '../schemas.js'
import { isDeadSession, readVideoStatus, uploadPieces, uploadWhole } from '../upload/index.js'
import { type FacebookPost, refuseOutsideWindow } from './check.js'
import { timingFields } from './feed.js'
import { type KeptUpload, NOTHING_PREPARED, readKept, secondsOf, sentData } from './receipt.js'

const sentOf = (way: 'FETCHED_VIDEO' | 'UPLOAD', { text, publishAt }: FacebookPost) =>
  ({ way, words: text, publishAt }) as const

function resultOf(id: string, post: FacebookPost, raw: PostResult['raw'], call: PublishCall): PostResult {
  const video = {
    id,
    pageId: call.connection.accountId,
    state: post.publishAt === null ? 'PROCESSING' : 'SCHEDULED',
  } as const
  return toVideoResult(video, raw, call.idempotencyKey)
}

/** Facebook fetches it from its address: one request makes the post. */
async function publishAddress(
  post: FacebookPost,
  url: string,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  const path = `${settings.addresses.video}${idPath(call.connection.accountId, 'videos')}`
  const { text: description, options, publishAt } = post
  const { data, raw } = await call.http.request('POST', path, idReply, {
    form: { file_url: url, description, title: options.title, ...timingFields(publishAt) },
    finish: { data: sentData(NOTHING_PREPARED, sentOf('FETCHED_VIDEO', post), call) },
  })
  settings.owners.claim(data.id, call)
  return resultOf(data.id, post, raw, call)
}

/** The last of the three phases: nobody sees the video before it. */
async function finishPieces(
  post: FacebookPost,
  upload: KeptUpload,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  const path = `${settings.addresses.video}${idPath(call.connection.accountId, 'videos')}`
  refuseOutsideWindow(post, call)
  const { raw } = await call.http.request('POST', path, successReply, {
    form: {
      upload_phase: 'finish',
      upload_session_id: upload.session,
      description: post.text,
      title: post.options.title,
      ...timingFields(post.publishAt),
    },
    finish: { data: sentData({ ...NOTHING_PREPARED, upload }, sentOf('UPLOAD', post), call) },
  })
  return resultOf(upload.videoId, post, raw, call)
}

/** The video itself, when the last call for it arrived before and was only refused now; null when it did not. */
async function findFinished(
  { videoId }: KeptUpload,
  post: FacebookPost,
  call: PublishCall,
): Promise<PostResult | null> {
  const status = await readVideoStatus(videoId, call)
  return status !== null && isPublished(status) ? resultOf(videoId, post, { status }, call) : null
}

async function publishPieces(
  post: FacebookPost,
  video: Media,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  const upload = await uploadPieces(video, readKept(call.receipt).upload, settings, call)
  try {
    return await finishPieces(post, upload, settings, call)
  } catch (error) {
    if (!isDeadSession(error)) throw error
    // Refused: this request made nothing. Either an earlier one did, or the session is gone and starts again.
    const found = await findFinished(upload, post, call)
    if (found !== null) return found
    return finishPieces(post, await uploadPieces(video, null, settings, call), settings, call)
  }
}

/** A video in the feed: fetched from its address, or uploaded in pieces. */
export function publishVideo(
  post: FacebookPost,
  video: Media,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  return video.url === null
    ? publishPieces(post, video, settings, call)
    : publishAddress(post, video.url, settings, call)
}

/** A reel. https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read 2026-11-22) */
export async function publishReel(
  post: FacebookPost,
  video: Media,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  const { upload: kept } = readKept(call.receipt)
  const upload = await uploadWhole(video, { edge: 'video_reels', kept }, settings, call)
  refuseOutsideWindow(post, call)
  const { text, options, publishAt } = post
  const path = idPath(call.connection.accountId, 'video_reels')
  try {
    const { raw } = await call.http.request('POST', path, successReply, {
      form: {
        upload_phase: 'finish',
        video_id: upload.videoId,
        video_state: publishAt === null ? 'PUBLISHED' : 'SCHEDULED',
        scheduled_publish_time: publishAt && secondsOf(publishAt),
        description: text,
        title: options.title,
        place: options.place,
      },
      finish: { data: sentData({ ...NOTHING_PREPARED, upload }, sentOf('UPLOAD', post), call) },
    })
    return resultOf(upload.videoId, post, raw, call)
  } catch (error) {
    // A reel that is out already is refused as a bad parameter.
    const found = InvalidPostError.is(error) ? await findFinished(upload, post, call) : null
    if (found !== null) return found
    throw error
  }
}
