import {
  ConfigError,
  describeValue,
  type Conversation,
  type LikeResult,
  makePerson,
  type Message,
  type Person,
  type PostDetails,
  type Update,
  type UpdateKind,
} from '@social/core/platform'
import { assertString } from '@social/core/store'

import { FakeConversations, type FakeConversationInit, type FakeMessageInit } from './conversations.js'
import { Maker } from './maker.js'
import { type FakePostInit, FakePosts } from './posts.js'
import { FakeRecords } from './records.js'
import { checkSeed } from './seeds.js'
import type { FullSettings } from './settings.js'
import { FakeStreams } from './streams.js'
import { FakeUpdates, type FakeUpdateInit } from './updates.js'

/** The methods that `failNext` takes. */
const CAN_FAIL_NEXT = [
  'readPost',
  'readThread',
  'reply',
  'like',
  'unlike',
  'readLikes',
  'editPost',
  'repost',
  'undoRepost',
  'fetchUpdatesAfter',
  'listen',
  'markSeen',
  'readConversations',
  'readMessages',
  'sendMessage',
  'markRead',
  'startConversation',
] as const

/** A method that `failNext` takes. */
export type CanFailNext = (typeof CAN_FAIL_NEXT)[number]

/**
 * The far side of a fake platform: what people do on the network, added by the test, and what the application did
 * there, to be looked at. Ids and moments are the same in every run.
 */
export class FakeNetwork extends FakeRecords {
  protected readonly maker = new Maker()
  protected readonly posts: FakePosts
  protected readonly updates: FakeUpdates
  protected readonly conversations: FakeConversations
  protected readonly streams = new FakeStreams()
  readonly #failures = new Map<string, Error>()

  constructor({ name, updates, pageSize }: FullSettings) {
    super()
    this.posts = new FakePosts(name, this.maker)
    this.updates = new FakeUpdates(name, this.maker, updates)
    this.conversations = new FakeConversations(name, this.maker, pageSize)
  }

  /** Adds a post that somebody wrote; `post-1`, `post-2` unless it says its id. */
  addPost(init: FakePostInit = {}): PostDetails {
    checkSeed('addPost', init)
    return this.posts.add(init, null)
  }

  /** Adds a reply to a post or a reply. @throws PostGoneError when that is not there. */
  addReply(to: string | PostDetails, init: FakePostInit = {}): PostDetails {
    checkSeed('addReply', init)
    const postId: unknown = typeof to === 'string' ? to : to?.id
    assertString(postId, 'addReply: to')
    return this.posts.add(init, postId)
  }

  /** Lets somebody like a post: `liker-1`, `liker-2` unless given. @throws PostGoneError when it is not there. */
  addLike(
    postId: string,
    person?: Person,
    options: { readonly likedAt?: Date | undefined } = {},
  ): LikeResult {
    checkSeed('addLike', options)
    assertString(postId, 'addLike: postId')
    return this.posts.like(postId, person ?? makePerson({ id: this.maker.id('liker') }), options.likedAt)
  }

  /** Adds one thing that happened on an account, and tells whoever listens; `update-1`, `update-2` unless it says its id. */
  addUpdate(kind: UpdateKind, init: FakeUpdateInit = {}): Update {
    checkSeed('addUpdate', init)
    assertString(kind, 'addUpdate: kind')
    const update = this.updates.add(kind, init)
    this.streams.tell(update)
    return update
  }

  /** Ends every stream of live updates; with an error they break with it. */
  endStreams(error: Error | null = null): void {
    this.streams.end(error)
  }

  /** Adds a conversation with these people; `conversation-1`, `conversation-2` unless it says its id. */
  addConversation(people: readonly Person[], init: FakeConversationInit = {}): Conversation {
    checkSeed('addConversation', init)
    return this.conversations.add(people, init)
  }

  /** Adds a message; not being the account's own, it adds one unread. @throws NotFoundError without conversation. */
  addMessage(conversationId: string, sender: Person, text: string, init: FakeMessageInit = {}): Message {
    checkSeed('addMessage', init)
    assertString(conversationId, 'addMessage: conversationId')
    return this.conversations.addMessage(conversationId, sender, text, init)
  }

  /**
   * Makes the next call of a method fail, once.
   *
   * @throws ConfigError for a method that cannot be told to, with those that can.
   */
  failNext(method: CanFailNext, error: Error): void {
    if (!CAN_FAIL_NEXT.includes(method))
      throw new ConfigError(
        `failNext cannot make ${describeValue(method)} fail. It takes: ${CAN_FAIL_NEXT.join(', ')}.`,
      )
    this.#failures.set(method, error)
  }

  /** Throws what the test said the next call of that method should throw. */
  protected failIfScripted(method: CanFailNext): void {
    const error = this.#failures.get(method)
    this.#failures.delete(method)
    if (error) throw error
  }
}
