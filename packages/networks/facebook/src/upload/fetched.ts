import { InvalidPostError, NotFoundError, PlatformError, type PublishCall } from '@social/core/platform'

import { TEXTS } from '../messages.js'
import { keep, type SavedUpload } from '../publish/receipt.js'
import { successReply, type VideoStatus } from '../schemas.js'
import { isOver, isUploaded, readVideoStatus } from './status.js'

/** First and maximum pause between two queries, in seconds. Our choice. */
const FIRST_PAUSE_SECONDS = 1
const MAX_PAUSE_SECONDS = 15
/**
 * Maximum seconds to wait until Facebook has fetched the file. A production client waits equally
 * long: https://github.com/trypostit/trypost/pull/361 (2026-09-18)
 */
const MAX_FETCH_SECONDS = 300

/** Reads the status of the upload. Returns null while Facebook does not show a new video. */
async function readStatus(videoId: string, call: PublishCall): Promise<VideoStatus | null> {
  try {
    return await readVideoStatus(videoId, call)
  } catch (error) {
    if (NotFoundError.is(error)) return null
    throw error
  }
}

const isFailed = (status: VideoStatus): boolean =>
  isOver(status) || status.video_status === 'error' || status.uploading_phase?.status === 'error'

/** Returns true once Facebook has started to fetch the file. */
const isBegun = (status: VideoStatus | null): boolean =>
  status !== null && (status.uploading_phase?.status === 'in_progress' || isUploaded(status))

async function refuse(raw: VideoStatus, call: PublishCall): Promise<never> {
  // The failed upload is removed from the receipt, so that a later attempt with the same key starts
  // a new upload.
  await keep({ photos: [], photosAt: null, upload: null }, call)
  const message =
    'facebook could not fetch the video from its URL. Nothing was published. The URL must be public, without a login, and robots.txt must allow facebookexternalhit.'
  throw new InvalidPostError(message, {
    platform: 'facebook',
    raw: { status: raw },
    issues: [{ field: 'media', code: 'MEDIA_NOT_FETCHED', message }],
  })
}

/**
 * Requests that Facebook fetches a video from its URL. Facebook responds before the fetch, so the
 * call waits until Facebook has the file. A repeated request fetches the file again into the same
 * upload.
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read
 * 2026-11-22)
 *
 * @throws InvalidPostError when the file cannot be fetched.
 * @throws PlatformError on a timeout of five minutes. A later attempt with the same key continues
 * to wait.
 */
export async function fetchWhole(
  url: string,
  { upload, isResumed }: { readonly upload: SavedUpload; readonly isResumed: boolean },
  call: PublishCall,
): Promise<void> {
  let status = isResumed ? await readStatus(upload.videoId, call) : null
  if (!isBegun(status)) {
    const headers = { file_url: url }
    await call.http.post(upload.session, successReply, { headers, retry: 'always' })
    status = await readStatus(upload.videoId, call)
  }
  let waited = 0
  for (let pause = FIRST_PAUSE_SECONDS; ; pause = Math.min(pause * 2, MAX_PAUSE_SECONDS)) {
    if (status !== null && isFailed(status)) return refuse(status, call)
    if (status !== null && isUploaded(status)) return
    if (waited >= MAX_FETCH_SECONDS)
      throw new PlatformError(
        `facebook did not fetch the video within ${MAX_FETCH_SECONDS} seconds. Post again later with the same idempotency key: it continues to wait.`,
        {
          platform: 'facebook',
          isOutage: true,
          reason: 'FETCH_TIMEOUT',
          userText: TEXTS.FETCH_TIMEOUT,
        },
      )
    await call.clock.sleep(pause, { signal: call.signal })
    waited += pause
    status = await readStatus(upload.videoId, call)
  }
}
