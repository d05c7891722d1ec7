import { InvalidPostError, type Media, NetworkError, type PublishCall } from '@social/core/platform'

import type { Settings } from '../options.js'
import { processingTimeout, uploadVideo, waitForVideo } from '../upload/index.js'
import { readUploaded, uploadedData } from './receipt.js'

/** Seconds after the upload until a video that Pinterest does not report counts as lost. Our choice. */
const LOST_AFTER_SECONDS = 600

/** Removes the upload from the receipt. The next attempt uploads the video again. */
function forget(call: PublishCall): Promise<void> {
  return call.checkpoint({ step: 'PREPARE', data: uploadedData(null) })
}

/**
 * Uploads a video unless an earlier attempt did, and waits until it is ready. Each step is saved in a checkpoint.
 *
 * @returns Id of the video for the pin.
 */
export async function prepareVideo(video: Media, settings: Settings, call: PublishCall): Promise<string> {
  const kept = readUploaded(call.receipt)
  const mediaId = kept?.mediaId ?? (await uploadVideo(video, settings, call))
  const uploadedAt = kept?.uploadedAt ?? call.clock.now()
  await call.checkpoint({ step: 'WAIT', data: uploadedData({ mediaId, uploadedAt }) })
  try {
    const state = await waitForVideo(mediaId, settings, call)
    if (state === 'READY') return mediaId
    const seconds = (call.clock.now().getTime() - uploadedAt.getTime()) / 1000
    if (state === 'NOT_SEEN' && seconds < LOST_AFTER_SECONDS) throw processingTimeout(mediaId, settings)
  } catch (error) {
    // The next attempt uploads the video again, because its processing can then succeed.
    if (InvalidPostError.is(error)) await forget(call)
    throw error
  }
  await forget(call)
  if (kept !== null) return prepareVideo(video, settings, call)
  throw new NetworkError(
    'pinterest has not received the uploaded video. Post again with the same idempotency key to upload the video again.',
    { platform: 'pinterest', delivery: 'NOT_SENT' },
  )
}
