import { makeUpdate, type PostState, type RawData, type Update, type UpdateKind } from '@social/core/platform'
import { type InferOutput, parse } from 'valibot'

import { pushedContent, type pushedMessage, type StatusData } from './schemas.js'

/**
 * Maps TikTok's status of a post to a publish state.
 * https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status (copy of
 * October 2026)
 */
export function toPostState(status: string): PostState {
  switch (status) {
    case 'PUBLISH_COMPLETE':
      return 'DONE'
    case 'FAILED':
      return 'FAILED'
    case 'SEND_TO_USER_INBOX':
      return 'WAITING_FOR_PERSON'
    default:
      return 'PROCESSING' // an unknown status must not be treated as final
  }
}

/**
 * Returns the state of a post directly after its last piece was sent. The state is never `DONE`,
 * because TikTok still processes the video, and a draft waits for the person.
 */
export function toFirstState(sendTo: 'drafts' | 'profile', status: string | null): PostState {
  if (status === 'FAILED') return 'FAILED'
  return sendTo === 'drafts' ? 'WAITING_FOR_PERSON' : 'PROCESSING'
}

/**
 * Returns the first public id of a post with all digits. Null while TikTok has not assigned an id,
 * and always null for a post that only its author can see.
 */
export function toPublicId(data: StatusData): string | null {
  const given = [...(data.publicaly_available_post_id ?? []), ...(data.publicly_available_post_id ?? [])]
  return given.find((id) => id !== '' && id !== '0') ?? null
}

/** Builds the URL of a profile on TikTok's website. */
export const toProfileUrl = (username: string): string => `https://www.tiktok.com/@${username}`

/** Builds the URL of a post on TikTok's website. */
export const toPostUrl = (username: string, postId: string): string =>
  `${toProfileUrl(username)}/video/${postId}`

/**
 * Update kinds by TikTok's event name. TikTok has documented two spellings.
 * https://developers.tiktok.com/doc/webhooks-events (copy of October 2026)
 */
const KINDS: ReadonlyMap<string, UpdateKind> = new Map([
  ['post.publish.complete', 'POST_PUBLISHED'],
  ['post.publish.publicly_available', 'POST_PUBLISHED'],
  ['post.publish.publicaly_available', 'POST_PUBLISHED'],
  ['post.publish.inbox_delivered', 'POST_DRAFTED'],
  ['post.publish.failed', 'POST_FAILED'],
  ['authorization.removed', 'CONNECTION_REVOKED'],
])

/** Converts Unix seconds to a date. Returns null when the value is out of range. */
export function toMoment(seconds: number | null | undefined): Date | null {
  const moment = new Date((seconds ?? Number.NaN) * 1000)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/**
 * Maps a pushed message to an update.
 *
 * @param message - The parsed message.
 * @param raw - The same message, with its JSON string `content` parsed.
 * @param timestamp - Time of the event, or time of the signature if the message contains no time.
 */
export function toUpdate(message: InferOutput<typeof pushedMessage>, raw: RawData, timestamp: Date): Update {
  const { event, user_openid: openId, create_time: createTime } = message
  const { publish_id: publishId, post_id: postId } = parse(pushedContent, raw['content'])
  // TikTok sends no event id. One publish id can belong to several posts, so the event id also
  // contains the post id.
  const parts = [event, openId ?? '', publishId ?? '', ...(postId ? [postId] : []), createTime ?? '']
  return makeUpdate({
    id: parts.join(':'),
    kind: KINDS.get(event) ?? event,
    platform: 'tiktok',
    connectionId: openId ? `tiktok:${openId}` : '',
    timestamp,
    postId: postId ?? publishId ?? null,
    aboutPostId: publishId ?? null,
    raw,
  })
}
