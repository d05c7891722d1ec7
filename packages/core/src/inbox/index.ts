export {
  type ConversationsOptions,
  type InboxConversation,
  type InboxKind,
  toConversations,
} from './conversations.js'
