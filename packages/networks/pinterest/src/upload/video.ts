import {
  AuthError,
  InvalidPostError,
  type Media,
  mediaPart,
  NetworkError,
  NotAllowedError,
  NotFoundError,
  networkText,
  PlatformError,
  type PublishCall,
  quoteNetwork,
  type RawData,
} from '@social/core/platform'
import * as v from 'valibot'

import { assertUploadAddress } from '../addresses.js'
import { READ_COST, WRITE_COST } from '../limits.js'
import { VIDEO_FAILED, VIDEO_LOST } from '../messages.js'
import type { Settings } from '../options.js'
import { mediaReply, uploadReply } from '../schemas.js'

/** Form field of the file. It is the last field, because the storage ignores all fields after it. */
const FILE_FIELD = 'file'

/** Converts a refusal of the storage. The storage belongs to another company: its refusals are XML and do not concern the account. */
function toStorageError(error: unknown): unknown {
  if (!AuthError.is(error) && !NotAllowedError.is(error) && !NotFoundError.is(error)) return error
  const message = networkText(error.raw['body'])
  return new PlatformError(
    `${quoteNetwork('The storage of pinterest refused the video', message)} Post again with the same idempotency key to upload the video again.`,
    {
      platform: 'pinterest',
      raw: error.raw,
      cause: error,
      reason: 'VIDEO_LOST',
      userText: VIDEO_LOST,
    },
  )
}

/** S3 responds to a form with 204, with 201 and XML, or with 200 and no body. A page with status 200 comes from a proxy.
 *  https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html (read 2026-11-22) */
function isOfStorage(status: number, raw: RawData): boolean {
  return status !== 200 || (raw['body'] ?? '') === ''
}

function notTheStorage(raw: RawData): NetworkError {
  return new NetworkError(
    'A proxy responded to the upload of the video instead of the storage of pinterest. Post again with the same idempotency key to upload the video again.',
    { platform: 'pinterest', delivery: 'NOT_SENT', raw, reason: 'VIDEO_LOST', userText: VIDEO_LOST },
  )
}

/**
 * Registers a video and sends it in one form, read from its file while it is sent. It is invisible until a pin uses it, so
 * both requests can be repeated safely.
 * https://developers.pinterest.com/docs/work-with-organic-content-and-users/create-boards-and-pins/ (read 2026-11-22)
 *
 * @returns Id of the video for the pin.
 */
export async function uploadVideo(video: Media, settings: Settings, call: PublishCall): Promise<string> {
  const form = await call.http.post('/media', uploadReply, {
    json: { media_type: 'video' },
    retry: 'always',
    cost: WRITE_COST,
  })
  const fields = Object.entries(form.upload_parameters).map(([name, value]) => ({ name, value }))
  const totalBytes = (await video.size()) ?? 0
  const report = (sent: number): void =>
    call.progress({ mediaIndex: 0, mediaCount: 1, sentBytes: Math.min(sent, totalBytes), totalBytes })
  try {
    const { status, raw } = await call.http.request(
      'POST',
      assertUploadAddress(form.upload_url, settings),
      null,
      {
        auth: 'none',
        multipart: [...fields, await mediaPart(video, FILE_FIELD, { signal: call.signal })],
        retry: 'always',
        stallSeconds: settings.stallSeconds,
        onSent: report,
      },
    )
    if (!isOfStorage(status, raw)) throw notTheStorage(raw)
  } catch (error) {
    throw toStorageError(error)
  }
  report(totalBytes)
  return form.media_id
}

/** State of a video: ready for a pin, unknown to Pinterest, or not received yet. */
export type VideoState = 'READY' | 'GONE' | 'NOT_SEEN'

/** Error for a video whose processing takes longer than the settings allow. */
export function processingTimeout(mediaId: string, { mediaChecks }: Settings): NetworkError {
  return new NetworkError(
    `pinterest is still processing the video (media ${mediaId}) after ${mediaChecks} checks. Post again later with the same idempotency key: uploaded files are reused. pinterest({ mediaChecks, mediaWaitSeconds }) sets a longer wait.`,
    { platform: 'pinterest', delivery: 'NOT_SENT', timedOut: true },
  )
}

const PROCESSING_FAILED =
  'pinterest could not process the video. No pin was created. Export the video as MP4 with H.264, 4 seconds to 15 minutes long, and post it again.'

/**
 * Waits until Pinterest has processed the video.
 *
 * @throws InvalidPostError when Pinterest cannot process the video.
 * @throws NetworkError with `timedOut` when processing takes longer than the settings allow. The uploaded video is kept.
 */
export async function waitForVideo(
  mediaId: string,
  settings: Settings,
  call: PublishCall,
): Promise<VideoState> {
  const path = `/media/${encodeURIComponent(mediaId)}`
  const { mediaChecks, mediaWaitSeconds, stallSeconds } = settings
  const options = { accept: [404], stallSeconds, cost: READ_COST }
  let state: string | null | undefined = null
  for (let check = 0; check < mediaChecks; check += 1) {
    await call.clock.sleep(mediaWaitSeconds, { signal: call.signal })
    const { status, raw } = await call.http.request('GET', path, null, options)
    if (status === 404) return 'GONE'
    state = v.parse(mediaReply, raw).status
    if (state === 'failed')
      throw new InvalidPostError(PROCESSING_FAILED, {
        platform: 'pinterest',
        raw,
        issues: [
          {
            field: 'media',
            code: 'MEDIA_FAILED',
            mediaIndex: 0,
            userText: VIDEO_FAILED,
            message: PROCESSING_FAILED,
          },
        ],
      })
    // An undocumented status counts as ready, so that a video does not wait until the timeout.
    if (state !== 'registered' && state !== 'processing') return 'READY'
  }
  if (state === 'registered') return 'NOT_SEEN'
  throw processingTimeout(mediaId, settings)
}
