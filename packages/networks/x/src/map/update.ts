import { type Connection, makeUpdate, type RawData, type Update } from '@social/core/platform'

import type { PostReply } from '../schemas.js'
import { type PostContext, referenceOf, toMomentOrNull } from './post.js'

/**
 * Converts a mention of the account or a reply to its post. X returns mentions and replies in one
 * list.
 *
 * @returns Null if the post has no time.
 */
export function toUpdate(
  post: PostReply,
  {
    raw,
    context,
    connection,
  }: { readonly raw: RawData; readonly context: PostContext; readonly connection: Connection },
): Update | null {
  const timestamp = toMomentOrNull(post.created_at)
  if (timestamp === null) return null
  const isReplyToMe = post.in_reply_to_user_id === connection.accountId
  return makeUpdate({
    id: post.id,
    kind: 'MENTION',
    platform: 'x',
    connectionId: connection.id,
    timestamp,
    actor: context.people.get(post.author_id ?? '') ?? null,
    postId: post.id,
    aboutPostId: isReplyToMe ? referenceOf(post, 'replied_to') : referenceOf(post, 'quoted'),
    threadRootId: post.conversation_id ?? null,
    raw,
  })
}
