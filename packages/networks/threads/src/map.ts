import { makePerson, makeUpdate, type Person, type RawData, type Update } from '@social/core/platform'
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
const KINDS: ReadonlyMap<string, string> = new Map([
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

/**
 * Converts a change in a webhook request to an update.
 *
 * @param change - The change. Polled replies are converted to the same form and get the same id.
 * @param now - Time of the update if Threads sends none.
 */
export function toChangeUpdate(
  change: Pick<PushedChange, 'accountId' | 'field' | 'value' | 'envelope' | 'time'>,
  now: Date,
): Update {
  const { field, value, envelope } = change
  const time = toGraphMoment(value[field === 'delete' ? 'deleted_at' : 'timestamp']) ?? change.time
  const postId = textOf(value['id'])
  const rootId = textOf(asObject(value['root_post'])['id'])
  const kind = KINDS.get(field)
  const account = accountOf(change)
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
