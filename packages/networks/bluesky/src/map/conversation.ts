import { type Conversation, type Message, model, type Person, type RawData } from '@social/core/platform'
import * as v from 'valibot'

import { type ConversationReply, messageReply, type ProfileReply } from '../schemas.js'
import { toAttachments } from './embed.js'
import { toMomentOrNull } from './moments.js'
import { toPerson, toUnknownPerson } from './people.js'

/** The account that reads a conversation, and the known participants. */
export interface ChatReader {
  /** DID of the connected account. */
  readonly did: string
  readonly accountName: string
  readonly people: readonly ProfileReply[]
}

function senderOf(did: string, { people, did: own, accountName }: ChatReader): Person {
  const known = people.find((one) => one.did === did)
  if (known) return toPerson(known)
  const person = toUnknownPerson(did)
  // Participant lists often omit the connected account.
  return did === own ? model({ ...person, handle: accountName.replace(/^@/, ''), raw: {} }) : person
}

/**
 * Converts a message. Returns null for an unreadable message and for a system message, which has
 * no sender.
 */
export function toMessage(raw: RawData, conversationId: string, reader: ChatReader): Message | null {
  const read = v.safeParse(messageReply, raw)
  const sentAt = read.success ? toMomentOrNull(read.output.sentAt) : null
  if (!read.success || !read.output.sender || sentAt === null) return null
  const { $type, id, text, sender, embed } = read.output
  const deleted = $type === 'chat.bsky.convo.defs#deletedMessageView'
  return model({
    id,
    conversationId,
    sender: senderOf(sender.did, reader),
    text: deleted ? '' : (text ?? ''),
    sentAt,
    isMine: sender.did === reader.did,
    deleted,
    attachments: toAttachments(embed),
    raw,
  })
}

/** Converts a conversation view. */
export function toConversation(
  convo: ConversationReply,
  { did, accountName }: Pick<ChatReader, 'did' | 'accountName'>,
): Conversation {
  const reader = { did, accountName, people: convo.members }
  const last = convo.lastMessage ? toMessage(convo.lastMessage, convo.id, reader) : null
  const sentAt = convo.lastMessage?.['sentAt']
  return model({
    id: convo.id,
    // A conversation of two people has a `kind` without a name.
    name: convo.kind?.name || null,
    people: convo.members.filter((one) => one.did !== did).map(toPerson),
    lastMessage: last,
    unreadCount: convo.unreadCount ?? null,
    updatedAt: typeof sentAt === 'string' ? toMomentOrNull(sentAt) : null,
    canReplyUntil: null,
    fullHistory: true,
    raw: convo,
  })
}
