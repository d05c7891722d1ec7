import {
  makePostResult,
  makePostStats,
  type PostResult,
  type PostState,
  type PostStats,
  type RawData,
} from '@social/core/platform'

import type { VideoReply } from '../schemas.js'

/** Watch URL of a video, also of a Short. YouTube itself decides which video becomes a Short. */
export function toWatchUrl(videoId: string): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}`
}

/** Publish state of a video. https://developers.google.com/youtube/data/reference/rest/v3/videos (read 2026-11-21) */
export function toPostState({ status, processingDetails }: VideoReply): PostState {
  switch (status?.uploadStatus) {
    case 'processed':
      return status.publishAt && status.privacyStatus === 'private' ? 'SCHEDULED' : 'DONE'
    case 'failed':
    case 'rejected':
    case 'deleted':
      return 'FAILED'
    case 'uploaded':
      return processingDetails?.processingStatus === 'failed' ? 'FAILED' : 'PROCESSING'
    default:
      return 'PROCESSING' // an unknown status must not be treated as final
  }
}

/** Result of a requested video. */
export function toPostResult(video: VideoReply): PostResult {
  return makePostResult({ id: video.id, url: toWatchUrl(video.id), state: toPostState(video), raw: video })
}

/** Result of a new upload: it is always still processing. */
export function toUploadedResult(
  videoId: string,
  raw: RawData,
  post: { readonly isScheduled: boolean; readonly idempotencyKey?: string },
): PostResult {
  return makePostResult({
    id: videoId,
    url: toWatchUrl(videoId),
    state: post.isScheduled ? 'SCHEDULED' : 'PROCESSING',
    raw,
    idempotencyKey: post.idempotencyKey ?? null,
  })
}

/** A count that YouTube writes as digits. Null for hidden and invalid counts. */
function toCount(digits: string | number | null | undefined): number | null {
  const count = digits === '' ? Number.NaN : Number(digits ?? Number.NaN)
  return Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** Statistics of a video. YouTube does not count shares. `raw` contains the views. */
export function toPostStats(video: VideoReply): PostStats {
  const { id, statistics } = video
  return makePostStats({
    id,
    likes: toCount(statistics?.likeCount),
    comments: toCount(statistics?.commentCount),
    raw: video,
  })
}
