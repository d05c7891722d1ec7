import {
  type Call,
  type CanDeletePosts,
  type CanPostThreads,
  NotAllowedError,
  type Post,
  type PostResult,
  type PublishCall,
  readOptions,
} from '@social/core/platform'

import { toLimits } from '../limits.js'
import { parseUri, POSTS } from '../map/index.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { assertPostUri } from '../read.js'
import { deletedReply } from '../schemas.js'
import { checkDraft } from './check.js'
import { reconciling } from './lost/reconcile.js'
import { sendPost } from './send.js'

export { readLinks } from './text/facets.js'
export { sendPost } from './send.js'
export { makeTid } from './tid.js'
export { writeRecord } from './write-record.js'

export async function deletePost(postId: string, call: Call): Promise<void> {
  const uri = await assertPostUri(postId, call)
  const address = parseUri(uri)
  const repo = call.connection.accountId
  // The request contains only the record key. With the key of another account's post, the server
  // would delete the own record with the same key.
  if (!address || address.authority !== repo || address.collection !== POSTS)
    throw new NotAllowedError(
      `${uri} is not a post of this account, so the account cannot delete it. Pass the id of an own post.`,
      {
        platform: 'bluesky',
      },
    )
  const json = { repo, collection: POSTS, rkey: address.key }
  await call.http.post('/xrpc/com.atproto.repo.deleteRecord', deletedReply, { json, retry: 'always' })
}

/**
 * Creates the methods for publishing. The order is: all checks, reading of parent and quoted
 * posts, uploads, and last the request that publishes the post.
 */
export function publishing(settings: Settings) {
  const limits = toLimits(settings)
  async function publish(post: Post<ReadOptions>, call: PublishCall): Promise<PostResult> {
    const options = readOptions(postOptions, post.options, { platform: 'bluesky' })
    return sendPost({ ...post, options }, { settings, limits }, call)
  }
  const deleting: CanDeletePosts = { deletePost }
  const threads: CanPostThreads = {
    async checkThreadPart(post, { index }, call) {
      const options = readOptions<typeof postOptions>(postOptions, post.options, { platform: 'bluesky' })
      // The id of the previous part is not known yet. Any value other than null marks the part as a
      // reply.
      const replyTo = index === 0 ? post.replyTo : call.connection.accountId
      const part = { ...post, options, replyTo }
      await checkDraft(part, limits)
    },
  }
  return { postOptions, publish, ...reconciling(settings), ...deleting, ...threads }
}
