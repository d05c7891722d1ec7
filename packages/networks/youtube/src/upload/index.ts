import { type Call, openUpload, type PublishCall, type RawData, type Receipt } from '@social/core/platform'

import type { Settings } from '../options.js'
import { readSaved } from './receipt.js'
import { askSession, type VideoDraft } from './session.js'
import { UploadRun } from './upload-run.js'

/**
 * Uploads one video in chunks, or resumes an earlier attempt with the same key.
 * https://developers.google.com/youtube/data/guides/using_resumable_upload_protocol (read 2026-11-21)
 *
 * @returns The video resource of YouTube.
 */
export async function uploadVideo(
  draft: VideoDraft,
  settings: Settings,
  call: PublishCall,
): Promise<RawData> {
  await using file = await openUpload(draft.video, { signal: call.signal })
  return await new UploadRun(draft, file, settings, call).run()
}

/** Status of an upload after its last piece was sent. */
export type FoundUpload =
  | { readonly state: 'FOUND'; readonly raw: RawData; readonly isScheduled: boolean }
  | { readonly state: 'NOT_PUBLISHED' }
  | { readonly state: 'UNKNOWN'; readonly retryAfter: number | null }

/** Delay in seconds before the next query while YouTube has every byte but no result. Our choice. */
const AGAIN_AFTER_SECONDS = 60
/** Seconds since the last chunk after which a manual check is required. Our choice. */
const AGAIN_FOR_SECONDS = 3600

/**
 * Queries the upload session: the video exists once the session is complete, and cannot exist while bytes are
 * missing.
 */
export async function findUploaded(receipt: Receipt, settings: Settings, call: Call): Promise<FoundUpload> {
  const session = readSaved(receipt)
  if (!session) return { state: 'UNKNOWN', retryAfter: null }
  const status = await askSession(session, settings, call)
  if (status.state === 'DONE') return { state: 'FOUND', raw: status.raw, isScheduled: session.isScheduled }
  // An expired upload proves nothing, and further queries do not help.
  if (status.state === 'GONE') return { state: 'UNKNOWN', retryAfter: null }
  if (status.offset < session.totalBytes) return { state: 'NOT_PUBLISHED' }
  const age = (call.clock.now().getTime() - receipt.createdAt.getTime()) / 1000
  return { state: 'UNKNOWN', retryAfter: age < AGAIN_FOR_SECONDS ? AGAIN_AFTER_SECONDS : null }
}
