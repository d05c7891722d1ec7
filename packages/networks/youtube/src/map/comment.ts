import {
  type Connection,
  makePerson,
  makeUpdate,
  type Person,
  pictureUrl,
  type Update,
} from '@social/core/platform'

import type { ThreadReply } from '../schemas.js'

/** RFC 3339, as Google writes moments. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** A moment as Google writes it; null for anything else. */
export function toMoment(text: string): Date | null {
  if (!MOMENT.test(text)) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** Who wrote a comment; null for an author who is gone. */
function toAuthor(thread: ThreadReply): Person | null {
  const { topLevelComment } = thread.snippet
  const { authorChannelId, authorDisplayName, authorProfileImageUrl, authorChannelUrl } =
    topLevelComment.snippet
  const id = authorChannelId?.value
  if (!id) return null
  return makePerson({
    id,
    handle: authorDisplayName?.startsWith('@') ? authorDisplayName.slice(1) : null,
    displayName: authorDisplayName ?? null,
    avatarUrl: pictureUrl(authorProfileImageUrl),
    url: pictureUrl(authorChannelUrl),
    raw: topLevelComment.snippet,
  })
}

/**
 * A thread as an update about its first comment.
 *
 * @returns Null when YouTube did not say when it was written.
 */
export function toUpdate(thread: ThreadReply, connection: Connection): Update | null {
  const { topLevelComment, videoId } = thread.snippet
  const timestamp = toMoment(topLevelComment.snippet.publishedAt)
  if (timestamp === null) return null
  return makeUpdate({
    id: thread.id,
    kind: 'COMMENT_CREATED',
    platform: 'youtube',
    connectionId: connection.id,
    timestamp,
    actor: toAuthor(thread),
    postId: thread.id,
    aboutPostId: videoId ?? topLevelComment.snippet.videoId ?? null,
    threadRootId: thread.id,
    raw: thread,
  })
}
