import {
  type Call,
  type CanDeletePosts,
  type CanReconcile,
  NotAllowedError,
  type Post,
  type PostResult,
  type PublishCall,
  readOptions,
} from '@social/core/platform'

import { toLimits } from '../limits.js'
import { parseUri, POSTS, toPostResult } from '../map/index.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { needPostUri } from '../read.js'
import { deletedReply, recordReply } from '../schemas.js'
import { checkDraft } from './check.js'
import { keyOf } from './receipt.js'
import { isAbsent } from './references.js'
import { sendPost } from './send.js'

export { checkDraft } from './check.js'
export { readLinks } from './facets.js'
export { sendPost } from './send.js'
export { makeTid } from './tid.js'

async function deletePost(postId: string, call: Call): Promise<void> {
  const uri = await needPostUri(postId, call)
  const address = parseUri(uri)
  const repo = call.connection.accountId
  // Only the key is sent: with somebody else's address it would hit an own record of that key, or nothing, silently.
  if (!address || address.authority !== repo || address.collection !== POSTS)
    throw new NotAllowedError(
      `${uri} is no post of this account, so it cannot delete it. Pass the id of an own post.`,
      {
        platform: 'bluesky',
      },
    )
  const json = { repo, collection: POSTS, rkey: address.key }
  await call.http.post('/xrpc/com.atproto.repo.deleteRecord', deletedReply, { json, retry: 'always' })
}

/** Looks for a post whose answer was lost: its key was chosen before it was sent, and its own server knows. */
const reconcile: CanReconcile['reconcile'] = async (receipt, { http, connection }) => {
  const rkey = keyOf(receipt)
  if (rkey === null) return { state: 'UNKNOWN' }
  const query = { repo: connection.accountId, collection: POSTS, rkey }
  try {
    const { data, raw } = await http.request('GET', '/xrpc/com.atproto.repo.getRecord', recordReply, {
      query,
    })
    const written = { uri: data.uri, cid: data.cid ?? null }
    const result = toPostResult(written, { did: connection.accountId, idempotencyKey: null, raw })
    return { state: 'FOUND', result }
  } catch (error) {
    if (!isAbsent(error)) throw error
    return { state: 'NOT_PUBLISHED' }
  }
}

/** Publishing: what can be refused is refused first; then look-ups, uploads, and the one visible request. */
export function publishing(settings: Settings) {
  const limits = toLimits(settings)
  async function publish(post: Post<ReadOptions>, call: PublishCall): Promise<PostResult> {
    const options = readOptions(postOptions, post.options, { platform: 'bluesky' })
    const draft = { ...post, options }
    await checkDraft(draft, limits)
    return sendPost(draft, settings, call)
  }
  const deleting: CanDeletePosts = { deletePost }
  return { postOptions, publish, reconcile, ...deleting }
}
