import {
  type Connection,
  makeUpdate,
  type Update,
  type UpdateInit,
  type UpdateKind,
} from '@social/core/platform'

import type { NotificationReply } from '../schemas.js'
import { updateActions } from './actions.js'
import type { ReadHtml } from './html/index.js'
import { toMomentOrNull } from './moments.js'
import { hostOf, serverAccountId, toPerson } from './people.js'
import { toAttachment, toPlainText } from './status.js'

interface Meaning {
  readonly kind: UpdateKind
  readonly postId: string | null
  readonly aboutPostId: string | null
}

/**
 * Decides whether a mention is a message, a comment or a mention. Checks for direct statuses
 * first, because a private reply to an own post is a message.
 */
function meaningOfMention({ status }: NotificationReply, accountId: string): Meaning {
  const postId = status?.id ?? null
  if (status?.visibility === 'direct') return { kind: 'MESSAGE_RECEIVED', postId, aboutPostId: null }
  // The field names this account also if a person replies to their own reply to the account's post.
  // In that case `aboutPostId` is not a post of the account.
  // https://docs.joinmastodon.org/entities/Status/ (read 2026-09-24)
  if (status?.in_reply_to_account_id === accountId)
    return { kind: 'COMMENT_CREATED', postId, aboutPostId: status.in_reply_to_id ?? null }
  return { kind: 'MENTION', postId, aboutPostId: null }
}

/** Returns the id of the post that the status quotes. */
function quotedBy({ status }: NotificationReply): string | null {
  return status?.quote?.quoted_status?.id ?? status?.quote?.quoted_status_id ?? null
}

function meaningOf(notification: NotificationReply, accountId: string): Meaning {
  const { status, type } = notification
  const postId = status?.id ?? null
  switch (type) {
    case 'mention':
      return meaningOfMention(notification, accountId)
    case 'quote':
      return { kind: 'MENTION', postId, aboutPostId: quotedBy(notification) }
    // Notification type for the edit of a post that the account boosted.
    case 'update':
      return { kind: 'POST_UPDATED', postId, aboutPostId: postId }
    // Notification type for the edit of a post that the account quotes. `status` is the account's
    // own post.
    case 'quoted_update':
      return { kind: 'POST_UPDATED', postId: quotedBy(notification), aboutPostId: postId }
    case 'favourite':
      return { kind: 'REACTION_ADDED', postId, aboutPostId: postId }
    case 'reblog':
      return { kind: 'REPOST_ADDED', postId, aboutPostId: postId }
    case 'follow':
      return { kind: 'FOLLOWED', postId: null, aboutPostId: null }
    default:
      return { kind: 'UNKNOWN', postId, aboutPostId: null }
  }
}

/** Returns the content of the status of another account. The status of other kinds is the account's own post. */
function contentOf(
  { kind }: Meaning,
  { status }: NotificationReply,
  readHtml: ReadHtml,
): Partial<UpdateInit> {
  const isReceived = kind === 'COMMENT_CREATED' || kind === 'MENTION' || kind === 'MESSAGE_RECEIVED'
  if (!isReceived || !status) return {}
  return {
    text: toPlainText(status, readHtml).text,
    attachments: (status.media_attachments ?? []).map((file) => toAttachment(file)),
    url: status.url ?? status.uri ?? null,
    parentId: status.in_reply_to_id ?? null,
  }
}

/**
 * Converts a Notification entity to an update. The update's id includes the server, because each
 * server counts its notifications from 1.
 *
 * @returns Null when the notification has no time.
 */
export function toUpdate(
  notification: NotificationReply,
  connection: Connection,
  readHtml: ReadHtml,
): Update | null {
  const timestamp = toMomentOrNull(notification.created_at)
  if (timestamp === null) return null
  const host = hostOf(connection)
  const accountId = serverAccountId(connection)
  const meaning = meaningOf(notification, accountId)
  const { kind, postId, aboutPostId } = meaning
  return makeUpdate({
    id: `mastodon:${host}:${notification.id}`,
    kind,
    kindName: kind === 'UNKNOWN' ? notification.type : kind,
    platform: 'mastodon',
    connectionId: connection.id,
    timestamp,
    actor: notification.account ? toPerson(notification.account, host) : null,
    postId,
    aboutPostId,
    ...contentOf(meaning, notification, readHtml),
    isOwn: notification.account?.id === accountId,
    actions: updateActions({ kind, postId }, connection),
    raw: notification,
  })
}
