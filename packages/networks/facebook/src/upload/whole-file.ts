import {
  type Media,
  NetworkError,
  NotFoundError,
  openUpload,
  PlatformError,
  type PublishCall,
  RateLimitError,
} from '@social/core/platform'
import { idPath } from '@social/meta-kit'

import type { Settings } from '../options.js'
import { keep, type SavedUpload } from '../publish/receipt.js'
import { reelReply, successReply } from '../schemas.js'
import { fetchWhole } from './fetched.js'
import { bytesAt, isOver, readNewVideo, readVideoStatus } from './status.js'

/** Edges of videos that are sent to the upload host. */
type WholeEdge = 'video_reels' | 'video_stories'

/**
 * Maximum wait inside a call in seconds, equal to the client's maximum. The caller receives an
 * error for a longer wait.
 */
const MAX_WAIT_SECONDS = 30

const isInterruption = (error: unknown): boolean =>
  NetworkError.is(error) ||
  (RateLimitError.is(error) && error.passesSoon && (error.retryAfter ?? 0) <= MAX_WAIT_SECONDS) ||
  (PlatformError.is(error) && error.isOutage)

/** Starts an upload. A second start is safe, because a started video is invisible. */
async function begin(edge: WholeEdge, size: number, call: PublishCall): Promise<SavedUpload> {
  const path = idPath(call.connection.accountId, edge)
  const form = { upload_phase: 'start' }
  const reply = await call.http.post(path, reelReply, { form, retry: 'always' })
  const startedAt = call.clock.now().toISOString()
  const upload = { videoId: reply.video_id, session: reply.upload_url, start: 0, end: size, startedAt }
  await keep({ photos: [], photosAt: null, upload }, call)
  return upload
}

/** Reads the state of the upload at Facebook. Null when Facebook has lost the upload. */
async function state(kept: SavedUpload, call: PublishCall): Promise<SavedUpload | null> {
  try {
    const status = await readNewVideo(() => readVideoStatus(kept.videoId, call), call)
    if (status === null || isOver(status)) return null
    return { ...kept, start: Math.min(bytesAt(status), kept.end) }
  } catch (error) {
    if (NotFoundError.is(error)) return null
    throw error
  }
}

async function done(upload: SavedUpload, call: PublishCall): Promise<SavedUpload> {
  const whole = { ...upload, start: upload.end }
  await keep({ photos: [], photosAt: null, upload: whole }, call)
  return whole
}

/**
 * Uploads a video to the upload host in one stream. After an interruption, or in a later attempt
 * with the same key, the library queries the offset and sends the rest.
 *
 * @returns The completed upload.
 */
export async function uploadWhole(
  video: Media,
  { edge, kept }: { readonly edge: WholeEdge; readonly kept: SavedUpload | null },
  settings: Settings,
  call: PublishCall,
): Promise<SavedUpload> {
  if (kept !== null && kept.start === kept.end) return kept
  if (video.url !== null) {
    const upload = kept ?? (await begin(edge, 1, call))
    await fetchWhole(video.url, { upload, isResumed: kept !== null }, call)
    return done(upload, call)
  }
  await using file = await openUpload(video, { signal: call.signal })
  const { size } = file
  let upload = (kept && (await state(kept, call))) ?? (await begin(edge, size, call))
  let interruptions = 0
  let furthest = upload.start
  while (upload.start < size) {
    const { start } = upload
    try {
      const headers = { offset: String(start), file_size: String(size) }
      const onSent = (bytes: number): void => report(start + Math.min(bytes, size - start))
      await call.http.post(upload.session, successReply, {
        headers,
        body: file.piece(start, size - start),
        onSent,
      })
      break
    } catch (error) {
      if (call.signal.aborted || !isInterruption(error)) throw error
      const asked = RateLimitError.is(error) ? (error.retryAfter ?? 0) : 0
      await call.clock.sleep(Math.max(2 ** interruptions, asked), { signal: call.signal })
      const now = await state(upload, call)
      if (now === null) throw error
      interruptions = now.start > furthest ? 0 : interruptions + 1
      if (interruptions > settings.resendsAllowed) throw error
      furthest = Math.max(furthest, now.start)
      upload = now
    }
  }
  report(size)
  return await done(upload, call)

  function report(sentBytes: number): void {
    call.progress({ mediaIndex: 0, mediaCount: 1, sentBytes, totalBytes: size })
  }
}
