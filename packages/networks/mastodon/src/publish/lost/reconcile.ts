import {
  AuthError,
  type CanReconcile,
  RateLimitError,
  type Receipt,
  type Reconciled,
  type ReconcileCall,
  SocialBaseError,
} from '@social/core/platform'

import { mayHave } from '../../limits/index.js'
import { toPostResult } from '../../map/index.js'
import type { Settings } from '../../options.js'
import { findEdit } from '../edit/edit.js'
import { readSent, type SentStatus } from '../receipt.js'
import { SECONDS_BEFORE_REPEAT, secondsSince } from '../send.js'
import { findIfAllowed, type FoundStatus } from './find-sent.js'
import { toFoundMessage } from './found-message.js'

/**
 * Seconds between the searches of one call. Their sum is below the time limit of a call. Our
 * choice.
 */
const PAUSES = [0.5, 1.5, 3]

/** Seconds after which the call starts no further pause. A call has at least ten seconds. */
const QUERY_PERIOD_SECONDS = 6

/**
 * Seconds after the last attempt in which the status can still appear. A busy server processes
 * requests late, and a list may come from a database replica. Mastodon itself responds within the
 * minute that its proxies allow.
 */
const APPEARS_WITHIN_SECONDS = 10 * 60

/** Value of `retryAfter` after an edit whose response was lost, in seconds. Our choice. */
const SECONDS_BEFORE_NEXT_EDIT = 5

/** Returns the seconds after which another call is useful; null when only a person can decide. */
function retryAfterOf(
  { repeatableUntil }: Receipt,
  sent: SentStatus,
  call: ReconcileCall,
  settings: Settings,
): number | null {
  const seconds = secondsSince(sent, call)
  if (seconds < SECONDS_BEFORE_REPEAT) return SECONDS_BEFORE_REPEAT - seconds
  const isRepeatable = repeatableUntil !== null && repeatableUntil > call.clock.now()
  const canRepeat = isRepeatable && mayHave('keepsIdempotencyKeys', call, settings)
  return canRepeat || seconds < APPEARS_WITHIN_SECONDS ? SECONDS_BEFORE_REPEAT : null
}

/** Searches several times while the server may still be processing the request. */
async function searchRepeatedly(sent: SentStatus, call: ReconcileCall): Promise<FoundStatus | null> {
  const start = call.clock.monotonic()
  for (const pause of [...PAUSES, null]) {
    const found = await findIfAllowed(sent, call)
    const isLate = call.clock.monotonic() - start > QUERY_PERIOD_SECONDS
    if (found || pause === null || isLate || secondsSince(sent, call) > SECONDS_BEFORE_REPEAT) return found
    await call.clock.sleep(pause, { signal: call.signal })
  }
  return null
}

async function searchEdit(receipt: Receipt, call: ReconcileCall): Promise<Reconciled> {
  const found = await findEdit(receipt, call)
  if (found) return { state: 'FOUND', result: toPostResult(found.data, found.raw, call.idempotencyKey) }
  const isRepeatable = receipt.repeatableUntil !== null && receipt.repeatableUntil > call.clock.now()
  return { state: 'UNKNOWN', retryAfter: isRepeatable ? SECONDS_BEFORE_NEXT_EDIT : null }
}

/**
 * Creates the method that searches for a status whose response was lost. The search compares files
 * or text with the account's newest statuses.
 */
export function reconciling(settings: Settings): CanReconcile {
  return {
    async reconcile(receipt, call) {
      if (call.operation === 'editPost') return searchEdit(receipt, call)
      const sent = readSent(receipt)
      if (sent === null) return { state: 'UNKNOWN' }
      try {
        const found = await searchRepeatedly(sent, call)
        if (found === null)
          return { state: 'UNKNOWN', retryAfter: retryAfterOf(receipt, sent, call, settings) }
        const isMessage = call.operation === 'sendMessage' || call.operation === 'startConversation'
        const result = isMessage
          ? await toFoundMessage(found, sent.conversationId, call)
          : toPostResult(found.data, found.raw, call.idempotencyKey)
        return { state: 'FOUND', result }
      } catch (error) {
        // A failed search proves nothing, so the result stays unknown. The caller handles an
        // invalid token.
        if (!SocialBaseError.is(error) || AuthError.is(error) || call.signal.aborted) throw error
        call.warn(`The search for a post whose response was lost failed: ${error.message}`)
        const requested = RateLimitError.is(error) ? (error.retryAfter ?? 0) : 0
        return {
          state: 'UNKNOWN',
          retryAfter: Math.max(
            requested,
            retryAfterOf(receipt, sent, call, settings) ?? SECONDS_BEFORE_REPEAT,
          ),
        }
      }
    },
  }
}
