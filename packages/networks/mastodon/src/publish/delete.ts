import {
  type Call,
  NotAllowedError,
  NotFoundError,
  NotSupportedError,
  PostGoneError,
  SocialBaseError,
} from '@social/core/platform'

import { hostOf, serverAccountId } from '../map/index.js'
import { TEXTS } from '../messages.js'
import { statusPath } from '../read.js'
import { sentReply } from '../schemas.js'

/**
 * Returns the author of a post after the server answered its deletion with 404; null when the post
 * does not exist.
 *
 * @param refusal - Error of the deletion, thrown when the post cannot be read; null after an
 * attempt without a response.
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
 * @throws PostGoneError when the post does not exist. The status 404 alone is ambiguous, because
 * Mastodon also returns 404 for posts of other users. snac cannot delete through its API and
 * always returns 404. https://codeberg.org/grunfink/snac2, mastoapi.c (read 2026-11-22)
 */
export async function deletePost(postId: string, call: Call): Promise<void> {
  let refusal: unknown = null
  try {
    const { status } = await call.http.request('DELETE', statusPath(postId), null)
    // After a lost response, 404 means that an earlier attempt deleted the post, unless the post
    // still exists.
    if (status < 300) return
  } catch (error) {
    if (!PostGoneError.is(error)) throw error
    refusal = error
  }
  const owner = await ownerOf(postId, refusal, call)
  if (owner !== null) {
    if (owner !== serverAccountId(call.connection))
      throw new NotAllowedError(
        'mastodon only deletes posts of the connected account. This post belongs to another account.',
        {
          platform: 'mastodon',
        },
      )
    throw new NotSupportedError({
      platform: 'mastodon',
      what: `deleting a post at ${hostOf(call.connection)}: the post is still there`,
      suggestion: 'Delete it on the website of that server.',
      reason: 'DELETE_NOT_SUPPORTED',
      userText: TEXTS.DELETE_NOT_SUPPORTED,
    })
  }
  if (refusal !== null) throw refusal
}
