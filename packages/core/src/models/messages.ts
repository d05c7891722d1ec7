import type { RawData } from '../errors/index.js'
import type { Attachment, Person } from './reading.js'

/** One message of a conversation. */
export interface Message {
  readonly id: string
  readonly conversationId: string
  readonly sender: Person
  /** '' when deleted. */
  readonly text: string
  readonly sentAt: Date
  readonly isMine: boolean
  readonly deleted: boolean
  readonly attachments: readonly Attachment[]
  /** The network's untouched reply. Hidden when printed. */
  readonly raw: RawData
}

/** A conversation between the connected account and other people. */
export interface Conversation {
  readonly id: string
  /** What the people in it call it; null where it has no name. */
  readonly name: string | null
  /** Everyone except the connected account. */
  readonly people: readonly Person[]
  /** The newest message; null when there is none, or the network does not send it. */
  readonly lastMessage: Message | null
  /** Messages that were not read yet; null where the network does not say. Mastodon only says yes or no: 1 or 0. */
  readonly unreadCount: number | null
  readonly updatedAt: Date | null
  /** Until when the network lets the account answer; null where there is no such limit. */
  readonly canReplyUntil: Date | null
  /** False where the network shows only part of the conversation. */
  readonly fullHistory: boolean
  /** The network's untouched reply. Hidden when printed. */
  readonly raw: RawData
}
