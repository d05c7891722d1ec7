import {
  type Call,
  type CanDeletePosts,
  type CanPostThreads,
  type CanReconcile,
  type QueryResult,
  queryRepeatedly,
  type Post,
  type PostResult,
  type PublishCall,
  type Receipt,
  type Reconciled,
  type ReconcileCall,
  readOptions,
} from '@social/core/platform'

import { DELETE_COST } from '../limits/index.js'
import { toPostResult } from '../map/index.js'
import { findMessage, readSoughtMessage } from '../messages/find-message.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { postPath } from '../read/index.js'
import { assertScope } from '../sign-in.js'
import { checkDraft } from './check.js'
import { findPost, readSought, SENT_SLACK } from './find-post.js'
import { checkScopes, sendPost } from './send.js'

export { checkDraft } from './check.js'
export { sendPost } from './send.js'

export async function deletePost(postId: string, { http, connection }: Call): Promise<void> {
  const path = postPath(postId)
  assertScope(connection, 'tweet.write')
  await http.request('DELETE', path, null, { cost: DELETE_COST })
}

/**
 * Times of the queries for a post whose response was lost. X does not document when a new post is
 * listed, so a query that finds no post proves nothing. Our choice.
 */
const PLAN = {
  pauses: [0, 2, 4, 8],
  retryAfterSeconds: 60,
  queryForSeconds: SENT_SLACK.secondsAfter,
} as const

/** Searches once for a post, a reply or a message whose response was lost. */
async function queryOnce(receipt: Receipt, call: ReconcileCall): Promise<QueryResult> {
  const message = readSoughtMessage(receipt)
  if (message !== null) {
    const claimed = await findMessage(message, receipt, call)
    return claimed.state === 'OWNED' ? { state: 'FOUND', result: claimed.item } : claimed
  }
  const sought = readSought(receipt)
  if (sought === null) return { state: 'UNCERTAIN' }
  const claimed = await findPost(sought, receipt, call)
  if (claimed.state !== 'OWNED') return claimed
  const { idempotencyKey, connection } = call
  const result = toPostResult(claimed.item.id, connection, { raw: claimed.item, idempotencyKey })
  return { state: 'FOUND', result }
}

/** Searches for a post or a message whose response was lost, with waits between the searches. */
async function reconcile(receipt: Receipt, call: ReconcileCall): Promise<Reconciled> {
  const since = readSoughtMessage(receipt)?.since ?? readSought(receipt)?.since
  if (since === undefined) return { state: 'UNKNOWN' }
  return queryRepeatedly(() => queryOnce(receipt, call), since, PLAN, call)
}

/**
 * Creates the methods for publishing. The order is: all checks, uploads, waiting for X, alt texts,
 * and last the request that publishes the post.
 */
export function publishing(settings: Settings): CanDeletePosts &
  CanPostThreads &
  CanReconcile & {
    readonly postOptions: typeof postOptions
    publish(post: Post<ReadOptions>, call: PublishCall): Promise<PostResult>
  } {
  return {
    postOptions,
    async publish(post, call) {
      const options = readOptions(postOptions, post.options, { platform: 'x' })
      const draft = { ...post, options }
      await checkDraft(draft, settings, call)
      return sendPost(draft, settings, call)
    },
    reconcile,
    deletePost,
    async checkThreadPart(post, _part, call) {
      const options = readOptions<typeof postOptions>(postOptions, post.options, { platform: 'x' })
      checkScopes(post, call)
      await checkDraft({ ...post, options }, settings, call)
    },
  }
}
