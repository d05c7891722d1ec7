import {
  type Connection,
  makePerson,
  makeUpdate,
  type Person,
  pictureUrl,
  type Update,
  type UpdateAction,
  type UpdateFacts,
} from '@social/core/platform'

import type { ThreadReply } from '../schemas.js'
import { toWatchUrl } from './video.js'

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

/** Scope of replies, hiding and deleting. */
const MANAGE = 'https://www.googleapis.com/auth/youtube.force-ssl'

/**
 * Operations on a comment. Only the channel's own comments can be deleted.
 * https://developers.google.com/youtube/v3/docs/comments (read 2026-11-24)
 */
export function actionsFor(update: UpdateFacts, connection: Connection | null): readonly UpdateAction[] {
  const { kind, platform, postId, isOwn } = update
  if (kind !== 'COMMENT_CREATED' || platform !== 'youtube' || postId === null) return []
  if (connection !== null && !connection.scopes.includes(MANAGE)) return []
  return isOwn ? ['REPLY', 'HIDE', 'DELETE'] : ['REPLY', 'HIDE']
}

/** Builds the page of a comment. YouTube opens the video with the comment highlighted. */
function toCommentUrl(videoId: string | null, commentId: string): string | null {
  return videoId === null ? null : `${toWatchUrl(videoId)}&lc=${encodeURIComponent(commentId)}`
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
  const { textOriginal, textDisplay } = topLevelComment.snippet
  const aboutPostId = videoId ?? topLevelComment.snippet.videoId ?? null
  const init = {
    id: thread.id,
    kind: 'COMMENT_CREATED',
    platform: 'youtube',
    connectionId: connection.id,
    timestamp,
    actor: toAuthor(thread),
    postId: thread.id,
    aboutPostId,
    threadRootId: thread.id,
    // YouTube sends the original text only to its author.
    text: textOriginal ?? textDisplay ?? null,
    url: toCommentUrl(aboutPostId, thread.id),
    raw: thread,
  } as const
  return makeUpdate({ ...init, actions: actionsFor(makeUpdate(init), connection) })
}
