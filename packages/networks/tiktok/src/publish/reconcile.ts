import {
  type Call,
  type CanReconcile,
  makePostResult,
  NotFoundError,
  type Reconciled,
} from '@social/core/platform'

import { toFirstState } from '../map.js'
import { type Kept, readSaved, secondsLeft, readUploadStatus } from '../upload/index.js'

/** Seconds until the next query, returned as `retryAfter`. Our choice. */
const QUERY_AGAIN_SECONDS = 60
/** Seconds after the expiry of the upload URL during which a video may still be processed: a day. Our choice. */
const QUERY_UNTIL_SECONDS = 86_400

/** Queries an upload whose last piece was sent without a response. */
async function queryUpload(kept: Kept, call: Call): Promise<Reconciled> {
  const isUrlValid = secondsLeft(kept, call) > 0
  const { arrival, status, raw } = await readUploadStatus(kept, call, { maxQueries: isUrlValid ? 2 : 3 })
  if (arrival === 'ALL') {
    const state = toFirstState(kept.sendTo, status)
    return { state: 'FOUND', result: makePostResult({ id: kept.publishId, state, raw }) }
  }
  if (arrival === 'PART') return { state: 'NOT_PUBLISHED' }
  // While the URL is valid, a delayed piece may still arrive. Sending it again has no effect.
  if (isUrlValid) return { state: 'UNKNOWN', retryAfter: 0 }
  return unknown(kept, call)
}

/** Another query can find the video until a day after the expiry of the URL. */
function unknown(kept: Kept, call: Call): Reconciled {
  const mayFinish = secondsLeft(kept, call) > -QUERY_UNTIL_SECONDS
  return { state: 'UNKNOWN', retryAfter: mayFinish ? QUERY_AGAIN_SECONDS : null }
}

/** Queries a video whose last response was lost. An unknown publish id proves nothing. */
export const reconcile: CanReconcile['reconcile'] = async (receipt, call) => {
  const kept = readSaved(receipt)
  if (kept === null) return { state: 'UNKNOWN' }
  try {
    return await queryUpload(kept, call)
  } catch (error) {
    if (NotFoundError.is(error)) return unknown(kept, call)
    throw error
  }
}
