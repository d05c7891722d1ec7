import {
  type Attachment,
  type Connection,
  type Conversation,
  makeAttachment,
  makePerson,
  type Message,
  model,
  type Person,
} from '@social/core/platform'

import type { MessageReply } from '../schemas.js'
import type { PostContext } from './post.js'
import { toMomentOrNull } from './post.js'

function toAttachment(key: string, { files }: PostContext): Attachment {
  const file = files.get(key)
  return makeAttachment({
    kind: file?.type === 'photo' ? 'image' : (file?.type ?? 'unknown'),
    url: file?.url ?? null,
    previewUrl: file?.preview_image_url ?? null,
    raw: file ?? { media_key: key },
  })
}

/** Converts a private message. Returns null if the conversation, the sender or the time is missing. */
export function toMessage(message: MessageReply, context: PostContext): Message | null {
  const { id, dm_conversation_id: conversationId, sender_id: senderId, text, attachments } = message
  const sentAt = toMomentOrNull(message.created_at)
  if (!conversationId || !senderId || sentAt === null) return null
  return model({
    id,
    conversationId,
    sender: context.people.get(senderId) ?? makePerson({ id: senderId }),
    text: text ?? '',
    sentAt,
    isMine: senderId === context.accountId,
    deleted: false,
    attachments: (attachments?.media_keys ?? []).map((key) => toAttachment(key, context)),
    raw: message,
  })
}

/**
 * Converts a message that was just sent. X's response contains only the message id and the
 * conversation id.
 */
export function toSentMessage(
  parts: Pick<Message, 'id' | 'conversationId' | 'text' | 'sentAt' | 'raw'>,
  { accountId, accountName, avatarUrl }: Connection,
): Message {
  const handle = accountName.startsWith('@') ? accountName.slice(1) : null
  const sender = makePerson({ id: accountId, handle, avatarUrl })
  return model({ ...parts, sender, isMine: true, deleted: false, attachments: [] })
}

/**
 * Returns the participants of a conversation. The conversation id of two people contains both of
 * their ids. Of a group only the senders of messages are known.
 */
function peopleOf(
  conversationId: string,
  messages: readonly Message[],
  context: PostContext,
): readonly Person[] {
  const pair = /^\d{1,19}-\d{1,19}$/.test(conversationId) ? conversationId.split('-') : []
  const ids = new Set([...pair, ...messages.map(({ sender }) => sender.id)])
  ids.delete(context.accountId)
  return [...ids].map((id) => context.people.get(id) ?? makePerson({ id }))
}

/**
 * Derives the conversations from messages, because X has no list of conversations. The newest is
 * first.
 */
export function toConversations(messages: readonly Message[], context: PostContext): readonly Conversation[] {
  const byId = new Map<string, Message[]>()
  for (const message of messages) {
    const known = byId.get(message.conversationId)
    if (known === undefined) byId.set(message.conversationId, [message])
    else known.push(message)
  }
  return [...byId].map(([id, ofConversation]) =>
    model({
      id,
      name: null,
      people: peopleOf(id, ofConversation, context),
      lastMessage: ofConversation[0] ?? null,
      unreadCount: null,
      updatedAt: ofConversation[0]?.sentAt ?? null,
      canReplyUntil: null,
      // The history is incomplete, because X returns messages for 30 days only and no encrypted messages.
      fullHistory: false,
      raw: ofConversation[0]?.raw ?? {},
    }),
  )
}
