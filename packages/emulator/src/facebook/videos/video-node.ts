import type { NodeType } from '../../meta/fields.js'
import { graphDate, later, secondsOf } from '../../meta/state.js'
import { engagementFields } from '../post-node.js'
import type { Video } from '../records.js'
import type { FacebookState } from '../state.js'

/** Lifetime of an unfinished upload in seconds. Observed by users of the API, not documented. */
const UPLOAD_SECONDS = 86_400

/**
 * Returns true if the upload failed or expired. A client cannot continue or finish such an upload.
 */
export const isLostUpload = (state: FacebookState, video: Video): boolean =>
  video.isLost || (video.finishedAt === null && later(video.createdAt, UPLOAD_SECONDS) <= state.clock.now())

const isWhole = ({ uploadedBytes, size }: Video): boolean => uploadedBytes === size

/** Returns the `video_status` of a video. */
export function videoName(state: FacebookState, video: Video): string {
  const { word, problem, finishedAt } = video
  if (word !== null) return word
  if (problem !== null) return 'error'
  if (isLostUpload(state, video)) return isWhole(video) ? 'expired' : 'upload_failed'
  if (finishedAt === null) return isWhole(video) ? 'upload_complete' : 'uploading'
  return later(finishedAt, state.own.videoSeconds) <= state.clock.now() ? 'ready' : 'processing'
}

function uploadingPhase(video: Video): object {
  const { uploadedBytes, size, isLost, fetching } = video
  return {
    status: isWhole(video)
      ? 'complete'
      : isLost
        ? 'error'
        : uploadedBytes > 0 || fetching !== null
          ? 'in_progress'
          : 'not_started',
    // Facebook misspells the name of this field.
    bytes_transfered: uploadedBytes,
    ...(size !== null && { source_file_size: size }),
  }
}

const PROCESSING: Readonly<Record<string, string>> = {
  processing: 'in_progress',
  ready: 'complete',
  error: 'error',
}

/**
 * Facebook runs the phases one after another. `publishing_phase` stays `not_started` until the
 * video is processed, even if the client has finished the upload.
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing (copy of July
 * 2026)
 */
function publishingPhase(state: FacebookState, video: Video, word: string): object {
  const { publish, finishedAt } = video
  const publishTime = state.posts.get(video.postId ?? '')?.scheduledFor ?? finishedAt
  if (word !== 'ready' || publish === 'NOT_YET') return { status: 'not_started' }
  return {
    status: publish === 'PUBLISHED' ? 'complete' : 'not_started',
    publish_status: publish.toLowerCase(),
    ...(publishTime !== null && { publish_time: secondsOf(publishTime) }),
  }
}

function statusOf(state: FacebookState, video: Video): object {
  const word = videoName(state, video)
  const errors = video.problem === null ? {} : { errors: [{ code: 1_363_128, message: video.problem }] }
  return {
    video_status: word,
    uploading_phase: uploadingPhase(video),
    processing_phase: { status: PROCESSING[word] ?? 'not_started', ...errors },
    publishing_phase: publishingPhase(state, video, word),
  }
}

/** Returns the readable fields of a video. A video has no field `shares`. */
export function videoType(state: FacebookState): NodeType<Video> {
  return {
    name: 'Video',
    defaults: ['description', 'updated_time', 'id'],
    fields: {
      id: ({ id }) => id,
      status: (video) => statusOf(state, video),
      description: ({ description }) => (description === '' ? undefined : description),
      title: ({ title }) => title ?? undefined,
      created_time: ({ createdAt }) => graphDate(createdAt),
      updated_time: ({ createdAt }) => graphDate(createdAt),
      published: ({ publish }) => publish === 'PUBLISHED',
      post_id: ({ postId }) => postId?.split('_')[1],
      permalink_url: ({ id, pageId, kind }) =>
        kind === 'REEL' ? `/reel/${id}/` : `/${pageId}/videos/${id}/`,
      ...engagementFields<Video>(state),
    },
  }
}
