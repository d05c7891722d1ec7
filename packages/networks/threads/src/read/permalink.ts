import { assertWork, type Call } from '@social/core/platform'
import { idPath } from '@social/meta-kit'

import { permalinkReply } from '../schemas.js'

/**
 * Reads the URL of a published post, with one request. `PostResult.url` of a new post is null,
 * because Threads reports the URL only for a published post. Read it after `post`, and keep the post
 * if this request fails.
 * https://developers.facebook.com/documentation/threads/retrieve-and-discover-posts/retrieve-posts
 * (read 2026-11-24)
 *
 * @param postId - Id from `account.post`.
 * @param call - Call of an account.
 * @returns Null if Threads sends none.
 * @throws PostGoneError when the post does not exist.
 * @example
 * const { id } = await account.post({ text: 'Bread' })
 * const url = await account.run((call) => readPermalink(id, call))
 */
export async function readPermalink(postId: string, call: Call): Promise<string | null> {
  assertWork('readPermalink', call, { postId })
  const query = { fields: 'id,permalink' }
  const { permalink } = await call.http.get(idPath(postId), permalinkReply, { query })
  return permalink
}
