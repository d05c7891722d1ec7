import {
  type Call,
  NotAllowedError,
  NotFoundError,
  NotSupportedError,
  PostGoneError,
  SocialBaseError,
} from '@social/core/platform'

import { hostOf, serverAccountId } from '../map/index.js'
import { statusPath } from '../read.js'
import { sentReply } from '../schemas.js'

/**
 * Whether a post is still there after its deletion was refused as "not found": whose it is; null when it is gone.
 *
 * @param refusal - Error of the deletion, thrown when the post cannot be read; null after a lost attempt.
 */
async function ownerOf(postId: string, refusal: unknown, { http }: Call): Promise<string | null> {
  try {
    const { account } = await http.get(statusPath(postId), sentReply)
    return account?.id ?? null
  } catch (error) {
    if (NotFoundError.is(error)) return null
    throw refusal !== null && SocialBaseError.is(error) ? refusal : error
  }
}

/**
 * Deletes a post.
 *
 * @throws PostGoneError when it is not there. A 404 alone does not tell: Mastodon answers it for posts of others, and
 *   snac, which deletes nothing by its API, for every post. https://codeberg.org/grunfink/snac2, mastoapi.c (read 2026-11-22)
 */
export async function deletePost(postId: string, call: Call): Promise<void> {
  let refusal: unknown = null
  try {
    const { status } = await call.http.request('DELETE', statusPath(postId), null)
    // Not there, after an attempt whose response was lost: deleted by that attempt, unless the post still exists.
    if (status < 300) return
  } catch (error) {
    if (!PostGoneError.is(error)) throw error
    refusal = error
  }
  const owner = await ownerOf(postId, refusal, call)
  if (owner !== null) {
    if (owner !== serverAccountId(call.connection))
      throw new NotAllowedError('mastodon deletes posts of the account alone; this one is somebody else’s.', {
        platform: 'mastodon',
      })
    throw new NotSupportedError({
      platform: 'mastodon',
      what: `deleting a post at ${hostOf(call.connection)}: the post is still there`,
      suggestion: 'Delete it on the page of that server.',
    })
  }
  if (refusal !== null) throw refusal
}
