import { InvalidPostError, type Media, NetworkError, type PublishCall } from '@social/core/platform'

import type { Settings } from '../options.js'
import { stillWorking, uploadVideo, waitForVideo } from '../upload/index.js'
import { readUploaded, uploadedData } from './receipt.js'

/** Seconds after which a video that Pinterest has still not seen never got there, whatever the storage answered. Our choice. */
const LOST_AFTER_SECONDS = 600

/** The next try uploads the video anew. */
function forget(call: PublishCall): Promise<void> {
  return call.checkpoint({ step: 'PREPARE', data: uploadedData(null) })
}

/**
 * Uploads a video unless an earlier try has, and waits until a pin can show it; each is written down.
 *
 * @returns The id under which a pin can show it.
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
    if (state === 'NOT_SEEN' && seconds < LOST_AFTER_SECONDS) throw stillWorking(mediaId, settings)
  } catch (error) {
    // The same video may be processed well at the next try.
    if (InvalidPostError.is(error)) await forget(call)
    throw error
  }
  await forget(call)
  if (kept !== null) return prepareVideo(video, settings, call)
  throw new NetworkError(
    'pinterest has not got the video that was sent. Post again with the same idempotency key: it is uploaded anew.',
    { platform: 'pinterest', delivery: 'NOT_SENT' },
  )
}
