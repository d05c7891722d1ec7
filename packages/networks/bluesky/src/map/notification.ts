import {
  type Connection,
  makeUpdate,
  type Update,
  type UpdateInit,
  type UpdateKind,
} from '@social/core/platform'

import type { NotificationReply } from '../schemas.js'
import { updateActions } from './actions.js'
import { toMomentOrNull } from './moments.js'
import { toPerson } from './people.js'
import { readRecord } from './post.js'
import { toPageUrl } from './uri.js'

interface Meaning {
  readonly kind: UpdateKind
  readonly postId?: string | null
  readonly aboutPostId?: string | null
  readonly threadRootId?: string | null
}

/**
 * Converts the reason of a notification to an update kind and post ids.
 * https://docs.bsky.app/docs/api/app-bsky-notification-list-notifications (read 2026-11-21)
 */
function meaningOf({ reason, reasonSubject, record, uri }: NotificationReply): Meaning {
  const subject = reasonSubject ?? null
  const reply = readRecord(record).reply
  const threadRootId = reply?.root.uri ?? null
  switch (reason) {
    case 'like':
      return { kind: 'REACTION_ADDED', aboutPostId: subject }
    case 'repost':
      return { kind: 'REPOST_ADDED', aboutPostId: subject }
    case 'reply':
      // Bluesky notifies all authors above a reply. `reasonSubject` is the post of the connected
      // account. The parent of the reply can be the post of another author.
      return {
        kind: 'COMMENT_CREATED',
        postId: uri,
        aboutPostId: subject ?? reply?.parent.uri ?? null,
        threadRootId,
      }
    case 'mention':
      return { kind: 'MENTION', postId: uri, aboutPostId: reply?.parent.uri ?? null, threadRootId }
    case 'quote':
      return { kind: 'MENTION', postId: uri, aboutPostId: subject, threadRootId }
    case 'follow':
      return { kind: 'FOLLOWED' }
    default:
      return { kind: 'UNKNOWN' }
  }
}

/** Returns the content of a post in a notification. Notifications contain no URLs of files. */
function contentOf({ record, author }: NotificationReply, uri: string): Partial<UpdateInit> {
  const { text, reply } = readRecord(record)
  return {
    text,
    parentId: reply?.parent.uri ?? null,
    url: author ? toPageUrl(author.handle, uri) : null,
  }
}

/**
 * Converts a notification to an update. The update's id contains account, reason and record,
 * because one record can be reported for two reasons and to two accounts.
 *
 * @returns Null when the notification has no time.
 */
export function toUpdate(notification: NotificationReply, connection: Connection): Update | null {
  const timestamp = toMomentOrNull(notification.indexedAt)
  if (timestamp === null) return null
  const { kind, ...about } = meaningOf(notification)
  return makeUpdate({
    id: `${connection.id}:${notification.reason}:${notification.uri}`,
    kind,
    kindName: kind === 'UNKNOWN' ? notification.reason : kind,
    platform: 'bluesky',
    connectionId: connection.id,
    timestamp,
    actor: notification.author ? toPerson(notification.author) : null,
    ...about,
    ...(about.postId && contentOf(notification, about.postId)),
    actions: updateActions({ kind, postId: about.postId ?? null, conversationId: null }),
    raw: notification,
  })
}
