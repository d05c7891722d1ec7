import {
  type Connection,
  makePerson,
  makeUpdate,
  type Person,
  pictureUrl,
  type Update,
} from '@social/core/platform'

import type { ThreadReply } from '../schemas.js'

/** A time in RFC 3339, which is Google's time format. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** Parses a time in Google's format. Returns null for any other text. */
export function toMoment(text: string): Date | null {
  if (!MOMENT.test(text)) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** Returns the author of a thread's first comment, or null for a deleted author. */
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
 * Converts a comment thread to an update for the first comment.
 *
 * @returns Null when the comment has no creation time.
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
