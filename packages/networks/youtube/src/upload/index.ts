import { type Call, openUpload, type PublishCall, type RawData, type Receipt } from '@social/core/platform'

import type { Settings } from '../options.js'
import { readSaved } from './receipt.js'
import { askSession, type VideoDraft } from './session.js'
import { UploadRun } from './upload-run.js'

/**
 * Uploads one video in chunks, or resumes an earlier attempt with the same idempotency key.
 * https://developers.google.com/youtube/data/guides/using_resumable_upload_protocol (read
 * 2026-11-21)
 *
 * @returns YouTube's `video` resource.
 */
export async function uploadVideo(
  draft: VideoDraft,
  settings: Settings,
  call: PublishCall,
): Promise<RawData> {
  await using file = await openUpload(draft.video, { signal: call.signal })
  return await new UploadRun(draft, file, settings, call).run()
}

/** Result of a query for an upload whose last chunk was sent. */
export type FoundUpload =
  | { readonly state: 'FOUND'; readonly raw: RawData; readonly isScheduled: boolean }
  | { readonly state: 'NOT_PUBLISHED' }
  | { readonly state: 'UNKNOWN'; readonly retryAfter: number | null }

/** Seconds until the next query while YouTube has every byte but returns no video. Our choice. */
const AGAIN_AFTER_SECONDS = 60
/** Seconds after the last chunk until queries stop and a manual check is required. Our choice. */
const AGAIN_FOR_SECONDS = 3600

/**
 * Queries the upload session to find out whether the video exists. A complete session has created
 * the video. While bytes are missing, the video cannot exist.
 */
export async function findUploaded(receipt: Receipt, settings: Settings, call: Call): Promise<FoundUpload> {
  const session = readSaved(receipt)
  if (!session) return { state: 'UNKNOWN', retryAfter: null }
  const status = await askSession(session, settings, call)
  if (status.state === 'DONE') return { state: 'FOUND', raw: status.raw, isScheduled: session.isScheduled }
  // An expired upload does not prove whether the video exists, and further queries return nothing
  // else.
  if (status.state === 'GONE') return { state: 'UNKNOWN', retryAfter: null }
  if (status.offset < session.totalBytes) return { state: 'NOT_PUBLISHED' }
  const age = (call.clock.now().getTime() - receipt.createdAt.getTime()) / 1000
  return { state: 'UNKNOWN', retryAfter: age < AGAIN_FOR_SECONDS ? AGAIN_AFTER_SECONDS : null }
}
