import { type Call, NotFoundError } from '@social/core/platform'
import { idPath } from '@social/meta-kit'

import { statusReply, type VideoStatus } from '../schemas.js'

/**
 * Seconds before each further read of a video that Facebook does not show yet. A new video returned 100/33.
 * https://github.com/DayMoonDevelopment/post-for-me/pull/355 (2026-09-08)
 */
const NEW_VIDEO_PAUSES = [1, 2, 4, 8] as const

/**
 * Stage of an uploaded video, as far as Facebook states it.
 *
 * - `PUBLISHED`: the last request for it arrived.
 * - `FAILED`: it will not be published.
 * - `LOST`: the upload is over, and publishing was not started.
 * - `PROCESSING`: processing comes before publishing, so nothing is stated about the last request.
 * - `NOT_REQUESTED`: neither processing nor publishing is in progress, and publishing was not started.
 * - `UNKNOWN`: none of these.
 */
export type VideoStage = 'PUBLISHED' | 'FAILED' | 'LOST' | 'PROCESSING' | 'NOT_REQUESTED' | 'UNKNOWN'

/**
 * Values of `video_status` for an upload that ended without a video.
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read
 * 2026-11-22)
 */
const LOST_TEXT: ReadonlySet<string> = new Set(['expired', 'upload_failed'])
const COMPLETE: ReadonlySet<string> = new Set(['complete', 'completed'])
/** Values of `video_status` once Facebook has every byte. */
const UPLOADED_WORDS: ReadonlySet<string> = new Set(['upload_complete', 'processing', 'ready'])

/** Returns true for an upload that ended without a video, so that the upload must start again. */
export const isOver = ({ video_status: word }: VideoStatus): boolean => LOST_TEXT.has(word ?? '')

/**
 * Returns true once Facebook has every byte. Facebook's documentation also shows `processing` for
 * a video that is still uploading.
 */
export function isUploaded({ video_status: word, uploading_phase: phase }: VideoStatus): boolean {
  return phase?.status == null ? UPLOADED_WORDS.has(word ?? '') : COMPLETE.has(phase.status)
}

/** Returns the number of bytes that Facebook has. */
export const bytesAt = ({ uploading_phase: phase }: VideoStatus): number =>
  phase?.bytes_transfered ?? phase?.bytes_transferred ?? 0

function isPublished({ publishing_phase: publishing }: VideoStatus): boolean {
  const { status, publish_status: word } = publishing ?? {}
  if (word === 'error' || status === 'error') return false
  return Boolean(word) || status === 'in_progress' || COMPLETE.has(status ?? '')
}

function isProcessing({ video_status: word, processing_phase: phase }: VideoStatus): boolean {
  return phase?.status == null ? word === 'processing' : phase.status === 'in_progress'
}

/**
 * Returns the stage of a video. Until processing ends, `publishing` is `not_started`, even after
 * the last request for the video.
 */
export function stageOf(status: VideoStatus): VideoStage {
  if (isPublished(status)) return 'PUBLISHED'
  if (status.video_status === 'error') return 'FAILED'
  if (status.publishing_phase?.status !== 'not_started') return 'UNKNOWN'
  if (isOver(status)) return 'LOST'
  return isProcessing(status) ? 'PROCESSING' : 'NOT_REQUESTED'
}

/**
 * Reads the status of a video or its upload. Null when the status is missing.
 * @throws NotFoundError for an unknown video.
 */
export async function readVideoStatus(videoId: string, { http }: Call): Promise<VideoStatus | null> {
  const { status } = await http.get(idPath(videoId), statusReply, { query: { fields: 'status' } })
  return status ?? null
}

/**
 * Repeats a read of a video while Facebook does not show the video yet.
 * @throws NotFoundError after fifteen seconds.
 */
export async function readNewVideo<T>(
  read: () => Promise<T>,
  { clock, signal }: Pick<Call, 'clock' | 'signal'>,
): Promise<T> {
  for (const pause of NEW_VIDEO_PAUSES) {
    try {
      return await read()
    } catch (error) {
      if (!NotFoundError.is(error)) throw error
    }
    await clock.sleep(pause, { signal })
  }
  return read()
}
