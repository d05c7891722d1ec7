import {
  makePostResult,
  makePostStats,
  type PostResult,
  type PostState,
  type PostStats,
  type RawData,
} from '@social/core/platform'

import type { VideoReply } from '../schemas.js'

/** The address people watch a video at. Also that of a Short: which one becomes one is YouTube's own decision. */
export function toWatchUrl(videoId: string): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}`
}

/** How a video is getting on. https://developers.google.com/youtube/data/reference/rest/v3/videos (read 2026-11-21) */
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
      return 'PROCESSING' // a word we do not know yet must not look like an end
  }
}

/** A video that was asked for. */
export function toPostResult(video: VideoReply): PostResult {
  return makePostResult({ id: video.id, url: toWatchUrl(video.id), state: toPostState(video), raw: video })
}

/** A video that was just uploaded: it is never done at once. */
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

/** A number that YouTube writes as digits; null for one that it hides, and for what is no count. */
function toCount(digits: string | number | null | undefined): number | null {
  const count = digits === '' ? Number.NaN : Number(digits ?? Number.NaN)
  return Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** The numbers of a video. YouTube counts no shares; views are on `raw`. */
export function toPostStats(video: VideoReply): PostStats {
  const { id, statistics } = video
  return makePostStats({
    id,
    likes: toCount(statistics?.likeCount),
    comments: toCount(statistics?.commentCount),
    raw: video,
  })
}
