import { makePostResult, type PostResult, type PostState, type RawData } from '@social/core/platform'

import type { VideoStatus } from '../schemas.js'

/** Where a post is looked at. */
export const postUrl = (id: string): string => `https://www.facebook.com/${id}`

/** Where a video is looked at, a reel too: the one address that its id alone tells. */
const videoUrl = (pageId: string, id: string): string => `https://www.facebook.com/${pageId}/videos/${id}`

/**
 * Status of a video. A word that is not known must not look like an end.
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

/** A video that is ready may still wait for its time, or for a person who shares it. */
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

/** A video as the library tells of it. One that comes out later has no address yet. */
export function toVideoResult(
  video: { readonly id: string; readonly pageId: string; readonly state: PostState },
  raw: RawData,
  idempotencyKey: string | null = null,
): PostResult {
  const { id, pageId, state } = video
  const url = state === 'SCHEDULED' ? null : videoUrl(pageId, id)
  return makePostResult({ id, url, state, raw, idempotencyKey })
}
