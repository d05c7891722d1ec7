import { type Connection, makeUpdate, type RawData, type Update } from '@social/core/platform'

import type { PostReply } from '../schemas.js'
import { updateActions } from './actions.js'
import { toPostUrl } from './people.js'
import { plainText, type PostContext, referenceOf, toAttachments, toMomentOrNull } from './post.js'

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
  const actor = context.people.get(post.author_id ?? '') ?? null
  return makeUpdate({
    id: post.id,
    kind: 'MENTION',
    platform: 'x',
    connectionId: connection.id,
    timestamp,
    actor,
    postId: post.id,
    aboutPostId: isReplyToMe ? referenceOf(post, 'replied_to') : referenceOf(post, 'quoted'),
    threadRootId: post.conversation_id ?? null,
    text: plainText(post),
    attachments: toAttachments(post, context),
    url: toPostUrl(post.id, actor?.handle ?? null),
    parentId: referenceOf(post, 'replied_to'),
    isOwn: post.author_id === connection.accountId,
    actions: updateActions({ kind: 'MENTION', postId: post.id }, connection),
    raw,
  })
}
