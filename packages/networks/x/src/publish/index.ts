import {
  type Call,
  type CanDeletePosts,
  type CanPostThreads,
  type CanReconcile,
  type Message,
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
import { postPath } from '../read.js'
import { needScope } from '../sign-in.js'
import { checkDraft } from './check.js'
import { findPost, LATE_SECONDS, readSought } from './find-post.js'
import { checkScopes, sendPost } from './send.js'

export { checkDraft } from './check.js'
export { sendPost } from './send.js'

async function deletePost(postId: string, { http, connection }: Call): Promise<void> {
  const path = postPath(postId)
  needScope(connection, 'tweet.write')
  await http.request('DELETE', path, null, { cost: DELETE_COST })
}

/** Seconds before each look: a new post need not be in the lists at once. Our choice. */
const PAUSES = [0, 2, 4, 8]

/** What was looked for, once: a post, an answer or a message. */
async function look(
  receipt: Receipt,
  settings: Settings,
  call: ReconcileCall,
): Promise<PostResult | Message | null> {
  const message = readSoughtMessage(receipt)
  if (message !== null) return findMessage(message, receipt, settings, call)
  const sought = readSought(receipt)
  const found = sought && (await findPost(sought, receipt, settings, call))
  if (!found) return null
  return toPostResult(found.id, call.connection, { raw: found.raw, idempotencyKey: call.idempotencyKey })
}

/** What became of something whose reply was lost. Not seen is no proof: it is never sent again for that. */
async function reconcile(receipt: Receipt, settings: Settings, call: ReconcileCall): Promise<Reconciled> {
  const since = readSoughtMessage(receipt)?.since ?? readSought(receipt)?.since
  if (since === undefined) return { state: 'UNKNOWN' }
  const age = (): number => (call.networkNow().getTime() - since.getTime()) / 1000
  // What is old is in the lists, or never will be.
  for (const pause of age() < LATE_SECONDS ? PAUSES : [0]) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    const result = await look(receipt, settings, call)
    if (result !== null) return { state: 'FOUND', result }
  }
  return { state: 'UNKNOWN', retryAfter: age() < LATE_SECONDS ? LATE_SECONDS - Math.max(0, age()) : null }
}

/** Publishing: everything that can be refused is refused first; then uploads, waiting, words for the files, and the post. */
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
      await checkDraft(draft, settings)
      return sendPost(draft, settings, call)
    },
    reconcile: (receipt, call) => reconcile(receipt, settings, call),
    deletePost,
    async checkThreadPart(post, _part, call) {
      const options = readOptions<typeof postOptions>(postOptions, post.options, { platform: 'x' })
      checkScopes(post, call)
      await checkDraft({ ...post, options }, settings)
    },
  }
}
