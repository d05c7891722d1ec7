import type { RawData } from '../../errors/index.js'
import type { Conversation, Message, Page } from '../../models/index.js'
import type { Call, PublishCall } from '../calls.js'
import type { PageOptions } from './reading.js'

/** Reads and sends private messages. */
export interface CanMessage {
  readConversations(options: PageOptions, call: Call): Promise<Page<Conversation>>
  /** Newest first; `after` goes further back. */
  readMessages(conversationId: string, options: PageOptions, call: Call): Promise<Page<Message>>
  sendMessage(
    conversationId: string,
    message: { readonly text: string; readonly options: RawData },
    call: PublishCall,
  ): Promise<Message>
  markRead(conversationId: string, call: Call): Promise<void>
}

/** Starts conversations. */
export interface CanStartConversations {
  startConversation(
    personIds: readonly string[],
    message: { readonly text: string; readonly options: RawData },
    call: PublishCall,
  ): Promise<Message>
}
