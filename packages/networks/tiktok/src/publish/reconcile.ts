import {
  type Call,
  type CanReconcile,
  makePostResult,
  NotFoundError,
  type Reconciled,
} from '@social/core/platform'

import { toFirstState } from '../map.js'
import { type SavedUpload, readSaved, secondsLeft, readUploadStatus } from '../upload/index.js'

/** Seconds until the next query for a lost video, returned as `retryAfter`. Our choice. */
const QUERY_AGAIN_SECONDS = 60
/**
 * Seconds after the expiry of the upload URL during which queries continue, because TikTok may
 * still process the video. Our choice.
 */
const QUERY_UNTIL_SECONDS = 86_400

/** Queries an upload whose last piece was sent, but whose response was lost. */
async function queryUpload(saved: SavedUpload, call: Call): Promise<Reconciled> {
  const isUrlValid = secondsLeft(saved, call) > 0
  const { arrival, status, raw } = await readUploadStatus(saved, call, { maxQueries: isUrlValid ? 2 : 3 })
  if (arrival === 'ALL') {
    const state = toFirstState(saved.sendTo, status)
    return { state: 'FOUND', result: makePostResult({ id: saved.publishId, state, raw }) }
  }
  if (arrival === 'PART') return { state: 'NOT_PUBLISHED' }
  // While the URL is valid, a delayed piece may still arrive. Sending the last piece again is safe.
  if (isUrlValid) return { state: 'UNKNOWN', retryAfter: 0 }
  return unknown(saved, call)
}

/**
 * Builds the result for an unknown outcome. Queries continue until a day after the expiry of the
 * upload URL.
 */
function unknown(saved: SavedUpload, call: Call): Reconciled {
  const mayFinish = secondsLeft(saved, call) > -QUERY_UNTIL_SECONDS
  return { state: 'UNKNOWN', retryAfter: mayFinish ? QUERY_AGAIN_SECONDS : null }
}

/**
 * Finds out whether a video with a lost response was published. An unknown publish id does not
 * prove that it was not.
 */
export const reconcile: CanReconcile['reconcile'] = async (receipt, call) => {
  const saved = readSaved(receipt)
  if (saved === null) return { state: 'UNKNOWN' }
  try {
    return await queryUpload(saved, call)
  } catch (error) {
    if (NotFoundError.is(error)) return unknown(saved, call)
    throw error
  }
}
