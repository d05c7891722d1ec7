import { makePostResult, type PostResult, type PostState, type RawData } from '@social/core/platform'

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

/** Converts a video to a post result. A scheduled video has no URL until Facebook publishes the video. */
export function toVideoResult(
  video: { readonly id: string; readonly pageId: string; readonly state: PostState },
  raw: RawData,
  idempotencyKey: string | null = null,
): PostResult {
  const { id, pageId, state } = video
  const url = state === 'SCHEDULED' ? null : videoUrl(pageId, id)
  return makePostResult({ id, url, state, raw, idempotencyKey })
}
