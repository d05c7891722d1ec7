import { makeUpdate, type PostState, type RawData, type Update, type UpdateKind } from '@social/core/platform'
import { type InferOutput, parse } from 'valibot'

import { pushedContent, type pushedMessage, type StatusData } from './schemas.js'

/** How a post is getting on. https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status (copy of October 2026) */
export function toPostState(status: string): PostState {
  switch (status) {
    case 'PUBLISH_COMPLETE':
      return 'DONE'
    case 'FAILED':
      return 'FAILED'
    case 'SEND_TO_USER_INBOX':
      return 'WAITING_FOR_PERSON'
    default:
      return 'PROCESSING' // a word we do not know yet must not look like an end
  }
}

/**
 * The state of a post whose last byte has just arrived, which is never `DONE`: TikTok still encodes and moderates, and a
 * draft waits for its person.
 */
export function toFirstState(sendTo: 'drafts' | 'profile', status: string | null): PostState {
  if (status === 'FAILED') return 'FAILED'
  return sendTo === 'drafts' ? 'WAITING_FOR_PERSON' : 'PROCESSING'
}

/** The first public id, its digits intact; null while there is none, and for ever on a post nobody else may see. */
export function toPublicId(data: StatusData): string | null {
  const given = [...(data.publicaly_available_post_id ?? []), ...(data.publicly_available_post_id ?? [])]
  return given.find((id) => id !== '' && id !== '0') ?? null
}

/** A profile's address on TikTok's site. */
export const toProfileUrl = (username: string): string => `https://www.tiktok.com/@${username}`

/** A post's address on TikTok's site. */
export const toPostUrl = (username: string, postId: string): string =>
  `${toProfileUrl(username)}/video/${postId}`

/** https://developers.tiktok.com/doc/webhooks-events (copy of October 2026); both spellings have been documented. */
const KINDS: ReadonlyMap<string, UpdateKind> = new Map([
  ['post.publish.complete', 'POST_PUBLISHED'],
  ['post.publish.publicly_available', 'POST_PUBLISHED'],
  ['post.publish.publicaly_available', 'POST_PUBLISHED'],
  ['post.publish.inbox_delivered', 'POST_DRAFTED'],
  ['post.publish.failed', 'POST_FAILED'],
  ['authorization.removed', 'CONNECTION_REVOKED'],
])

/** Seconds since 1970 as a moment; null when they are none. */
export function toMoment(seconds: number | null | undefined): Date | null {
  const moment = new Date((seconds ?? Number.NaN) * 1000)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/**
 * A pushed message as an update.
 *
 * @param message - As its schema read it.
 * @param raw - The message with its `content` unpacked.
 * @param timestamp - When it happened; else when it was signed.
 */
export function toUpdate(message: InferOutput<typeof pushedMessage>, raw: RawData, timestamp: Date): Update {
  const { event, user_openid: openId, create_time: createTime } = message
  const { publish_id: publishId, post_id: postId } = parse(pushedContent, raw['content'])
  // TikTok sends no id. Several posts can come of one publish id, so the post's own is part of it.
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
