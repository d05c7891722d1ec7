import { makePerson, makeUpdate, type Person, type RawData, type Update } from '@social/core/platform'
import { type PushedChange, pushMark, toGraphMoment } from '@social/meta-kit'

import type { ReplyItem } from './schemas.js'

const PLATFORM = 'threads'

/** Profile URL of an account. */
export const profileUrlOf = (username: string): string => `https://www.threads.com/@${username}`

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null

function asObject(value: unknown): RawData {
  return typeof value === 'object' && value !== null ? (value as RawData) : {} // safe cast: the value is an object, and its properties are read by name only
}

/** Builds a person from a user name, because Threads never sends the id of an author. */
function personOf(username: string | null): Person | null {
  return username === null
    ? null
    : makePerson({ id: username, handle: username, url: profileUrlOf(username) })
}

/** https://developers.facebook.com/documentation/threads/webhooks (copy of 30 June 2026) */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['replies', 'COMMENT_CREATED'],
  ['mentions', 'MENTION'],
  ['publish', 'POST_PUBLISHED'],
  ['delete', 'POST_DELETED'],
])

/**
 * Returns the account of a change. `target_id` is the id of the post in some pushes, so fields that name an account
 * have precedence.
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
 * Converts a change of an account to an update.
 *
 * @param change - The pushed change. Polled replies have the same shape and id.
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
    // The account is excluded: a push may omit it, and a polled update must have the same id.
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

/** Requested fields of a polled reply. Pushed replies have the same fields. */
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
 * Converts a polled reply to the pushed shape.
 *
 * @param root - The account's own post above the reply, and its owner: a push contains both.
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
