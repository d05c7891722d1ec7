import type { CanReconcile, Clock, Receipt, Reconciled, ReconcileCall } from '@social/core/platform'

import { POSTS, toPostResult } from '../../map/index.js'
import { findLostMessage } from '../../messages/find-lost.js'
import { findLostGroup } from '../../messages/open-group.js'
import type { Settings } from '../../options.js'
import { findRecord } from '../write-record.js'
import { keyOf } from './receipt.js'

/**
 * Seconds after which a request without a response can no longer take effect. Bluesky's servers
 * run on Node, which ends longer requests.
 * https://nodejs.org/api/http.html#serverrequesttimeout (read 2026-11-22)
 */
const REQUEST_TIMEOUT_SECONDS = 300
/**
 * Value of `retryAfter` while the server may still be processing the request, in seconds. Our
 * choice.
 */
const RETRY_SECONDS = 30

/** Operations that send a message. */
const MESSAGING: ReadonlySet<string> = new Set(['sendMessage', 'startConversation'])

/**
 * Returns true if a request without a response can no longer take effect. The sign of the time
 * difference is ignored, because the clocks of two processes can differ.
 */
export function hasTimedOut({ createdAt }: Receipt, clock: Clock): boolean {
  return Math.abs(clock.now().getTime() - createdAt.getTime()) >= REQUEST_TIMEOUT_SECONDS * 1000
}

/**
 * Creates the method that searches for a post or message whose response was lost. A post is read
 * by its record key, which was chosen before the request. If the record is missing after
 * `REQUEST_TIMEOUT_SECONDS`, the post was not published. A message is searched for among the
 * newest messages of its conversation.
 */
export function reconciling({ chatService }: Settings): CanReconcile {
  const headers = { 'atproto-proxy': chatService }
  return {
    // An answer to a private message is a message, and its receipt has no record key.
    reconcile: (receipt, call) =>
      MESSAGING.has(call.operation) || (call.operation === 'replyToUpdate' && keyOf(receipt) === null)
        ? findLostText(receipt, { headers, call })
        : findLostPost(receipt, call),
  }
}

/**
 * Searches for a message. If the message needed a new group, searches for the group first, because
 * the group is created before the message.
 */
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
