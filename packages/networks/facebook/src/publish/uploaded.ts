import {
  InvalidPostError,
  NotFoundError,
  PlatformError,
  type PostResult,
  type PublishCall,
} from '@social/core/platform'
import { type WrittenMoment, writtenNow } from '@social/meta-kit'

import { UPLOAD_LIVES_MS } from '../limits.js'
import { isLostUpload, isUploaded, stageOf } from '../upload/index.js'
import { findUpload, type LostUpload, readKnownStatus, toUploadResult } from './find-upload.js'
import { type SavedUpload, readSaved, secondsOf } from './receipt.js'

/** Steps to publish a post that consists of one uploaded video: a video in chunks, a reel, or a video story. */
export interface UploadSteps {
  readonly publishAt: Date | null
  /** Uploads the video, or continues an earlier upload. */
  upload(kept: SavedUpload | null): Promise<SavedUpload>
  /** Sends the visible request, which publishes the uploaded video. */
  finish(upload: SavedUpload): Promise<PostResult>
  /**
   * Finds the post in a list of Facebook. Returns null when the post is not listed. Missing when Facebook has no
   * such list.
   */
  findListed?: (upload: SavedUpload, sent: WrittenMoment) => Promise<PostResult | null>
}

/**
 * Returns the time until which the last request of an upload can be sent again. This time is the end of the upload's
 * safe lifetime.
 */
export function repeatableUntil({ startedAt }: SavedUpload): Date {
  return new Date(Date.parse(startedAt) + UPLOAD_LIVES_MS)
}

function notKnownYet(message: string, cause?: unknown): PlatformError {
  return new PlatformError(`${message} Post again later with the same idempotency key.`, {
    platform: 'facebook',
    isOutage: true,
    ...(cause !== undefined && { cause }),
  })
}

/** Resumes a post whose last response was lost, while the last request can still be sent again. */
async function resume(lost: LostUpload, steps: UploadSteps, call: PublishCall): Promise<PostResult> {
  const listed = await steps.findListed?.(lost.upload, lost.sent)
  if (listed) return listed
  const { found, answer, isRepeatable } = await findUpload(lost, call)
  if (found !== null) return found
  if (answer.state === 'NOT_PUBLISHED') {
    await call.notPublished('Facebook reports that the upload expired, and that publishing was not started.')
    return steps.finish(await steps.upload(null))
  }
  // If Facebook refuses this repeated request, the outcome stays unknown, because the first request may have
  // published the video.
  if (isRepeatable) return steps.finish(lost.upload)
  throw notKnownYet('facebook does not report yet whether the video is published.')
}

/** Returns true for the refusals that Facebook sends for a lost upload or a published video. */
const isAboutUpload = (error: unknown): boolean =>
  InvalidPostError.is(error) || NotFoundError.is(error) || isLostUpload(error)

/**
 * Handles a refusal of the first request that publishes an upload. Reads the video once to find out whether it was
 * published.
 */
async function afterRefusal(
  upload: SavedUpload,
  error: unknown,
  steps: UploadSteps,
  call: PublishCall,
): Promise<PostResult> {
  const listed = await steps.findListed?.(upload, writtenNow(call))
  if (listed) return listed
  const status = await readKnownStatus(upload.videoId, call)
  const stage = status === null ? 'LOST' : stageOf(status)
  if (status !== null && stage === 'PUBLISHED') {
    const sent = { ...writtenNow(call), scheduledFor: steps.publishAt && secondsOf(steps.publishAt) }
    return toUploadResult({ upload, sent }, status, call)
  }
  if (stage === 'PROCESSING')
    throw notKnownYet(
      'facebook refused the last request for a video that it processes. An earlier request may have arrived.',
      error,
    )
  const isIncomplete = status !== null && !isUploaded(status)
  if (
    stage === 'FAILED' ||
    !(isLostUpload(error) || NotFoundError.is(error) || stage === 'LOST' || isIncomplete)
  )
    throw error
  // Nothing was published, so the upload starts again, at most once per call.
  return steps.finish(await steps.upload(null))
}

/** Publishes one uploaded video. The outcome is read from the video, because all attempts use the same video id. */
export async function publishUploaded(steps: UploadSteps, call: PublishCall): Promise<PostResult> {
  const { upload: kept, sent } = readSaved(call.receipt)
  if (call.receipt?.step === 'FINISH' && kept !== null && sent !== null)
    return resume({ upload: kept, sent }, steps, call)
  const isKept = kept !== null && repeatableUntil(kept) > call.clock.now()
  const upload = await steps.upload(isKept ? kept : null)
  try {
    return await steps.finish(upload)
  } catch (error) {
    if (!isAboutUpload(error)) throw error
    return afterRefusal(upload, error, steps, call)
  }
}
