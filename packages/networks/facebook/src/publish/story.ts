import { makePostResult, type Media, type PostResult, type PublishCall } from '@social/core/platform'
import { idPath } from '@social/meta-kit'

import { toVideoResult } from '../map/index.js'
import type { Settings } from '../options.js'
import { storyReply } from '../schemas.js'
import { uploadPictures, uploadWhole } from '../upload/index.js'
import type { FacebookPost } from './check.js'
import { findVideoStory } from './find-story.js'
import { NOTHING_PREPARED, readSaved, sentData } from './receipt.js'
import { publishUploaded, repeatableUntil } from './uploaded.js'

const SENT = { way: 'STORY', text: '' } as const

/**
 * Publishes a picture story: upload, then publish. https://developers.facebook.com/docs/page-stories-api (copy of May
 * 2026)
 */
async function publishPicture(post: FacebookPost, call: PublishCall): Promise<PostResult> {
  const kept = readSaved(call.receipt)
  const prepared = await uploadPictures(post.media, { isScheduled: false, kept }, call)
  const path = idPath(call.connection.accountId, 'photo_stories')
  const { data, raw } = await call.http.request('POST', path, storyReply, {
    form: { photo_id: prepared.photos[0] },
    finish: { data: sentData(prepared, SENT, call) },
  })
  const { idempotencyKey } = call
  return makePostResult({ id: data.post_id, url: null, state: 'DONE', raw, idempotencyKey })
}

/** Publishes a video story. The result contains the video id, because Facebook reports the status under that id. */
function publishVideo(video: Media, settings: Settings, call: PublishCall): Promise<PostResult> {
  return publishUploaded(
    {
      publishAt: null,
      upload: (kept) => uploadWhole(video, { edge: 'video_stories', kept }, settings, call),
      async finish(upload) {
        const path = idPath(call.connection.accountId, 'video_stories')
        const { raw } = await call.http.request('POST', path, storyReply, {
          form: { upload_phase: 'finish', video_id: upload.videoId },
          finish: {
            data: sentData({ ...NOTHING_PREPARED, upload }, SENT, call),
            repeatableUntil: repeatableUntil(upload),
          },
        })
        const found = { id: upload.videoId, pageId: call.connection.accountId, state: 'PROCESSING' } as const
        return toVideoResult(found, raw, call.idempotencyKey)
      },
      findListed: (upload, sent) => findVideoStory(upload.videoId, sent, call),
    },
    call,
  )
}

/**
 * Publishes a story of one picture or video. The story expires after a day, and Facebook has no call that deletes a
 * story.
 */
export function publishStory(
  post: FacebookPost,
  media: Media,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  return media.kind === 'IMAGE' ? publishPicture(post, call) : publishVideo(media, settings, call)
}
