import type { RawData } from '../errors/index.js'
import type { Attachment, Person } from './reading.js'

/** One message of a conversation. */
export interface Message {
  readonly id: string
  readonly conversationId: string
  readonly sender: Person
  /** Text of the message. Empty if the message was deleted. */
  readonly text: string
  readonly sentAt: Date
  readonly isMine: boolean
  readonly deleted: boolean
  readonly attachments: readonly Attachment[]
  /** Unmodified response of the network. Omitted when the object is printed. */
  readonly raw: RawData
}

/** A conversation between the connected account and other people. */
export interface Conversation {
  readonly id: string
  /** Name of the conversation. Null if it has none. */
  readonly name: string | null
  /** All members of the conversation except the connected account. */
  readonly people: readonly Person[]
  /**
   * Latest message. Null if the conversation is empty, or if the network does not return the
   * latest message.
   */
  readonly lastMessage: Message | null
  /**
   * Number of unread messages. Null if unknown. Mastodon only reports whether there are unread
   * messages, so the number is then 1 or 0.
   */
  readonly unreadCount: number | null
  readonly updatedAt: Date | null
  /** The account can answer until this time. Null if there is no time limit. */
  readonly canReplyUntil: Date | null
  /** False if the network returns only a part of the conversation's messages. */
  readonly fullHistory: boolean
  /** Unmodified response of the network. Omitted when the object is printed. */
  readonly raw: RawData
}
