import { refuseUnknownNames } from '@social/core/platform'

import type { FakeConversationInit, FakeMessageInit } from './conversations.js'
import type { FakePostInit } from './posts.js'
import type { FakeConnectionInit } from './sign-in.js'
import type { FakeUpdateInit } from './updates.js'

/** Accepted fields of the objects that a test adds, by method name. */
interface Seeds {
  readonly connection: FakeConnectionInit
  readonly addPost: FakePostInit
  readonly addReply: FakePostInit
  readonly addLike: { readonly likedAt?: Date | undefined }
  readonly addUpdate: FakeUpdateInit
  readonly addConversation: FakeConversationInit
  readonly addMessage: FakeMessageInit
  readonly signPush: { readonly secret?: string | undefined }
}

const POST = {
  text: true,
  postId: true,
  author: true,
  isMine: true,
  visibility: true,
  createdAt: true,
  attachments: true,
} as const

const NAMES: { readonly [K in keyof Seeds]: Readonly<Record<keyof Seeds[K], true>> } = {
  connection: {
    connectionId: true,
    accountId: true,
    accountName: true,
    token: true,
    host: true,
    scopes: true,
    extra: true,
    avatarUrl: true,
    problem: true,
  },
  addPost: POST,
  addReply: POST,
  addLike: { likedAt: true },
  addUpdate: {
    updateId: true,
    connectionId: true,
    actor: true,
    postId: true,
    aboutPostId: true,
    threadRootId: true,
    conversationId: true,
    parentId: true,
    text: true,
    attachments: true,
    rating: true,
    url: true,
    isOwn: true,
    actions: true,
    timestamp: true,
  },
  addConversation: { conversationId: true, unreadCount: true, canReplyUntil: true, fullHistory: true },
  addMessage: { messageId: true, sentAt: true, isMine: true, attachments: true },
  signPush: { secret: true },
}

/**
 * Refuses unknown fields of an object that a test adds. A misspelled field would otherwise be
 * ignored without notice.
 *
 * @throws ConfigError that suggests the closest known field.
 */
export function checkSeed<K extends keyof Seeds>(method: K, init: Seeds[K]): void {
  refuseUnknownNames(init, Object.keys(NAMES[method]), method)
}
