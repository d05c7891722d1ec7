import {
  type Connection,
  makePerson,
  makeUpdate,
  type Person,
  pictureUrl,
  type RawData,
  type Update,
} from '@social/core/platform'

import type { CommentItem } from './schemas.js'

/** Seconds since 1970 as a moment; null when they are none. */
function toMoment(seconds: number): Date | null {
  const moment = new Date(seconds * 1000)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/**
 * A moment of a pushed message, which TikTok gave in milliseconds in one recording and in seconds in others: from 1e11
 * on it is milliseconds, because 1e11 seconds are the year 5138.
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

/**
 * A comment of a list as an update.
 *
 * @param comment - As its schema read it.
 * @param raw - The same, untouched.
 * @param videoId - The video that was asked about.
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
  return makeUpdate({
    id: comment.comment_id,
    kind: 'COMMENT_CREATED',
    platform: 'tiktok_business',
    connectionId: connection.id,
    timestamp,
    actor: toPerson(comment),
    postId: comment.comment_id,
    aboutPostId: video,
    threadRootId: video,
    raw,
  })
}
