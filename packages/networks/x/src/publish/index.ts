import {
  type Call,
  type CanDeletePosts,
  type CanReconcile,
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
import { findMessage, readSoughtMessage } from '../messages/look-up.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { postPath } from '../read.js'
import { needScope } from '../sign-in.js'
import { checkDraft } from './check.js'
import { findPost, LATE_SECONDS, readSought } from './look-up.js'
import { sendPost } from './send.js'

export { checkDraft } from './check.js'
export { sendPost } from './send.js'

async function deletePost(postId: string, { http, connection }: Call): Promise<void> {
  const path = postPath(postId)
  needScope(connection, 'tweet.write')
  await http.request('DELETE', path, null, { cost: DELETE_COST })
}

/** What became of a post, an answer or a message whose reply was lost. Not seen is no proof: it is never sent again for that. */
async function reconcile(receipt: Receipt, call: ReconcileCall): Promise<Reconciled> {
  const message = readSoughtMessage(receipt)
  const sought = readSought(receipt)
  const since = message?.since ?? sought?.since
  if (since === undefined) return { state: 'UNKNOWN' }
  const result = message === null ? await lookForPost(receipt, call) : await findMessage(message, call)
  if (result !== null) return { state: 'FOUND', result }
  const age = (call.networkNow().getTime() - since.getTime()) / 1000
  return { state: 'UNKNOWN', retryAfter: age < LATE_SECONDS ? LATE_SECONDS - Math.max(0, age) : null }
}

async function lookForPost(receipt: Receipt, call: ReconcileCall): Promise<PostResult | null> {
  const sought = readSought(receipt)
  const found = sought && (await findPost(sought, call))
  if (!found) return null
  return toPostResult(found.id, call.connection, { raw: found.raw, idempotencyKey: call.idempotencyKey })
}

/** Publishing: everything that can be refused is refused first; then uploads, waiting, words for the files, and the post. */
export function publishing(settings: Settings): CanDeletePosts &
  CanReconcile & {
    readonly postOptions: typeof postOptions
    publish(post: Post<ReadOptions>, call: PublishCall): Promise<PostResult>
  } {
  return {
    postOptions,
    async publish(post, call) {
      const options = readOptions(postOptions, post.options, { platform: 'x' })
      const draft = { ...post, options }
      await checkDraft(draft, settings)
      return sendPost(draft, settings, call)
    },
    reconcile,
    deletePost,
  }
}
