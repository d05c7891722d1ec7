import type { NodeType } from '../../meta/fields.js'
import { graphDate, later } from '../../meta/state.js'
import { engagementFields } from '../post-node.js'
import type { Video } from '../records.js'
import type { FacebookState } from '../state.js'

/** The word for how a video is getting on. */
export function videoWord(state: FacebookState, video: Video): string {
  const { word, problem, finishedAt } = video
  if (word !== null) return word
  if (problem !== null) return 'error'
  if (finishedAt === null) return video.uploadedBytes === video.size ? 'upload_complete' : 'uploading'
  return later(finishedAt, state.own.videoSeconds) <= state.clock.now() ? 'ready' : 'processing'
}

function statusOf(state: FacebookState, video: Video): object {
  const word = videoWord(state, video)
  const { uploadedBytes, size, publish, problem } = video
  const errors = problem === null ? {} : { errors: [{ code: 1_363_128, message: problem }] }
  const isReady = word === 'ready'
  const processing = isReady
    ? 'complete'
    : word === 'error'
      ? 'error'
      : word === 'processing'
        ? 'in_progress'
        : 'not_started'
  return {
    video_status: word,
    uploading_phase: {
      status: uploadedBytes === size ? 'complete' : 'in_progress',
      // The first spelling is the network's own.
      bytes_transfered: uploadedBytes,
      ...(size !== null && { source_file_size: size }),
    },
    processing_phase: { status: processing, ...errors },
    publishing_phase:
      publish === 'NOT_YET'
        ? { status: 'not_started' }
        : { status: isReady ? 'complete' : 'in_progress', publish_status: publish.toLowerCase() },
  }
}

/** How a video is written. It has no shares, and of a video that is no post nobody knows reactions of another kind. */
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
