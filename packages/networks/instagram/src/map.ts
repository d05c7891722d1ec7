import { makePerson, makeUpdate, type Person, type RawData, type Update } from '@social/core/platform'
import { type PushedChange, type PushedMessage, pushMark, toGraphMoment } from '@social/meta-kit'

import type { CommentItem } from './schemas.js'

const PLATFORM = 'instagram'

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null

function asObject(value: unknown): RawData {
  return typeof value === 'object' && value !== null ? (value as RawData) : {} // safe cast: the condition proves an object, and callers check the types of its properties
}

function personOf(from: RawData): Person | null {
  const id = textOf(from['id'])
  if (id === null) return null
  const handle = textOf(from['username'])
  const url = handle === null ? null : `https://www.instagram.com/${handle}`
  return makePerson({ id, handle, url, raw: from })
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['comments', 'COMMENT_CREATED'],
  ['live_comments', 'COMMENT_CREATED'],
  ['mentions', 'MENTION'],
])

/**
 * Returns the connection id of an update. A webhook request can lack the account. The id is then
 * '', and the application has to find the connection.
 */
const connectionIdOf = (accountId: string): string => (accountId === '' ? '' : `${PLATFORM}:${accountId}`)

/**
 * Converts a change in a webhook request to an update.
 *
 * @param change - The change. Polled comments are converted to the same form and get the same id.
 * @param now - Time of the update if Instagram sends none.
 */
export function toChangeUpdate(
  change: Pick<PushedChange, 'accountId' | 'field' | 'value' | 'envelope' | 'time'>,
  now: Date,
): Update {
  const { accountId, field, value, time, envelope } = change
  const media = asObject(value['media'])
  const commentId = textOf(value['id']) ?? textOf(value['comment_id'])
  const mediaId = textOf(media['id']) ?? textOf(value['media_id'])
  const about = commentId ?? mediaId ?? pushMark(value, time)
  const kind = KINDS.get(field)
  return makeUpdate({
    id: [PLATFORM, accountId, field, about].join(':'),
    kind: kind ?? 'UNKNOWN',
    kindName: kind ?? field,
    platform: PLATFORM,
    connectionId: connectionIdOf(accountId),
    timestamp: time ?? now,
    actor: personOf(asObject(value['from'])),
    postId: commentId,
    aboutPostId: mediaId,
    threadRootId: mediaId,
    raw: value,
    envelope,
  })
}

/**
 * Converts a polled comment to the form of a webhook change. Omits the fields that only polled
 * comments have.
 */
export function toCommentValue(
  comment: CommentItem,
  media: { readonly id: string; readonly media_product_type: string | null },
): RawData {
  const { id, from, text, parent_id: parentId } = comment
  return {
    id,
    ...(from !== null && {
      from: {
        ...(from.id !== null && { id: from.id }),
        ...(from.username !== null && { username: from.username }),
      },
    }),
    media: {
      id: media.id,
      ...(media.media_product_type !== null && { media_product_type: media.media_product_type }),
    },
    ...(parentId !== null && { parent_id: parentId }),
    ...(text !== null && { text }),
  }
}

/**
 * Converts a conversation event of a webhook request to an update. The account's own messages
 * (echoes) become `UNKNOWN` updates with the account as sender.
 * https://developers.facebook.com/docs/instagram-platform/webhooks/examples (read 2026-11-22)
 *
 * @param now - Time of the update if Instagram sends none.
 */
export function toMessageUpdate(
  { accountId, time, isStandby, value, envelope }: PushedMessage,
  now: Date,
): Update {
  const sender = textOf(asObject(value['sender'])['id'])
  const recipient = textOf(asObject(value['recipient'])['id'])
  const message = asObject(value['message'])
  const isEcho = message['is_echo'] === true
  const account = (isEcho ? sender : recipient) ?? accountId
  const reaction = asObject(value['reaction'])
  const mid = textOf(message['mid']) ?? textOf(reaction['mid'])
  const at = toGraphMoment(value['timestamp']) ?? time
  const isReceived = !isStandby && 'message' in value && !isEcho && message['is_deleted'] !== true
  const isReaction = !isStandby && reaction['action'] === 'react'
  const word =
    ['message', 'reaction', 'read', 'postback', 'message_edit'].find((one) => one in value) ?? 'message'
  const kind = isReceived ? 'MESSAGE_RECEIVED' : isReaction ? 'REACTION_ADDED' : null
  const mark = mid === null || at === null ? pushMark(value, at) : at.getTime()
  const parts = isReceived && mid !== null ? ['message', mid] : [word, mid, sender, mark]
  return makeUpdate({
    id: [PLATFORM, account, ...parts].join(':'),
    kind: kind ?? 'UNKNOWN',
    kindName: kind ?? (isStandby ? `standby ${word}` : word),
    platform: PLATFORM,
    connectionId: connectionIdOf(account),
    timestamp: at ?? now,
    actor: sender === null ? null : makePerson({ id: sender }),
    postId: mid,
    conversationId: isEcho ? recipient : sender,
    raw: value,
    envelope,
  })
}
