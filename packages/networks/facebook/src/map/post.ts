import {
  makePostFailure,
  makePostResult,
  type PostFailure,
  type PostResult,
  type PostState,
  type RawData,
} from '@social/core/platform'

import { TEXTS } from '../messages.js'
import type { VideoStatus } from '../schemas.js'

/** Builds the URL of a post from the id of the post. */
export const postUrl = (id: string): string => `https://www.facebook.com/${id}`

/**
 * Builds the URL of a video or a reel from the page id and the video id. Other URLs of a video
 * cannot be built.
 */
const videoUrl = (pageId: string, id: string): string => `https://www.facebook.com/${pageId}/videos/${id}`

/**
 * Returns the publish state of a video. An unknown status must not be treated as final.
 * https://developers.facebook.com/docs/graph-api/reference/video-status (read 2026-11-22)
 */
export function toPostState({ video_status: word, publishing_phase: publishing }: VideoStatus): PostState {
  switch (word) {
    case 'error':
      return 'FAILED'
    case 'ready':
      return toPublishState(publishing?.publish_status)
    default:
      return 'PROCESSING'
  }
}

/**
 * Returns the publish state of a ready video. The video may still wait for its scheduled time, or until a person
 * shares the video.
 */
function toPublishState(word: string | null | undefined): PostState {
  switch (word) {
    case 'scheduled':
      return 'SCHEDULED'
    case 'draft':
      return 'WAITING_FOR_PERSON'
    case 'error':
      return 'FAILED'
    default:
      return 'DONE'
  }
}

/**
 * Returns the failure of a video, by the phase in which it failed. Facebook reports no further reason that is documented.
 * https://developers.facebook.com/docs/graph-api/reference/video-status (read 2026-11-22)
 */
function toVideoFailure(status: VideoStatus): PostFailure | null {
  const { uploading_phase: uploading, publishing_phase: publishing } = status
  if (toPostState(status) !== 'FAILED') return null
  const network = 'Facebook'
  if (uploading?.status === 'error')
    return makePostFailure({
      reason: 'VIDEO_UPLOAD_FAILED',
      message: 'The upload of the video to facebook failed. Post it again with a new idempotency key.',
      network,
      userText: TEXTS.VIDEO_UPLOAD_FAILED,
    })
  if (publishing?.status === 'error' || publishing?.publish_status === 'error')
    return makePostFailure({
      reason: 'VIDEO_NOT_PUBLISHED',
      message:
        'facebook processed the video and did not publish it. Check the support inbox of the page at facebook.com.',
      network,
      todo: 'LOOK_AT_ACCOUNT',
      userText: TEXTS.VIDEO_NOT_PUBLISHED,
    })
  return makePostFailure({
    reason: 'VIDEO_NOT_PROCESSED',
    message: 'facebook could not process the video. Convert it to an MP4 with H.264, and post again.',
    network,
    userText: TEXTS.VIDEO_NOT_PROCESSED,
  })
}

/** Converts a video to a post result. A scheduled video has no URL until Facebook publishes the video. */
export function toVideoResult(
  video: {
    readonly id: string
    readonly pageId: string
    readonly state: PostState
    readonly status?: VideoStatus | null | undefined
  },
  raw: RawData,
  idempotencyKey: string | null = null,
): PostResult {
  const { id, pageId, state, status } = video
  const failure = status == null ? null : toVideoFailure(status)
  const url = state === 'SCHEDULED' ? null : videoUrl(pageId, id)
  return makePostResult({ id, url, state, failure, raw, idempotencyKey })
}
