import type { CanReconcile, Clock, Receipt, Reconciled, ReconcileCall } from '@social/core/platform'

import { POSTS, toPostResult } from '../../map/index.js'
import { findLostMessage } from '../../messages/find-lost.js'
import { findLostGroup } from '../../messages/open-group.js'
import type { Settings } from '../../options.js'
import { findRecord } from '../write-record.js'
import { keyOf } from './receipt.js'

/**
 * Seconds after which a lost request can no longer take effect: Node, on which the servers run, ends longer requests.
 * https://nodejs.org/api/http.html#serverrequesttimeout (read 2026-11-22)
 */
const REQUEST_TIMEOUT_SECONDS = 300
/** Seconds until the next attempt (`retryAfter`) while a lost request may still be processed. Our choice. */
const RETRY_SECONDS = 30

/**
 * True if a lost request can no longer take effect. Uses the absolute time difference, because the clocks of two
 * processes can differ.
 */
export function hasTimedOut({ createdAt }: Receipt, clock: Clock): boolean {
  return Math.abs(clock.now().getTime() - createdAt.getTime()) >= REQUEST_TIMEOUT_SECONDS * 1000
}

/**
 * Searches for a post or message whose response was lost. A post is read by its record key, which was chosen before the
 * request. A missing record proves that the post was not published once the request can no longer be processed. Until then
 * a repeat with the same key is safe. A message is searched for among the newest of its conversation.
 */
export function reconciling({ chatService }: Settings): CanReconcile {
  const headers = { 'atproto-proxy': chatService }
  return {
    reconcile: (receipt, call) =>
      call.operation === 'sendMessage' || call.operation === 'startConversation'
        ? findLostText(receipt, { headers, call })
        : findLostPost(receipt, call),
  }
}

/** Finds a message, or the group opened for it, which is visible before the message. */
async function findLostText(
  receipt: Receipt,
  context: { readonly headers: Readonly<Record<string, string>>; readonly call: ReconcileCall },
): Promise<Reconciled> {
  return (await findLostGroup(receipt, context)) ?? findLostMessage(receipt, context)
}

async function findLostPost(receipt: Receipt, call: ReconcileCall): Promise<Reconciled> {
  const key = keyOf(receipt)
  if (key === null) return { state: 'UNKNOWN' }
  const found = await findRecord({ collection: POSTS, key }, call)
  if (found) {
    const { accountId: did } = call.connection
    return { state: 'FOUND', result: toPostResult(found, { did, idempotencyKey: null, raw: found.raw }) }
  }
  return hasTimedOut(receipt, call.clock)
    ? { state: 'NOT_PUBLISHED' }
    : { state: 'UNKNOWN', retryAfter: RETRY_SECONDS }
}
