import {
  makePostResult,
  makePostStats,
  type PostResult,
  type PostState,
  type PostStats,
  type RawData,
} from '@social/core/platform'

import { toFailure } from '../errors/failures.js'
import type { VideoReply } from '../schemas.js'

/**
 * Builds the watch URL of a video. The URL also works for a Short, because YouTube decides which
 * video becomes a Short.
 */
export function toWatchUrl(videoId: string): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}`
}

/**
 * Returns the publish state of a video.
 * https://developers.google.com/youtube/data/reference/rest/v3/videos (read 2026-11-21)
 */
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

/** Returns the publish state of a video, with the failure of a failed one. */
export function toOutcome(video: VideoReply): Pick<PostResult, 'state' | 'failure'> {
  const state = toPostState(video)
  return { state, failure: state === 'FAILED' ? toFailure(video) : null }
}

/** Builds the result for a video that was read from YouTube. */
export function toPostResult(video: VideoReply): PostResult {
  return makePostResult({ id: video.id, url: toWatchUrl(video.id), ...toOutcome(video), raw: video })
}

/** Builds the result of a new upload. YouTube always still processes a newly uploaded video. */
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

/**
 * Parses a count, which YouTube sends as a string of digits. Returns null for hidden and invalid
 * counts.
 */
function toCount(digits: string | number | null | undefined): number | null {
  const count = digits === '' ? Number.NaN : Number(digits ?? Number.NaN)
  return Number.isSafeInteger(count) && count >= 0 ? count : null
}

/**
 * Returns the statistics of a video. YouTube reports no number of shares. `raw` contains the
 * number of views.
 */
export function toPostStats(video: VideoReply): PostStats {
  const { id, statistics } = video
  return makePostStats({
    id,
    likes: toCount(statistics?.likeCount),
    comments: toCount(statistics?.commentCount),
    raw: video,
  })
}
