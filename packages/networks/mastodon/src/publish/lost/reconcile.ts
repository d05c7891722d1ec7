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

/** Pauses between the looks of one call, in seconds: together less than any call has for looking. Our choice. */
const PAUSES = [0.5, 1.5, 3]

/** Seconds that looking may take before no further pause is begun: the call has ten at least. */
const QUERY_PERIOD_SECONDS = 6

/** Seconds after the last try until which a status may still turn up: a server that is behind with its work, a list that
 *  is read from a copy of the database. Mastodon itself answers within the minute its proxies give it. */
const TURNS_UP_SECONDS = 10 * 60

/** Seconds after which a lost edit may be sent again, told as `retryAfter`. Our choice. */
const SECONDS_BEFORE_NEXT_EDIT = 5

/** Seconds after which it is worth calling again; null once only a person can tell. */
function askAgainAfter(
  { repeatableUntil }: Receipt,
  sent: SentStatus,
  call: ReconcileCall,
  settings: Settings,
): number | null {
  const seconds = secondsSince(sent, call)
  if (seconds < SECONDS_BEFORE_REPEAT) return SECONDS_BEFORE_REPEAT - seconds
  const isRepeatable = repeatableUntil !== null && repeatableUntil > call.clock.now()
  const mayBeRepeated = isRepeatable && mayHave('keepsIdempotencyKeys', call, settings)
  return mayBeRepeated || seconds < TURNS_UP_SECONDS ? SECONDS_BEFORE_REPEAT : null
}

/** Looks several times, as long as a server may still be working on it. */
async function look(sent: SentStatus, call: ReconcileCall): Promise<FoundStatus | null> {
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

/** Looking a status up whose answer was lost: among the account's newest ones, by its files or its words. */
export function reconciling(settings: Settings): CanReconcile {
  return {
    async reconcile(receipt, call) {
      if (call.operation === 'editPost') return searchEdit(receipt, call)
      const sent = readSent(receipt)
      if (sent === null) return { state: 'UNKNOWN' }
      try {
        const found = await look(sent, call)
        if (found === null)
          return { state: 'UNKNOWN', retryAfter: askAgainAfter(receipt, sent, call, settings) }
        const isMessage = call.operation === 'sendMessage' || call.operation === 'startConversation'
        const result = isMessage
          ? await toFoundMessage(found, sent.conversationId, call)
          : toPostResult(found.data, found.raw, call.idempotencyKey)
        return { state: 'FOUND', result }
      } catch (error) {
        // A refused look-up proves nothing; a token that is dead is for the caller to know.
        if (!SocialBaseError.is(error) || AuthError.is(error) || call.signal.aborted) throw error
        call.warn(`Looking for a lost post failed: ${error.message}`)
        const asked = RateLimitError.is(error) ? (error.retryAfter ?? 0) : 0
        return {
          state: 'UNKNOWN',
          retryAfter: Math.max(asked, askAgainAfter(receipt, sent, call, settings) ?? SECONDS_BEFORE_REPEAT),
        }
      }
    },
  }
}
