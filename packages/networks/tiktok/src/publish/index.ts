import {
  makePostResult,
  NotFoundError,
  openUpload,
  type Post,
  type PostResult,
  type PublishCall,
  readOptions,
} from '@social/core/platform'

import { toFirstState } from '../map.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { arrivalOf, readStatus } from '../state.js'
import { type Kept, readKept, sendPieces } from '../upload/index.js'
import { begin } from './begin.js'
import { checkDraft } from './check.js'

/** What an earlier try had come to: an upload to go on with, or one that is over. */
interface Earlier {
  readonly upload: Kept
  /** TikTok's word for it when all of it has arrived; null while pieces are missing. */
  readonly status: string | null
}

/**
 * Looks at what an earlier try wrote down. An address that has run out takes nothing more, but everything may have
 * arrived before: that is asked, so that nothing is posted twice.
 */
async function lookBack(size: number, call: PublishCall): Promise<Earlier | null> {
  const upload = readKept(call.receipt)
  if (upload?.size !== size) return null
  if (upload.endsAt > call.clock.now()) return { upload, status: null }
  try {
    const { data } = await readStatus(upload.publishId, call)
    return arrivalOf(data, size) === 'ALL' ? { upload, status: data.status } : null
  } catch (error) {
    if (NotFoundError.is(error)) return null
    throw error
  }
}

function toResult({ publishId, sendTo }: Kept, status: string | null, call: PublishCall): PostResult {
  const state = toFirstState(sendTo, status)
  return makePostResult({ id: publishId, state, idempotencyKey: call.idempotencyKey })
}

/** Publishing: everything that can be refused is refused first; then one announcement, and the video in pieces. */
export function publishing(settings: Settings) {
  async function publish(post: Post<ReadOptions>, call: PublishCall): Promise<PostResult> {
    const options = readOptions(postOptions, post.options, { platform: 'tiktok' })
    const draft = { ...post, options }
    const { video, size } = await checkDraft(draft)
    const earlier = await lookBack(size, call)
    if (earlier !== null && earlier.status !== null) return toResult(earlier.upload, earlier.status, call)
    // Opened before the announcement: a file that cannot be read must not cost one.
    await using file = await openUpload(video, { signal: call.signal })
    const upload = earlier?.upload ?? (await begin(draft, { video, size }, settings, call))
    await sendPieces(file, upload, call)
    return toResult(upload, null, call)
  }
  return { postOptions, publish }
}
