import type { CanReconcile, Clock, Receipt, Reconciled, ReconcileCall } from '@social/core/platform'

import { POSTS, toPostResult } from '../../map/index.js'
import { findLostMessage } from '../../messages/find-lost.js'
import { findLostGroup } from '../../messages/open-group.js'
import type { Settings } from '../../options.js'
import { findRecord } from '../write-record.js'
import { keyOf } from './receipt.js'

/**
 * Seconds after which a request that was lost cannot take effect any more: Node, which runs the servers, ends a request
 * that takes longer. https://nodejs.org/api/http.html#serverrequesttimeout (read 2026-11-22)
 */
const SETTLED_SECONDS = 300
/** Seconds after which another try may tell more (`retryAfter`), while a lost request may still be under way. Our choice. */
const RETRY_SECONDS = 30

/** True once a lost request can no longer take effect. A receipt of another clock is judged by the distance alone. */
export function hasSettled({ createdAt }: Receipt, clock: Clock): boolean {
  return Math.abs(clock.now().getTime() - createdAt.getTime()) >= SETTLED_SECONDS * 1000
}

/**
 * Looks for what was lost. A post: the key of its record was chosen before it was sent, and its own server knows. Not
 * there is proof as soon as the request can no longer be under way; until then the same key may be sent again without
 * harm. A message: among the newest of its conversation.
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

/** A message; or the group that it begins, which people see before. */
async function findLostText(
  receipt: Receipt,
  door: { readonly headers: Readonly<Record<string, string>>; readonly call: ReconcileCall },
): Promise<Reconciled> {
  return (await findLostGroup(receipt, door)) ?? findLostMessage(receipt, door)
}

async function findLostPost(receipt: Receipt, call: ReconcileCall): Promise<Reconciled> {
  const key = keyOf(receipt)
  if (key === null) return { state: 'UNKNOWN' }
  const found = await findRecord({ collection: POSTS, key }, call)
  if (found) {
    const { accountId: did } = call.connection
    return { state: 'FOUND', result: toPostResult(found, { did, idempotencyKey: null, raw: found.raw }) }
  }
  return hasSettled(receipt, call.clock)
    ? { state: 'NOT_PUBLISHED' }
    : { state: 'UNKNOWN', retryAfter: RETRY_SECONDS }
}
