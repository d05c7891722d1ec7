import {
  makePerson,
  makeUpdate,
  parseJson,
  PlatformError,
  type RawData,
  type Update,
} from '@social/core/platform'
import * as v from 'valibot'

import { toPushedMoment, withActions } from '../map.js'
import { pushedComment, pushedMessage } from '../schemas.js'

type Message = v.InferOutput<typeof pushedMessage>

const PLATFORM = 'tiktok_business'

/**
 * Parses `content`, which is a string that contains JSON. Returns `content` unchanged if it is not
 * valid JSON.
 */
function unpack(content: unknown): unknown {
  if (typeof content !== 'string') return content
  try {
    return parseJson(content)
  } catch {
    return content
  }
}

function readMessage(body: Uint8Array): RawData {
  try {
    const message = parseJson(new TextDecoder().decode(body))
    if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message as RawData // safe cast: `message` is an object, and its properties are read by name only
  } catch (error) {
    throw new PlatformError('tiktok_business pushed a body that is not valid JSON.', {
      platform: PLATFORM,
      cause: error,
    })
  }
  throw new PlatformError('tiktok_business pushed JSON that is not an object.', { platform: PLATFORM })
}

/** Returns the first valid time in the message. */
function momentOf(message: Message, ...more: readonly (number | null | undefined)[]): Date {
  for (const value of [...more, message.create_time])
    if (value !== null && value !== undefined) {
      const moment = toPushedMoment(value)
      if (moment !== null) return moment
    }
  throw new PlatformError('tiktok_business pushed a message without a valid time.', { platform: PLATFORM })
}

/**
 * Maps a comment event to an update. A new comment gets the same update id as in polling, so that
 * it is handled only once.
 */
function toCommentUpdate(message: Message, raw: RawData, envelope: RawData): Update | null {
  const read = v.safeParse(pushedComment, raw)
  if (!read.success) return null
  const {
    comment_id: commentId,
    video_id: videoId,
    comment_action: action,
    unique_identifier: person,
    parent_comment_id: parentId,
    text,
  } = read.output
  const timestamp = momentOf(message, read.output.timestamp)
  const isNew = action === 'insert'
  const isGone = action === 'delete'
  return withActions(
    {
      id: isNew
        ? commentId
        : isGone
          ? `${commentId}:delete`
          : `${commentId}:${action}:${timestamp.getTime()}`,
      kind: isNew ? 'COMMENT_CREATED' : isGone ? 'COMMENT_DELETED' : action,
      platform: PLATFORM,
      connectionId: connectionIdOf(message),
      timestamp,
      actor: person ? makePerson({ id: person }) : null,
      postId: commentId,
      aboutPostId: videoId ?? null,
      threadRootId: videoId ?? null,
      // TikTok sends 0 for a comment that replies to no other comment.
      parentId: parentId === '0' ? null : parentId,
      text: isNew ? text : null,
      raw,
      envelope,
    },
    null,
  )
}

/**
 * Returns the connection id of the message's account. Empty when the message contains no account.
 * The application then determines the connection.
 */
function connectionIdOf({ user_openid: openId }: Message): string {
  return openId ? `${PLATFORM}:${openId}` : ''
}

/** Maps all other events to updates: revoked access, and events unknown to the library. */
function toOtherUpdate(message: Message, raw: RawData, envelope: RawData): Update {
  const timestamp = momentOf(message)
  const isRevoked = message.event === 'authorization.removed'
  return makeUpdate({
    id: [message.event, message.user_openid ?? '', timestamp.getTime()].join(':'),
    kind: isRevoked ? 'CONNECTION_REVOKED' : message.event,
    kindName: message.event,
    platform: PLATFORM,
    connectionId: connectionIdOf(message),
    timestamp,
    raw,
    envelope,
  })
}

/**
 * Reads a pushed message, which contains one event. Part of the event is JSON inside a string.
 * https://business-api.tiktok.com/portal/docs?id=1759978319341570 (copy of August 2026)
 *
 * @throws PlatformError for a body that is not a message of TikTok.
 */
export function readUpdates(body: Uint8Array): readonly Update[] {
  const envelope = readMessage(body)
  const read = v.safeParse(pushedMessage, envelope)
  if (!read.success)
    throw new PlatformError('tiktok_business pushed a message without an event.', {
      platform: PLATFORM,
      raw: envelope,
    })
  const content = unpack(read.output.content)
  const raw =
    typeof content === 'object' && content !== null && !Array.isArray(content) ? { ...content } : { content }
  const comment = read.output.event === 'comment.update' ? toCommentUpdate(read.output, raw, envelope) : null
  return [comment ?? toOtherUpdate(read.output, raw, envelope)]
}
