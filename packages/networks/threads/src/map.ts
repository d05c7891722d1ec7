import {
  type Attachment,
  type Connection,
  makeAttachment,
  makePerson,
  makeUpdate,
  type Person,
  type RawData,
  type Update,
  type UpdateAction,
  type UpdateFacts,
  type UpdateKind,
} from '@social/core/platform'
import { type PushedChange, pushMark, toGraphMoment } from '@social/meta-kit'

import type { ReplyItem } from './schemas.js'

const PLATFORM = 'threads'

/** Returns the URL of a user's profile. */
export const profileUrlOf = (username: string): string => `https://www.threads.com/@${username}`

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null

function asObject(value: unknown): RawData {
  return typeof value === 'object' && value !== null ? (value as RawData) : {} // safe cast: the condition proves an object, and callers check the types of its properties
}

/** Creates a person from a user name, because Threads does not send the id of an author. */
function personOf(username: string | null): Person | null {
  return username === null
    ? null
    : makePerson({ id: username, handle: username, url: profileUrlOf(username) })
}

/**
 * Update kinds by webhook field. https://developers.facebook.com/documentation/threads/webhooks
 * (copy of 30 June 2026)
 */
const KINDS: ReadonlyMap<string, UpdateKind> = new Map([
  ['replies', 'COMMENT_CREATED'],
  ['mentions', 'MENTION'],
  ['publish', 'POST_PUBLISHED'],
  ['delete', 'POST_DELETED'],
])

/**
 * Returns the account of a webhook change. Prefers fields that name an account, because
 * `target_id` is sometimes the id of a post.
 */
function accountOf({ field, value, accountId }: Pick<PushedChange, 'field' | 'value' | 'accountId'>): string {
  const owner =
    field === 'replies'
      ? asObject(value['root_post'])['owner_id']
      : field === 'delete'
        ? asObject(value['owner'])['owner_id']
        : null
  return textOf(owner) ?? accountId
}

/** Kinds of attachments by `media_type`. */
const FILE_KINDS: ReadonlyMap<string, string> = new Map([
  ['IMAGE', 'image'],
  ['VIDEO', 'video'],
  ['AUDIO', 'audio'],
])

/** Files of a mention. Replies arrive without the addresses of their files. */
function filesOf(value: RawData): readonly Attachment[] {
  const [media, gif] = [textOf(value['media_url']), textOf(value['gif_url'])]
  const altText = textOf(value['alt_text'])
  const kind = FILE_KINDS.get(textOf(value['media_type']) ?? '') ?? 'unknown'
  const previewUrl = textOf(value['thumbnail_url'])
  return [
    ...(media === null ? [] : [makeAttachment({ kind, url: media, previewUrl, altText })]),
    ...(gif === null ? [] : [makeAttachment({ kind: 'gifv', url: gif })]),
  ]
}

/** Facts that determine the operations on an update. */
type ActionFacts = Pick<UpdateFacts, 'kind' | 'postId' | 'parentId' | 'threadRootId'>

/**
 * Operations on an update: a reply or a mention can be answered, and a direct reply to the account's post can be hidden.
 * Threads hides its replies with it. Replies of other users cannot be deleted.
 * https://developers.facebook.com/documentation/threads/reply-management (copy of 13 February 2026)
 *
 * @param connection - Null if it is unknown: the scopes are then ignored.
 */
export function actionsOf(
  { kind, postId, parentId, threadRootId }: ActionFacts,
  connection: Pick<Connection, 'scopes'> | null,
): readonly UpdateAction[] {
  if (postId === null || (kind !== 'COMMENT_CREATED' && kind !== 'MENTION')) return []
  const scopes = connection?.scopes ?? []
  const has = (scope: string): boolean => scopes.length === 0 || scopes.includes(scope)
  const isDirect = parentId === null || threadRootId === null || parentId === threadRootId
  const canHide = kind === 'COMMENT_CREATED' && isDirect && has('threads_manage_replies')
  const mayReply = has('threads_content_publish')
  return [...(mayReply ? (['REPLY'] as const) : []), ...(canHide ? (['HIDE'] as const) : [])]
}

/** Returns true for an event that the account itself caused. Threads does not send the id of an author. */
function isOfAccount({ field, value }: Pick<PushedChange, 'field' | 'value'>): boolean {
  if (field === 'publish' || field === 'delete') return true
  const owner = textOf(asObject(value['root_post'])['username'])
  return field === 'replies' && owner !== null && owner === textOf(value['username'])
}

/**
 * Converts a change in a webhook request to an update.
 *
 * @param change - The change. Polled replies are converted to the same form and get the same id.
 * @param now - Time of the update if Threads sends none.
 * @param connection - Null for a webhook request: the operations then ignore the scopes.
 */
export function toChangeUpdate(
  change: Pick<PushedChange, 'accountId' | 'field' | 'value' | 'envelope' | 'time'>,
  now: Date,
  connection: Connection | null = null,
): Update {
  const { field, value, envelope } = change
  const time = toGraphMoment(value[field === 'delete' ? 'deleted_at' : 'timestamp']) ?? change.time
  const postId = textOf(value['id'])
  const rootId = textOf(asObject(value['root_post'])['id'])
  const kind = KINDS.get(field)
  const account = accountOf(change)
  const parentId = textOf(asObject(value['replied_to'])['id'])
  return makeUpdate({
    // The id does not contain the account, because a webhook request may lack the account. A polled
    // update must have the same id.
    id: [PLATFORM, field, postId ?? pushMark(value, time)].join(':'),
    kind: kind ?? 'UNKNOWN',
    kindName: kind ?? field,
    platform: PLATFORM,
    connectionId: account === '' ? '' : `${PLATFORM}:${account}`,
    timestamp: time ?? now,
    actor: personOf(textOf(value['username'])),
    postId,
    aboutPostId: field === 'replies' ? rootId : field === 'mentions' ? null : postId,
    threadRootId: rootId,
    parentId,
    text: textOf(value['text']),
    attachments: filesOf(value),
    url: textOf(value['permalink']),
    isOwn: isOfAccount(change),
    actions:
      kind === 'COMMENT_CREATED' || kind === 'MENTION'
        ? actionsOf({ kind, postId, parentId, threadRootId: rootId }, connection)
        : [],
    raw: value,
    envelope,
  })
}

/** Requested fields of a polled reply. Replies from webhooks have the same fields. */
export const REPLY_FIELDS = [
  'id',
  'username',
  'text',
  'media_type',
  'permalink',
  'replied_to',
  'root_post',
  'shortcode',
  'timestamp',
] as const

/**
 * Converts a polled reply to the form of a webhook change.
 *
 * @param root - The account's post above the reply, and the owner of this post. A webhook change
 * contains both.
 */
export function toReplyValue(
  reply: ReplyItem,
  root: { readonly id: string; readonly ownerId: string; readonly username: string },
): RawData {
  const known = REPLY_FIELDS.flatMap((name) => (reply[name] === undefined ? [] : [[name, reply[name]]]))
  const rootId = textOf(asObject(reply['root_post'])['id'])
  return {
    ...Object.fromEntries(known),
    ...(rootId === root.id && {
      root_post: { id: root.id, owner_id: root.ownerId, username: root.username },
    }),
  }
}
