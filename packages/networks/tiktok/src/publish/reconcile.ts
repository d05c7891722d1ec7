import {
  type Call,
  type CanReconcile,
  makePostResult,
  NotFoundError,
  type Reconciled,
} from '@social/core/platform'

import { toFirstState } from '../map.js'
import { type Kept, readKept, standingOf } from '../upload/index.js'

/** What became of an upload whose last piece was sent, and whose answer was lost. */
async function lookUp(kept: Kept, call: Call): Promise<Reconciled> {
  const { arrival, status, raw } = await standingOf(kept, call)
  if (arrival === 'ALL') {
    const state = toFirstState(kept.sendTo, status)
    return { state: 'FOUND', result: makePostResult({ id: kept.publishId, state, raw }) }
  }
  const secondsLeft = (kept.endsAt.getTime() - call.networkNow().getTime()) / 1000
  // While the address is good, a piece that is still on its way may arrive; and sending it again does no harm.
  if (arrival === 'PART' && (secondsLeft <= 0 || status === 'FAILED')) return { state: 'NOT_PUBLISHED' }
  return { state: 'UNKNOWN', retryAfter: secondsLeft > 0 ? 0 : null }
}

/** Asks TikTok about a video whose last answer was lost. A publish id that it does not know proves nothing. */
export const reconcile: CanReconcile['reconcile'] = async (receipt, call) => {
  const kept = readKept(receipt)
  if (kept === null) return { state: 'UNKNOWN' }
  try {
    return await lookUp(kept, call)
  } catch (error) {
    if (NotFoundError.is(error)) return { state: 'UNKNOWN' }
    throw error
  }
}
