import {
  makePostResult,
  type Media,
  openUpload,
  type Post,
  type PostResult,
  type PublishCall,
  readOptions,
} from '@social/core/platform'

import { toFirstState } from '../map.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { keepPrepared, type Kept, readSaved, secondsLeft, sendPieces } from '../upload/index.js'
import { begin } from './begin.js'
import { checkDraft } from './check.js'
import { reconcile } from './reconcile.js'

/** The upload that an earlier try began, while its address takes anything; once its last piece was sent, that one alone. */
function uploadBegun(size: number, call: PublishCall): Kept | null {
  const upload = readSaved(call.receipt)
  if (upload === null || upload.size !== size) return null
  return call.receipt?.step === 'FINISH' || secondsLeft(upload, call) > 0 ? upload : null
}

async function announce(
  draft: Post<ReadOptions>,
  file: { readonly video: Media; readonly size: number },
  settings: Settings,
  call: PublishCall,
): Promise<Kept> {
  const upload = await begin(draft, file, settings, call)
  await keepPrepared(upload, call)
  return upload
}

function toResult({ publishId, sendTo }: Kept, call: PublishCall): PostResult {
  const state = toFirstState(sendTo, null)
  return makePostResult({ id: publishId, state, idempotencyKey: call.idempotencyKey })
}

/** Publishing: everything that can be refused is refused first; then one announcement, and the video in pieces. */
export function publishing(settings: Settings) {
  async function publish(post: Post<ReadOptions>, call: PublishCall): Promise<PostResult> {
    const options = readOptions(postOptions, post.options, { platform: 'tiktok' })
    const draft = { ...post, options }
    const { video, size } = await checkDraft(draft)
    // Opened before the announcement: a file that cannot be read must not cost one.
    await using file = await openUpload(video, { signal: call.signal })
    const begun = uploadBegun(size, call)
    // One of an earlier try may be over before anybody says so: then there is nothing to go on with.
    if (begun !== null && (await sendPieces(file, begun, call)) === null) return toResult(begun, call)
    const upload = await announce(draft, { video, size }, settings, call)
    const refusal = await sendPieces(file, upload, call)
    if (refusal !== null) throw refusal
    return toResult(upload, call)
  }
  return { postOptions, publish, reconcile }
}
