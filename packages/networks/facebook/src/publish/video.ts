import type { Media, PostResult, PublishCall } from '@social/core/platform'
import { idPath } from '@social/meta-kit'

import { toVideoResult } from '../map/index.js'
import type { Settings } from '../options.js'
import { idReply, successReply } from '../schemas.js'
import { uploadPieces, uploadWhole } from '../upload/index.js'
import { type FacebookPost, refuseOutsideWindow } from './check.js'
import { timingFields } from './feed.js'
import { type SavedUpload, NOTHING_PREPARED, secondsOf, sentData } from './receipt.js'
import { publishUploaded, repeatableUntil } from './uploaded.js'

function resultOf(id: string, post: FacebookPost, raw: PostResult['raw'], call: PublishCall): PostResult {
  const video = {
    id,
    pageId: call.connection.accountId,
    state: post.publishAt === null ? 'PROCESSING' : 'SCHEDULED',
  } as const
  return toVideoResult(video, raw, call.idempotencyKey)
}

/** Builds the receipt of the last request of an upload. */
function finishOf({ text, publishAt }: FacebookPost, upload: SavedUpload, call: PublishCall) {
  const sent = { way: 'UPLOAD', text, publishAt } as const
  return {
    data: sentData({ ...NOTHING_PREPARED, upload }, sent, call),
    repeatableUntil: repeatableUntil(upload),
  }
}

/** Creates a post with one request. Facebook fetches the video from its URL. */
async function publishAddress(
  post: FacebookPost,
  url: string,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  const path = `${settings.addresses.video}${idPath(call.connection.accountId, 'videos')}`
  const { text: description, options, publishAt } = post
  const sent = { way: 'FETCHED_VIDEO', text: description, title: options.title, publishAt } as const
  const { data, raw } = await call.http.request('POST', path, idReply, {
    form: { file_url: url, description, title: options.title, ...timingFields(publishAt) },
    finish: { data: sentData(NOTHING_PREPARED, sent, call) },
  })
  return resultOf(data.id, post, raw, call)
}

function publishPieces(
  post: FacebookPost,
  video: Media,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  return publishUploaded(
    {
      publishAt: post.publishAt,
      upload: (kept) => uploadPieces(video, kept, settings, call),
      async finish(upload) {
        refuseOutsideWindow(post, call)
        const path = `${settings.addresses.video}${idPath(call.connection.accountId, 'videos')}`
        const { raw } = await call.http.request('POST', path, successReply, {
          form: {
            upload_phase: 'finish',
            upload_session_id: upload.session,
            description: post.text,
            title: post.options.title,
            ...timingFields(post.publishAt),
          },
          finish: finishOf(post, upload, call),
        })
        return resultOf(upload.videoId, post, raw, call)
      },
    },
    call,
  )
}

/**
 * Publishes a video in the feed: Facebook fetches the video from its URL, or the library uploads the video in
 * chunks.
 */
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

/**
 * Publishes a reel. https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read 2026-11-22)
 */
export function publishReel(
  post: FacebookPost,
  video: Media,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  const { text, options, publishAt } = post
  return publishUploaded(
    {
      publishAt,
      upload: (kept) => uploadWhole(video, { edge: 'video_reels', kept }, settings, call),
      async finish(upload) {
        refuseOutsideWindow(post, call)
        const path = idPath(call.connection.accountId, 'video_reels')
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
          finish: finishOf(post, upload, call),
        })
        return resultOf(upload.videoId, post, raw, call)
      },
    },
    call,
  )
}
