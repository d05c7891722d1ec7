import { type Conversation, type Message, model, type RawData } from '@social/core/platform'

import type { ConversationReply, SentReply, StatusReply } from '../schemas.js'
import { toMomentOrNull } from './moments.js'
import { toPerson } from './people.js'
import { type Reader, toAttachment, toPlainText } from './status.js'

/**
 * Converts a direct status to a message.
 *
 * @returns Null when the status has no time.
 */
export function toMessage(status: StatusReply, conversationId: string, reader: Reader): Message | null {
  const sentAt = toMomentOrNull(status.created_at)
  if (sentAt === null) return null
  return model({
    id: status.id,
    conversationId,
    sender: toPerson(status.account, reader.host),
    text: toPlainText(status, reader.readHtml).text,
    sentAt,
    isMine: status.account.id === reader.accountId,
    deleted: false,
    attachments: (status.media_attachments ?? []).map((file) => toAttachment(file)),
    raw: status,
  })
}

/**
 * Known properties of a message that was just sent. They replace fields that the response lacks.
 */
export interface SentMessage {
  readonly id: string
  readonly conversationId: string
  readonly accountName: string
  readonly sentAt: Date
  readonly raw: RawData
}

/**
 * Converts the response to a sent message. Missing fields cause no error, because the message is
 * already published.
 */
export function toSentMessage(posted: SentReply | null, sent: SentMessage, reader: Reader): Message {
  const account = posted?.account ?? { id: reader.accountId, acct: sent.accountName.replace(/^@/, '') }
  return model({
    id: sent.id,
    conversationId: sent.conversationId,
    sender: toPerson(account, reader.host),
    text: toPlainText(posted ?? {}, reader.readHtml).text,
    sentAt: toMomentOrNull(posted?.created_at) ?? sent.sentAt,
    isMine: true,
    deleted: false,
    attachments: (posted?.media_attachments ?? []).map((file) => toAttachment(file)),
    raw: sent.raw,
  })
}

/**
 * Converts a Conversation entity. Mastodon lists only the other participants. Some programs also
 * list the connected account.
 */
export function toConversation(conversation: ConversationReply, reader: Reader): Conversation {
  const last = conversation.last_status ?? null
  return model({
    id: conversation.id,
    name: null,
    people: conversation.accounts
      .filter(({ id }) => id !== reader.accountId)
      .map((account) => toPerson(account, reader.host)),
    lastMessage: last && toMessage(last, conversation.id, reader),
    unreadCount: conversation.unread == null ? null : Number(conversation.unread),
    updatedAt: toMomentOrNull(last?.created_at),
    canReplyUntil: null,
    fullHistory: false,
    raw: conversation,
  })
}
