import {
  type Connection,
  makePerson,
  makeUpdate,
  type Person,
  pictureUrl,
  type RawData,
  type Update,
  type UpdateAction,
  type UpdateFacts,
  type UpdateInit,
} from '@social/core/platform'

import type { CommentItem } from './schemas.js'

/** Converts Unix seconds to a date. Returns null when the value is out of range. */
function toMoment(seconds: number): Date | null {
  const moment = new Date(seconds * 1000)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/**
 * Converts the time of a pushed message. TikTok sent milliseconds in one recording and seconds in
 * others. A value of at least 1e11 is in milliseconds, because 1e11 seconds are the year 5138.
 */
export function toPushedMoment(value: number): Date | null {
  return toMoment(Math.abs(value) >= 1e11 ? value / 1000 : value)
}

function toPerson({
  unique_identifier: id,
  username,
  display_name,
  profile_image,
}: CommentItem): Person | null {
  if (!id) return null
  return makePerson({
    id,
    handle: username || null,
    displayName: display_name || null,
    avatarUrl: pictureUrl(profile_image),
    url: username ? `https://www.tiktok.com/@${username}` : null,
  })
}

/** Scope of replies, hiding and deleting. */
const MANAGE = 'comment.list.manage'

/**
 * Operations on a comment. Only the account's own comments can be deleted. A pushed comment does not report whether it is
 * one of the account.
 * https://business-api.tiktok.com/portal/docs?id=1762228483080193 (copy of August 2026)
 */
export function actionsFor(update: UpdateFacts, connection: Connection | null): readonly UpdateAction[] {
  const { kind, platform, postId, aboutPostId, isOwn } = update
  if (kind !== 'COMMENT_CREATED' || platform !== 'tiktok_business') return []
  if (!postId || !aboutPostId) return []
  if (connection !== null && !connection.scopes.includes(MANAGE)) return []
  return isOwn ? ['REPLY', 'HIDE', 'DELETE'] : ['REPLY', 'HIDE']
}

/** Creates an update with its operations. */
export function withActions(init: UpdateInit, connection: Connection | null): Update {
  return makeUpdate({ ...init, actions: actionsFor(makeUpdate(init), connection) })
}

/**
 * Maps a listed comment to an update.
 *
 * @param comment - The parsed comment.
 * @param raw - The same comment as TikTok sent it.
 * @param videoId - Id of the video whose comments were requested.
 * @returns Null for a comment without a valid time.
 */
export function toUpdate(
  comment: CommentItem,
  raw: RawData,
  { videoId, connection }: { readonly videoId: string; readonly connection: Connection },
): Update | null {
  const timestamp = toMoment(comment.create_time)
  if (timestamp === null) return null
  const video = comment.video_id ?? videoId
  return withActions(
    {
      id: comment.comment_id,
      kind: 'COMMENT_CREATED',
      platform: 'tiktok_business',
      connectionId: connection.id,
      timestamp,
      actor: toPerson(comment),
      postId: comment.comment_id,
      aboutPostId: video,
      threadRootId: video,
      text: comment.text,
      isOwn: comment.owner === true,
      raw,
    },
    connection,
  )
}
