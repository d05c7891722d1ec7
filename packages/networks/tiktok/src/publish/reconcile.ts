import {
  type Call,
  type CanReconcile,
  makePostResult,
  NotFoundError,
  type Reconciled,
} from '@social/core/platform'

import { toFirstState } from '../map.js'
import { type Kept, readSaved, secondsLeft, readUploadStatus } from '../upload/index.js'

/** Seconds after which another look may tell more, told as `retryAfter`. Our choice. */
const QUERY_AGAIN_SECONDS = 60
/** Seconds after the end of its upload address in which a video may still be processed: a day. Our choice. */
const QUERY_UNTIL_SECONDS = 86_400

/** What became of an upload whose last piece was sent, and whose answer was lost. */
async function lookUp(kept: Kept, call: Call): Promise<Reconciled> {
  const isGood = secondsLeft(kept, call) > 0
  const { arrival, status, raw } = await readUploadStatus(kept, call, { looks: isGood ? 2 : 3 })
  if (arrival === 'ALL') {
    const state = toFirstState(kept.sendTo, status)
    return { state: 'FOUND', result: makePostResult({ id: kept.publishId, state, raw }) }
  }
  if (arrival === 'PART') return { state: 'NOT_PUBLISHED' }
  // While the address is good a piece that is still on its way may arrive; and sending it again does no harm.
  if (isGood) return { state: 'UNKNOWN', retryAfter: 0 }
  return unknown(kept, call)
}

/** Another query may find the video until a day after the end of the address. */
function unknown(kept: Kept, call: Call): Reconciled {
  const mayComeOn = secondsLeft(kept, call) > -QUERY_UNTIL_SECONDS
  return { state: 'UNKNOWN', retryAfter: mayComeOn ? QUERY_AGAIN_SECONDS : null }
}

/** Asks TikTok about a video whose last answer was lost. A publish id that it does not know proves nothing. */
export const reconcile: CanReconcile['reconcile'] = async (receipt, call) => {
  const kept = readSaved(receipt)
  if (kept === null) return { state: 'UNKNOWN' }
  try {
    return await lookUp(kept, call)
  } catch (error) {
    if (NotFoundError.is(error)) return unknown(kept, call)
    throw error
  }
}
