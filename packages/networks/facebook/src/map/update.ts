import {
  type Attachment,
  type Connection,
  makeAttachment,
  makePerson,
  makeUpdate,
  type Person,
  type RawData,
  type Update,
} from '@social/core/platform'
import {
  messageAttachments,
  type PushedChange,
  type PushedMessage,
  pushMark,
  toGraphMoment,
} from '@social/meta-kit'

import { actionsOf } from './actions.js'
import { postUrl } from './post.js'

const PLATFORM = 'facebook'

/**
 * Values of `item` in a `feed` change that mean a post. The other values are comments and
 * reactions.
 * https://developers.facebook.com/docs/graph-api/webhooks/reference/page (transcribed July 2026)
 */
const POST_ITEMS: ReadonlySet<string> = new Set([
  'album',
  'event',
  'link',
  'note',
  'photo',
  'post',
  'share',
  'status',
  'video',
])

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null

function asObject(value: unknown): RawData {
  return typeof value === 'object' && value !== null ? (value as RawData) : {} // safe cast: `value` is an object, and its properties are read by name only
}

function actorOf(value: RawData): Person | null {
  const from = asObject(value['from'])
  const id = textOf(from['id']) ?? textOf(value['sender_id'])
  if (id === null) return null
  return makePerson({ id, displayName: textOf(from['name']) ?? textOf(value['sender_name']), raw: from })
}

/** Picture or video of a pushed comment. https://developers.facebook.com/docs/graph-api/webhooks/reference/page */
function filesOf(value: RawData): readonly Attachment[] {
  const [photo, video] = [textOf(value['photo']), textOf(value['video'])]
  return [
    ...(photo === null ? [] : [makeAttachment({ kind: 'image', url: photo })]),
    ...(video === null ? [] : [makeAttachment({ kind: 'video', url: video })]),
  ]
}

/** A pushed change of a page, with the ids of its objects. */
interface Change {
  readonly field: string
  readonly item: string
  readonly verb: string
  readonly commentId: string | null
  readonly postId: string | null
  readonly value: RawData
  /**
   * Time of the change, or time of the push that contains the change. Null when both are missing.
   */
  readonly at: Date | null
}

function readChange({ field, value, time }: Pick<PushedChange, 'field' | 'value' | 'time'>): Change {
  return {
    field,
    item: textOf(value['item']) ?? '',
    verb: textOf(value['verb']) ?? '',
    commentId: textOf(value['comment_id']),
    postId: textOf(value['post_id']),
    value,
    at: toGraphMoment(value['created_time']) ?? time,
  }
}

/** Part of an id after the last underscore. */
const lastPart = (id: string): string => id.slice(id.lastIndexOf('_') + 1)

/**
 * Returns the URL of a comment, or of a reply to a comment. Pushed comments contain no URL, so it is
 * built for pushed and polled comments alike.
 */
function commentUrl({ commentId, postId, value }: Change): string | null {
  if (commentId === null || postId === null) return null
  const parentId = textOf(value['parent_id'])
  const isReply = parentId !== null && parentId !== postId && parentId.includes('_')
  const [top, reply] = isReply ? [parentId, commentId] : [commentId, null]
  const query = new URLSearchParams({
    comment_id: lastPart(top),
    ...(reply !== null && { reply_comment_id: lastPart(reply) }),
  })
  return `${postUrl(postId)}?${query.toString()}`
}

/** Returns the kind of the update. Null for a change of an unknown kind. */
function kindOf({ field, item, verb }: Change): string | null {
  if (field === 'mention') return 'MENTION'
  if (field !== 'feed') return null
  if (item === 'comment')
    return verb === 'add' ? 'COMMENT_CREATED' : verb === 'remove' ? 'COMMENT_DELETED' : null
  if (item === 'reaction' || item === 'like') return verb === 'add' ? 'REACTION_ADDED' : null
  return POST_ITEMS.has(item) && verb === 'remove' ? 'POST_DELETED' : null
}

/**
 * Returns a text that distinguishes two changes of the same kind: the time of the change in
 * seconds. For a change without a time or an id, the text is built from its content.
 */
function momentMark({ at, value, commentId, postId }: Change): string {
  if (at === null || (commentId ?? postId) === null) return pushMark(value, at)
  return String(Math.floor(at.getTime() / 1000))
}

/**
 * Builds the id of an update, which is equal for polled and pushed updates. The id does not
 * contain the author of a comment, because polls may omit the author.
 */
function idOf(change: Change): string {
  const { field, item, verb, commentId, postId, value } = change
  if (field === 'feed' && item === 'comment' && commentId !== null) {
    const id = `${PLATFORM}:feed:comment:${verb}:${commentId}`
    // A comment is added and removed only once. Any other change can happen several times, so its
    // id also contains the time.
    if (verb === 'add' || verb === 'remove') return id
    return `${id}:${textOf(value['edited_time']) ?? momentMark(change)}`
  }
  const who = textOf(asObject(value['from'])['id']) ?? textOf(value['sender_id']) ?? ''
  const parts = [field, item, verb, commentId ?? postId ?? '', who, textOf(value['reaction_type']) ?? '']
  return [PLATFORM, ...parts, momentMark(change)].join(':')
}

/**
 * Converts a pushed change of a page to an update.
 *
 * @param change - The pushed change. Polled comments have the same format.
 * @param now - Time of the update if Facebook sends no time.
 * @param connection - Null for a pushed change: the operations then ignore the scopes.
 */
export function toChangeUpdate(
  change: Pick<PushedChange, 'accountId' | 'field' | 'value' | 'time' | 'envelope'>,
  now: Date,
  connection: Connection | null = null,
): Update {
  const read = readChange(change)
  const { field, item, verb, commentId, postId } = read
  const kind = kindOf(read)
  const isComment = item === 'comment'
  const actor = actorOf(read.value)
  const isOwn = actor !== null && actor.id === change.accountId
  const about = commentId ?? postId
  return makeUpdate({
    id: idOf(read),
    kind: kind ?? 'UNKNOWN',
    kindName: kind ?? ([item, verb].filter(Boolean).join(' ') || field),
    platform: PLATFORM,
    connectionId: change.accountId === '' ? '' : `${PLATFORM}:${change.accountId}`,
    timestamp: read.at ?? now,
    actor,
    isOwn,
    postId: about,
    parentId: isComment ? textOf(read.value['parent_id']) : null,
    text: textOf(read.value['message']),
    attachments: isComment ? filesOf(read.value) : [],
    url: kind === 'COMMENT_CREATED' ? commentUrl(read) : null,
    actions: kind === 'COMMENT_CREATED' ? actionsOf({ kind, postId: about, isOwn }, connection) : [],
    // A mention is in a post of another user's page, not in a post of this page.
    aboutPostId: field === 'feed' ? (isComment ? postId : (commentId ?? postId)) : null,
    threadRootId: field === 'feed' ? postId : null,
    raw: read.value,
    envelope: change.envelope,
  })
}

/**
 * Converts a conversation event to an update. The kind is `UNKNOWN` for the page's own messages,
 * and for events that another app controls.
 *
 * @param now - Time of the update if Facebook sends no time.
 */
export function toMessageUpdate(
  { accountId, time, isStandby, value, envelope }: PushedMessage,
  now: Date,
): Update {
  const sender = textOf(asObject(value['sender'])['id'])
  const message = asObject(value['message'])
  const reaction = asObject(value['reaction'])
  const mid = textOf(message['mid']) ?? textOf(reaction['mid'])
  const at = toGraphMoment(value['timestamp']) ?? time
  const isReceived = !isStandby && 'message' in value && message['is_echo'] !== true
  const isReaction = !isStandby && reaction['action'] === 'react'
  const word = ['reaction', 'read', 'delivery', 'postback'].find((one) => one in value) ?? 'message'
  return makeUpdate({
    id:
      isReceived && mid !== null
        ? `${PLATFORM}:message:${mid}`
        : [
            PLATFORM,
            word,
            mid ?? '',
            sender ?? '',
            mid === null || at === null ? pushMark(value, at) : at.getTime(),
          ].join(':'),
    kind: isReceived ? 'MESSAGE_RECEIVED' : isReaction ? 'REACTION_ADDED' : 'UNKNOWN',
    kindName: isReceived
      ? 'MESSAGE_RECEIVED'
      : isReaction
        ? 'REACTION_ADDED'
        : isStandby
          ? `standby ${word}`
          : word,
    platform: PLATFORM,
    connectionId: accountId === '' ? '' : `${PLATFORM}:${accountId}`,
    timestamp: at ?? now,
    actor: sender === null ? null : makePerson({ id: sender }),
    postId: mid,
    text: textOf(message['text']),
    attachments: messageAttachments(message),
    parentId: textOf(asObject(message['reply_to'])['mid']),
    isOwn: sender !== null && sender === accountId,
    conversationId: sender,
    raw: value,
    envelope,
  })
}
