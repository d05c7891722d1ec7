import {
  makePostResult,
  type Media,
  openUpload,
  type Post,
  type PostResult,
  type PublishCall,
} from '@social/core/platform'

import { toFirstState } from '../map.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { savePrepared, type SavedUpload, readSaved, secondsLeft, sendPieces } from '../upload/index.js'
import { readDraft } from './check.js'
import { reconcile } from './reconcile.js'
import { startUpload } from './start-upload.js'

/**
 * Returns the upload of an earlier attempt if its URL is still valid. Once the last piece was
 * sent, the upload is returned even if its URL has expired.
 */
function resumableUpload(size: number, call: PublishCall): SavedUpload | null {
  const upload = readSaved(call.receipt)
  if (upload === null || upload.size !== size) return null
  return call.receipt?.step === 'FINISH' || secondsLeft(upload, call) > 0 ? upload : null
}

async function startAndSave(
  draft: Post<ReadOptions>,
  file: { readonly video: Media; readonly size: number },
  settings: Settings,
  call: PublishCall,
): Promise<SavedUpload> {
  const upload = await startUpload(draft, file, settings, call)
  await savePrepared(upload, call)
  return upload
}

function toResult({ publishId, sendTo }: SavedUpload, call: PublishCall): PostResult {
  const state = toFirstState(sendTo, null)
  return makePostResult({ id: publishId, state, idempotencyKey: call.idempotencyKey })
}

/**
 * Publishes a video: checks the post, starts the upload with one request, then sends the video in
 * pieces.
 */
export function publishing(settings: Settings) {
  async function publish(post: Post<ReadOptions>, call: PublishCall): Promise<PostResult> {
    const { draft, video, size } = await readDraft(post)
    // The file is opened before the upload is started, so that an unreadable file does not use up
    // the daily limit.
    await using file = await openUpload(video, { signal: call.signal })
    const earlier = resumableUpload(size, call)
    // If TikTok has ended the upload of an earlier attempt, a new upload is started.
    if (earlier !== null && (await sendPieces(file, earlier, call)) === null) return toResult(earlier, call)
    const upload = await startAndSave(draft, { video, size }, settings, call)
    const refusal = await sendPieces(file, upload, call)
    if (refusal !== null) throw refusal
    return toResult(upload, call)
  }
  return { postOptions, publish, reconcile }
}
