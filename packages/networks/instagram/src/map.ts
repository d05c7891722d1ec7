import {
  type Connection,
  makePerson,
  makeUpdate,
  type Person,
  type RawData,
  type Update,
  type UpdateAction,
  type UpdateFacts,
  type UpdateKind,
} from '@social/core/platform'
import {
  messageAttachments,
  type PushedChange,
  type PushedMessage,
  pushMark,
  toGraphMoment,
} from '@social/meta-kit'

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

const LIVE = 'live_comments'

const KINDS: ReadonlyMap<string, UpdateKind> = new Map([
  ['comments', 'COMMENT_CREATED'],
  [LIVE, 'COMMENT_CREATED'],
  ['mentions', 'MENTION'],
])

/**
 * Returns the connection id of an update. A webhook request can lack the account. The id is then
 * '', and the application has to find the connection.
 */
const connectionIdOf = (accountId: string): string => (accountId === '' ? '' : `${PLATFORM}:${accountId}`)

/** Permission to reply to, hide and delete comments. */
const MANAGE_COMMENTS = 'instagram_business_manage_comments'

/** Returns true for a comment on a live video. The id of an update contains the webhook field. */
const isLive = (id: string): boolean => id.split(':')[2] === LIVE

/**
 * Operations on an update: Instagram allows them for comments. Comments on a live video take no reply, and the account's
 * own comments cannot be hidden.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment
 * (read 2026-11-22)
 *
 * @param connection - Null if it is unknown: the scopes are then ignored.
 */
export function actionsOf(
  { id, kind, postId, isOwn }: Pick<UpdateFacts, 'id' | 'kind' | 'postId' | 'isOwn'>,
  connection: Pick<Connection, 'scopes'> | null,
): readonly UpdateAction[] {
  if (kind !== 'COMMENT_CREATED' || postId === null) return []
  const scopes = connection?.scopes ?? []
  if (scopes.length > 0 && !scopes.includes(MANAGE_COMMENTS)) return []
  const actions: readonly UpdateAction[] = isOwn ? ['REPLY', 'DELETE'] : ['REPLY', 'HIDE', 'DELETE']
  return isLive(id) ? actions.filter((action) => action !== 'REPLY') : actions
}

/**
 * Converts a change in a webhook request to an update.
 *
 * @param change - The change. Polled comments are converted to the same form and get the same id.
 * @param now - Time of the update if Instagram sends none.
 * @param connection - Null for a webhook request: the operations then ignore the scopes.
 */
export function toChangeUpdate(
  change: Pick<PushedChange, 'accountId' | 'field' | 'value' | 'envelope' | 'time'>,
  now: Date,
  connection: Connection | null = null,
): Update {
  const { accountId, field, value, time, envelope } = change
  const media = asObject(value['media'])
  const commentId = textOf(value['id']) ?? textOf(value['comment_id'])
  const mediaId = textOf(media['id']) ?? textOf(value['media_id'])
  const about = commentId ?? mediaId ?? pushMark(value, time)
  const kind = KINDS.get(field)
  const id = [PLATFORM, accountId, field, about].join(':')
  const actor = personOf(asObject(value['from']))
  const isOwn = actor !== null && actor.id === accountId
  return makeUpdate({
    id,
    kind: kind ?? 'UNKNOWN',
    kindName: kind ?? field,
    platform: PLATFORM,
    connectionId: connectionIdOf(accountId),
    timestamp: time ?? now,
    actor,
    isOwn,
    postId: commentId,
    parentId: textOf(value['parent_id']) ?? (commentId === null ? null : mediaId),
    text: textOf(value['text']),
    actions: kind === 'COMMENT_CREATED' ? actionsOf({ id, kind, postId: commentId, isOwn }, connection) : [],
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
    text: textOf(message['text']),
    attachments: messageAttachments(message),
    parentId: textOf(asObject(message['reply_to'])['mid']),
    conversationId: isEcho ? recipient : sender,
    raw: value,
    envelope,
  })
}
