import type { RawData } from '../../errors/index.js'
import type { Conversation, Message, Page } from '../../models/index.js'
import type { CallOptions, PublishOptions } from '../call-options.js'
import type { PublishCall } from '../calls.js'
import type { Ability } from './ability.js'
import type { ListOptions } from './reading.js'

/** Options of a message. */
export interface MessageOptions extends PublishOptions {
  /** Settings of the message that only this network has. */
  readonly options?: RawData | null | undefined
}

/** Operations on private messages. */
export interface MessageOperations {
  /** Reads the account's conversations. */
  readConversations(options?: ListOptions): Promise<Page<Conversation>>
  /** Reads the messages of a conversation, newest first. `after` continues with older messages. */
  readMessages(conversationId: string, options?: ListOptions): Promise<Page<Message>>
  /**
   * Sends a message to a conversation.
   * @throws MissingPermissionError when the app password or scope excludes messages.
   */
  sendMessage(conversationId: string, text: string, options?: MessageOptions): Promise<Message>
  /** Marks a conversation as read. */
  markRead(conversationId: string, options?: CallOptions): Promise<void>
  /** Starts a conversation with its first message. The returned message contains the `conversationId`. */
  startConversation(personIds: readonly string[], text: string, options?: MessageOptions): Promise<Message>
}

/** Content of a message. */
export interface MessageContent {
  readonly text: string
  readonly options: RawData
}

/** Reads and sends private messages. */
export interface CanMessage extends Ability<
  MessageOperations,
  'readConversations' | 'readMessages' | 'markRead'
> {
  sendMessage(conversationId: string, message: MessageContent, call: PublishCall): Promise<Message>
}

/** Starts conversations. */
export interface CanStartConversations {
  startConversation(
    personIds: readonly string[],
    message: MessageContent,
    call: PublishCall,
  ): Promise<Message>
}

/** Intersection of all message abilities. */
export type MessageAbilities = CanMessage & CanStartConversations
