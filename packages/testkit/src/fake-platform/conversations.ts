import {
  type Attachment,
  type Conversation,
  makePerson,
  type Message,
  model,
  NotFoundError,
  type Page,
  type Person,
} from '@social/core/platform'

import type { Maker } from './maker.js'
import { pageOf } from './paging.js'

/** Fields of a conversation that a test adds. */
export interface FakeConversationInit {
  readonly conversationId?: string | undefined
  readonly unreadCount?: number | undefined
  readonly canReplyUntil?: Date | null | undefined
  readonly fullHistory?: boolean | undefined
}

/** Fields of a message that a test adds. */
export interface FakeMessageInit {
  readonly messageId?: string | undefined
  readonly sentAt?: Date | undefined
  /** True if the connected account sent the message. Messages of other people are unread. */
  readonly isMine?: boolean | undefined
  readonly attachments?: readonly Attachment[] | undefined
}

interface SavedConversation extends FakeConversationInit {
  readonly id: string
  readonly people: readonly Person[]
  readonly createdAt: Date
  readonly messages: Message[]
  unread: number
}

interface Window {
  readonly after: string | null
  readonly limit: number | null
}

/** Stores the conversations of a fake network. */
export class FakeConversations {
  readonly #name: string
  readonly #maker: Maker
  readonly #pageSize: number
  readonly #conversations = new Map<string, SavedConversation>()

  constructor(name: string, maker: Maker, pageSize: number) {
    this.#name = name
    this.#maker = maker
    this.#pageSize = pageSize
  }

  /** Adds a conversation between the connected account and these people. */
  add(people: readonly Person[], init: FakeConversationInit): Conversation {
    return toConversation(this.#keep(people, init))
  }

  /**
   * Adds a message to a conversation.
   *
   * @throws NotFoundError for an unknown conversation.
   */
  addMessage(conversationId: string, sender: Person, text: string, init: FakeMessageInit): Message {
    const conversation = this.need(conversationId)
    const isMine = init.isMine ?? false
    const message = model({
      id: init.messageId ?? this.#maker.id('message'),
      conversationId,
      sender,
      text,
      sentAt: init.sentAt ?? this.#maker.moment(),
      isMine,
      deleted: false,
      attachments: init.attachments ?? [],
      raw: {},
    })
    conversation.messages.push(message)
    if (!isMine) conversation.unread += 1
    return message
  }

  /**
   * Returns the id of the conversation with exactly these people. Creates the conversation if it
   * does not exist.
   */
  idWith(personIds: readonly string[]): string {
    const wanted = new Set(personIds)
    const same = [...this.#conversations.values()].find(
      ({ people }) => people.length === wanted.size && people.every(({ id }) => wanted.has(id)),
    )
    return (
      same?.id ??
      this.#keep(
        Array.from(wanted, (id) => makePerson({ id })),
        {},
      ).id
    )
  }

  /** Returns conversations in the order of their last messages, newest first. */
  read(window: Window): Page<Conversation> {
    const newestFirst = [...this.#conversations.values()].toSorted(
      (one, other) => lastOf(other) - lastOf(one),
    )
    return pageOf(newestFirst.map(toConversation), window, this.#pageSize)
  }

  /**
   * Returns the messages of a conversation, newest first.
   *
   * @throws NotFoundError for an unknown conversation.
   */
  messages(conversationId: string, window: Window): Page<Message> {
    const messages = this.need(conversationId).messages.toSorted(
      (one, other) => other.sentAt.getTime() - one.sentAt.getTime(),
    )
    return pageOf(messages, window, this.#pageSize)
  }

  /**
   * Marks a conversation as read.
   *
   * @throws NotFoundError for an unknown conversation.
   */
  markRead(conversationId: string): void {
    this.need(conversationId).unread = 0
  }

  #keep(people: readonly Person[], init: FakeConversationInit): SavedConversation {
    const id = init.conversationId ?? this.#maker.id('conversation')
    const createdAt = this.#maker.moment()
    const conversation = { ...init, id, people, createdAt, messages: [], unread: init.unreadCount ?? 0 }
    this.#conversations.set(id, conversation)
    return conversation
  }

  /**
   * Returns a conversation by its id.
   *
   * @throws NotFoundError for an unknown conversation.
   */
  need(conversationId: string): SavedConversation {
    const conversation = this.#conversations.get(conversationId)
    if (conversation) return conversation
    throw new NotFoundError(`${this.#name} has no conversation ${conversationId}.`, { platform: this.#name })
  }
}

function lastOf({ messages, createdAt }: SavedConversation): number {
  return messages.reduce((last, { sentAt }) => Math.max(last, sentAt.getTime()), 0) || createdAt.getTime()
}

function toConversation(kept: SavedConversation): Conversation {
  const { id, people, messages, unread, createdAt } = kept
  const lastMessage =
    messages.toSorted((one, other) => one.sentAt.getTime() - other.sentAt.getTime()).at(-1) ?? null
  return model({
    id,
    name: null,
    people,
    lastMessage,
    unreadCount: unread,
    updatedAt: lastMessage?.sentAt ?? createdAt,
    canReplyUntil: kept.canReplyUntil ?? null,
    fullHistory: kept.fullHistory ?? true,
    raw: {},
  })
}
