import {
  InvalidPostError,
  makePostResult,
  type Media,
  type PostResult,
  type PublishCall,
  type RawData,
} from '@social/core/platform'
import { idPath } from '@social/meta-kit'

import { isPublished, toVideoResult } from '../map/index.js'
import type { Settings } from '../options.js'
import { storyReply } from '../schemas.js'
import { readVideoStatus, uploadPictures, uploadWhole } from '../upload/index.js'
import type { FacebookPost } from './check.js'
import { NOTHING_PREPARED, readKept, sentData } from './receipt.js'

const SENT = { way: 'STORY', words: '' } as const

/** A picture in a story: uploaded, then named. https://developers.facebook.com/docs/page-stories-api (copy of May 2026) */
async function publishPicture(post: FacebookPost, call: PublishCall): Promise<PostResult> {
  const kept = readKept(call.receipt)
  const prepared = await uploadPictures(post.media, { isScheduled: false, kept }, call)
  const path = idPath(call.connection.accountId, 'photo_stories')
  const { data, raw } = await call.http.request('POST', path, storyReply, {
    form: { photo_id: prepared.photos[0] },
    finish: { data: sentData(prepared, SENT, call) },
  })
  const { idempotencyKey } = call
  return makePostResult({ id: data.post_id, url: null, state: 'DONE', raw, idempotencyKey })
}

/** A video in a story. Its id is that of the video, by which Facebook tells how it is getting on. */
async function publishVideo(video: Media, settings: Settings, call: PublishCall): Promise<PostResult> {
  const { upload: kept } = readKept(call.receipt)
  const upload = await uploadWhole(video, { edge: 'video_stories', kept }, settings, call)
  const path = idPath(call.connection.accountId, 'video_stories')
  const found = { id: upload.videoId, pageId: call.connection.accountId, state: 'PROCESSING' } as const
  const toResult = (raw: RawData): PostResult => toVideoResult(found, raw, call.idempotencyKey)
  try {
    const { raw } = await call.http.request('POST', path, storyReply, {
      form: { upload_phase: 'finish', video_id: upload.videoId },
      finish: { data: sentData({ ...NOTHING_PREPARED, upload }, SENT, call) },
    })
    return toResult(raw)
  } catch (error) {
    // One that is out already is refused as a bad parameter.
    const status = InvalidPostError.is(error) ? await readVideoStatus(upload.videoId, call) : null
    if (status === null || !isPublished(status)) throw error
    return toResult({ status })
  }
}

/** A story of one picture or one video. It is there for a day, and no call takes it away. */
export function publishStory(
  post: FacebookPost,
  media: Media,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  return media.kind === 'IMAGE' ? publishPicture(post, call) : publishVideo(media, settings, call)
}
