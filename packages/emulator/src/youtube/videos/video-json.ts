import type { Video } from '../records.js'
import type { YoutubeState } from '../state.js'
import { etag } from '../wire/lists.js'

/** Processing state of a video. The control operations use the same names. */
export type Processing = 'PROCESSING' | 'PROCESSED' | 'FAILED' | 'REJECTED'

/** Returns the processing state of a video. A planned outcome overrides the `processed` setting. */
export function processingOf(state: YoutubeState, video: Video): Processing {
  if (video.outcome !== null) return video.outcome
  const { processed } = state.settings
  const isDone =
    'afterPolls' in processed
      ? video.polls >= processed.afterPolls
      : state.clock.now().getTime() >= video.uploadedAt.getTime() + processed.afterSeconds * 1000
  return isDone ? 'PROCESSED' : 'PROCESSING'
}

const UPLOAD_STATUS: Readonly<Record<Processing, string>> = {
  PROCESSING: 'uploaded',
  PROCESSED: 'processed',
  FAILED: 'failed',
  REJECTED: 'rejected',
}

function statusJson(state: YoutubeState, video: Video): object {
  const { metadata, reason } = video
  const processing = processingOf(state, video)
  // A video becomes public at its publication time. After that time the response omits `publishAt`.
  const isPublicationDue = metadata.publishAt !== null && metadata.publishAt <= state.clock.now()
  return {
    uploadStatus: UPLOAD_STATUS[processing],
    ...(processing === 'FAILED' && { failureReason: reason ?? 'codec' }),
    ...(processing === 'REJECTED' && { rejectionReason: reason ?? 'duplicate' }),
    privacyStatus: isPublicationDue ? 'public' : metadata.privacyStatus,
    ...(metadata.publishAt &&
      !isPublicationDue && { publishAt: metadata.publishAt.toISOString().replace('.000Z', 'Z') }),
    license: metadata.license,
    embeddable: metadata.embeddable,
    publicStatsViewable: metadata.publicStatsViewable,
    ...(metadata.madeForKids !== null && { selfDeclaredMadeForKids: metadata.madeForKids }),
    ...(metadata.containsSyntheticMedia !== null && {
      containsSyntheticMedia: metadata.containsSyntheticMedia,
    }),
  }
}

function processingJson(state: YoutubeState, video: Video): object {
  const processing = processingOf(state, video)
  const text = { PROCESSING: 'processing', PROCESSED: 'succeeded', FAILED: 'failed', REJECTED: 'terminated' }
  return {
    processingStatus: text[processing],
    ...(processing === 'PROCESSING' && {
      processingProgress: { partsTotal: '1000', partsProcessed: '420', timeLeftMs: '30000' },
    }),
    ...(processing === 'FAILED' && { processingFailureReason: 'transcodeFailed' }),
    fileDetailsAvailability: 'available',
    processingIssuesAvailability: 'available',
    tagSuggestionsAvailability: processing === 'PROCESSING' ? 'inProgress' : 'available',
    editorSuggestionsAvailability: processing === 'PROCESSING' ? 'inProgress' : 'available',
    thumbnailsAvailability: processing === 'PROCESSING' ? 'inProgress' : 'available',
  }
}

function snippetJson(state: YoutubeState, { metadata, channelId, uploadedAt }: Video): object {
  const { title, description, tags, categoryId, defaultLanguage } = metadata
  return {
    publishedAt: uploadedAt.toISOString().replace('.000Z', 'Z'),
    channelId,
    title,
    description,
    channelTitle: state.channels.get(channelId)?.title ?? '',
    ...(tags.length > 0 && { tags }),
    categoryId,
    liveBroadcastContent: 'none',
    ...(defaultLanguage !== null && { defaultLanguage }),
    localized: { title, description },
  }
}

/** Returns the number of published comments on a video, including replies. */
function commentCount(state: YoutubeState, videoId: string): number {
  return [...state.comments.values()].filter(
    (comment) => comment.videoId === videoId && comment.moderationStatus === 'published',
  ).length
}

/** Returns a video as JSON with the requested parts. */
export function videoJson(state: YoutubeState, video: Video, parts: readonly string[]): object {
  const { recordingDate, hasPaidProductPlacement } = video.metadata
  const written = {
    ...(parts.includes('snippet') && { snippet: snippetJson(state, video) }),
    ...(parts.includes('status') && { status: statusJson(state, video) }),
    ...(parts.includes('processingDetails') && { processingDetails: processingJson(state, video) }),
    ...(parts.includes('recordingDetails') && {
      recordingDetails: { ...(recordingDate !== null && { recordingDate }) },
    }),
    ...(parts.includes('paidProductPlacementDetails') && {
      paidProductPlacementDetails: { ...(hasPaidProductPlacement !== null && { hasPaidProductPlacement }) },
    }),
    ...(parts.includes('statistics') && {
      statistics: {
        viewCount: String(video.views),
        likeCount: String(video.likes),
        favoriteCount: '0',
        commentCount: String(commentCount(state, video.id)),
      },
    }),
  }
  return { kind: 'youtube#video', etag: etag(written), id: video.id, ...written }
}
