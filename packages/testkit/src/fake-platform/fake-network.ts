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

/** Names of the methods that `failNext` accepts. */
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
  'replyToUpdate',
  'setCommentVisibility',
  'deleteComment',
] as const

/** Name of a method that `failNext` accepts. */
export type CanFailNext = (typeof CAN_FAIL_NEXT)[number]

/**
 * The server side of a fake platform. Tests add actions of other people, and read the actions of
 * the application. Generated ids and times are the same in every run.
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

  /** Adds a post of another person. Default ids: `post-1`, `post-2`. */
  addPost(init: FakePostInit = {}): PostDetails {
    checkSeed('addPost', init)
    return this.posts.add(init, null)
  }

  /**
   * Adds a reply to a post or to another reply.
   *
   * @throws PostGoneError if the parent does not exist.
   */
  addReply(to: string | PostDetails, init: FakePostInit = {}): PostDetails {
    checkSeed('addReply', init)
    const postId: unknown = typeof to === 'string' ? to : to?.id
    assertString(postId, 'addReply: to')
    return this.posts.add(init, postId)
  }

  /**
   * Adds a like of another person. Default people: `liker-1`, `liker-2`.
   *
   * @throws PostGoneError if the post does not exist.
   */
  addLike(
    postId: string,
    person?: Person,
    options: { readonly likedAt?: Date | undefined } = {},
  ): LikeResult {
    checkSeed('addLike', options)
    assertString(postId, 'addLike: postId')
    return this.posts.like(postId, person ?? makePerson({ id: this.maker.id('liker') }), options.likedAt)
  }

  /**
   * Adds an update of an account, and passes the update to the account's listeners. Default ids:
   * `update-1`, `update-2`.
   */
  addUpdate(kind: UpdateKind, init: FakeUpdateInit = {}): Update {
    checkSeed('addUpdate', init)
    assertString(kind, 'addUpdate: kind')
    const update = this.updates.add(kind, init)
    this.streams.emit(update)
    return update
  }

  /** Ends every stream of live updates. Streams reject with `error` if an error is given. */
  endStreams(error: Error | null = null): void {
    this.streams.end(error)
  }

  /**
   * Adds a conversation between the connected account and these people. Default ids:
   * `conversation-1`, `conversation-2`.
   */
  addConversation(people: readonly Person[], init: FakeConversationInit = {}): Conversation {
    checkSeed('addConversation', init)
    return this.conversations.add(people, init)
  }

  /**
   * Adds a message to a conversation. Messages of other people are unread.
   *
   * @throws NotFoundError for an unknown conversation.
   */
  addMessage(conversationId: string, sender: Person, text: string, init: FakeMessageInit = {}): Message {
    checkSeed('addMessage', init)
    assertString(conversationId, 'addMessage: conversationId')
    return this.conversations.addMessage(conversationId, sender, text, init)
  }

  /**
   * Makes the next call of a method throw `error`. Later calls succeed again.
   *
   * @throws ConfigError for an unsupported method. The error message lists the supported methods.
   */
  failNext(method: CanFailNext, error: Error): void {
    if (!CAN_FAIL_NEXT.includes(method))
      throw new ConfigError(
        `failNext cannot make ${describeValue(method)} fail. It takes: ${CAN_FAIL_NEXT.join(', ')}.`,
      )
    this.#failures.set(method, error)
  }

  /** Throws the error that a test set with `failNext`, if any. */
  protected failIfScripted(method: CanFailNext): void {
    const error = this.#failures.get(method)
    this.#failures.delete(method)
    if (error) throw error
  }
}
