import type { RawData } from '../errors/index.js'
import type { Attachment, Person } from './reading.js'

/** One message of a conversation. */
export interface Message {
  readonly id: string
  readonly conversationId: string
  readonly sender: Person
  /** Text of the message; empty if the message was deleted. */
  readonly text: string
  readonly sentAt: Date
  readonly isMine: boolean
  readonly deleted: boolean
  readonly attachments: readonly Attachment[]
  /** Unmodified response of the network. Hidden when printed. */
  readonly raw: RawData
}

/** A conversation between the connected account and other people. */
export interface Conversation {
  readonly id: string
  /** Name of the conversation; null if the conversation has no name. */
  readonly name: string | null
  /** All members except the connected account. */
  readonly people: readonly Person[]
  /** Most recent message; null if the conversation is empty or the network does not send the message. */
  readonly lastMessage: Message | null
  /**
   * Number of unread messages; null if unknown. Mastodon reports only whether unread messages exist, so the number
   * is 1 or 0.
   */
  readonly unreadCount: number | null
  readonly updatedAt: Date | null
  /** Time until which the account is allowed to answer; null if there is no limit. */
  readonly canReplyUntil: Date | null
  /** False if the network returns only part of the conversation. */
  readonly fullHistory: boolean
  /** Unmodified response of the network. Hidden when printed. */
  readonly raw: RawData
}
