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
import type { Settings } from '../options.js'
import { mediaReply, uploadReply } from '../schemas.js'

/** Name of the file's own field in the form; it stands last, because the storage reads no field behind it. */
const FILE_FIELD = 'file'

/** The storage is another company's: its refusals are XML, and none of them is about the account. */
function toStorageError(error: unknown): unknown {
  if (!AuthError.is(error) && !NotAllowedError.is(error) && !NotFoundError.is(error)) return error
  const said = networkText(error.raw['body'])
  return new PlatformError(
    `${quoteNetwork('The storage of pinterest refused the video', said)} Post again with the same idempotency key: it is uploaded anew.`,
    { platform: 'pinterest', raw: error.raw, cause: error },
  )
}

/** S3 answers a form with 204, or 201 and XML, or 200 and nothing. A page with 200 is of somebody in between.
 *  https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html (read 2026-11-22) */
function isOfStorage(status: number, raw: RawData): boolean {
  return status !== 200 || (raw['body'] ?? '') === ''
}

function notTheStorage(raw: RawData): NetworkError {
  return new NetworkError(
    'The video was answered by something in front of the storage of pinterest. Post again with the same idempotency key: it is uploaded anew.',
    { platform: 'pinterest', delivery: 'NOT_SENT', raw },
  )
}

/**
 * Registers a video and sends it, as one form of one request, read from its file while it is being sent. Nobody sees it
 * until a pin names it, so both may be repeated.
 * https://developers.pinterest.com/docs/work-with-organic-content-and-users/create-boards-and-pins/ (read 2026-11-22)
 *
 * @returns The id under which a pin can show it.
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

/** How a video stands: a pin can show it, Pinterest no longer knows it, or it has still not seen a byte of it. */
export type VideoState = 'READY' | 'GONE' | 'NOT_SEEN'

/** The error for a video that takes longer than the settings allow. */
export function stillWorking(mediaId: string, { mediaChecks }: Settings): NetworkError {
  return new NetworkError(
    `pinterest is still processing the video (media ${mediaId}) after ${mediaChecks} checks. Post again with the same idempotency key in a while: what is uploaded stays. pinterest({ mediaChecks, mediaWaitSeconds }) makes it wait longer.`,
    { platform: 'pinterest', delivery: 'NOT_SENT', timedOut: true },
  )
}

/**
 * Waits until Pinterest can show the video.
 *
 * @throws InvalidPostError when Pinterest can make nothing of it.
 * @throws NetworkError that timed out when it takes longer than the settings allow; what is uploaded stays.
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
      throw new InvalidPostError(
        'pinterest can make nothing of the video, and has pinned nothing. Export it as MP4 with H.264, 4 seconds to 15 minutes long, and post it again.',
        { platform: 'pinterest', raw },
      )
    // A word that is not in the description yet must not make a video wait for ever.
    if (state !== 'registered' && state !== 'processing') return 'READY'
  }
  if (state === 'registered') return 'NOT_SEEN'
  throw stillWorking(mediaId, settings)
}
