import {
  type Call,
  type Connection,
  type Conversation,
  type Like,
  type LikeResult,
  makePerson,
  makePostResult,
  type Message,
  type Page,
  type PageOptions,
  type Person,
  type PostDetails,
  type PostEdit,
  type PostResult,
  type PublishCall,
  type ReplyContent,
  type RepostResult,
  type Thread,
  type Update,
  type UpdateBatch,
  type UpdateListener,
} from '@social/core/platform'

import { FakeNetwork } from './fake-network.js'
import type { FullSettings } from './settings.js'

/** Returns the connected account as a person. */
export function personOf({ accountId, accountName, avatarUrl }: Connection): Person {
  return makePerson({ id: accountId, handle: accountName, displayName: accountName, avatarUrl })
}

/** Methods of a fake platform for reading, replies, likes and messages. */
export class FakeInbox extends FakeNetwork {
  protected readonly settings: FullSettings

  constructor(settings: FullSettings) {
    super(settings)
    this.settings = settings
  }

  /**
   * Reads a post.
   *
   * @throws PostGoneError if the post was deleted or never existed.
   */
  async readPost(postId: string, { connection }: Call): Promise<PostDetails> {
    this.failIfScripted('readPost')
    return this.posts.read(postId, connection.accountId)
  }

  /** Reads a post and its replies, in the order of their creation. */
  async readThread(
    postId: string,
    options: { readonly depth: number | null; readonly limit: number | null },
    { connection }: Call,
  ): Promise<Thread> {
    this.failIfScripted('readThread')
    return this.posts.thread(postId, options, connection.accountId)
  }

  /**
   * Replies to a post.
   *
   * @throws PostGoneError if the post does not exist.
   */
  async reply(postId: string, reply: ReplyContent, call: PublishCall): Promise<PostResult> {
    this.failIfScripted('reply')
    const { connection, idempotencyKey } = call
    this.posts.read(postId, connection.accountId)
    const id = await call.finish({ data: { idempotencyKey } }, async () => this.maker.id(''))
    this.posts.keep({
      postId: id,
      text: reply.text,
      author: personOf(connection),
      parentId: postId,
      isOurs: true,
    })
    this.replied.push({ connectionId: connection.id, postId, text: reply.text })
    return makePostResult({ id, url: this.posts.urlOf(id), idempotencyKey })
  }

  /** Likes a post. A repeated like returns the existing like. */
  async like(postId: string, { connection }: Call): Promise<LikeResult> {
    this.failIfScripted('like')
    const like = this.posts.like(postId, personOf(connection))
    this.liked.push({ connectionId: connection.id, postId })
    return like
  }

  /** Removes a like. Does nothing if the like does not exist. */
  async unlike(
    postId: string,
    options: { readonly likeId: string | null },
    { connection }: Call,
  ): Promise<void> {
    this.failIfScripted('unlike')
    this.posts.unlike(postId, options.likeId, connection.accountId)
    this.unliked.push({ connectionId: connection.id, postId })
  }

  /**
   * Edits a post that the application created.
   *
   * @throws PostGoneError if the post does not exist.
   */
  async editPost(postId: string, edit: PostEdit, call: PublishCall): Promise<PostResult> {
    this.failIfScripted('editPost')
    const { connection, idempotencyKey } = call
    await call.finish({ data: { idempotencyKey } }, async () =>
      this.posts.edit(postId, edit.text, call.clock.now()),
    )
    this.edited.push({ connectionId: connection.id, postId, edit })
    return makePostResult({ id: postId, url: this.posts.urlOf(postId), idempotencyKey })
  }

  /** Reposts a post. A repeated repost returns the existing repost. */
  async repost(postId: string, { connection }: Call): Promise<RepostResult> {
    this.failIfScripted('repost')
    const repost = this.posts.repost(postId, connection.accountId)
    this.reposted.push({ connectionId: connection.id, postId })
    return repost
  }

  /** Removes a repost. Does nothing if the repost does not exist. */
  async undoRepost(
    postId: string,
    _options: { readonly repostId: string | null },
    { connection }: Call,
  ): Promise<void> {
    this.failIfScripted('undoRepost')
    this.posts.undoRepost(postId, connection.accountId)
    this.unreposted.push({ connectionId: connection.id, postId })
  }

  /** Reads the likes of a post, in the order of their creation. */
  async readLikes(postId: string, options: PageOptions, _call: Call): Promise<Page<Like>> {
    this.failIfScripted('readLikes')
    return this.posts.likes(postId, options, this.settings.pageSize)
  }

  /** Returns the updates that are strictly newer than `since`. Null returns all updates. */
  async fetchUpdates(since: Date | null, { connection }: Call): Promise<readonly Update[]> {
    return this.updates.since(since, connection.id)
  }

  /**
   * Returns the updates after a marker. Null returns the newest page.
   *
   * @throws ConfigError for an unknown marker.
   */
  async fetchUpdatesAfter(
    marker: string | null,
    options: { readonly limit: number | null },
    { connection }: Call,
  ): Promise<UpdateBatch> {
    this.failIfScripted('fetchUpdatesAfter')
    const { pageSize } = this.settings
    return this.updates.after(marker, { limit: options.limit, pageSize }, connection.id)
  }

  /**
   * Passes new updates to the listener, until the call's signal is aborted or a test calls
   * `endStreams`.
   */
  async listen(listener: UpdateListener, call: Call): Promise<void> {
    this.failIfScripted('listen')
    return this.streams.hold(listener, call)
  }

  /**
   * Records that the application has seen the updates up to a marker.
   *
   * @throws ConfigError for an unknown marker.
   */
  async markSeen(marker: string, { connection }: Call): Promise<void> {
    this.failIfScripted('markSeen')
    this.updates.checkMarker(marker, connection.id)
    this.markedSeen.push({ connectionId: connection.id, marker })
  }

  /** Reads the conversations of the account, newest first. */
  async readConversations(options: PageOptions, _call: Call): Promise<Page<Conversation>> {
    this.failIfScripted('readConversations')
    return this.conversations.read(options)
  }

  /**
   * Reads the messages of a conversation, newest first.
   *
   * @throws NotFoundError for an unknown conversation.
   */
  async readMessages(conversationId: string, options: PageOptions, _call: Call): Promise<Page<Message>> {
    this.failIfScripted('readMessages')
    return this.conversations.messages(conversationId, options)
  }

  /**
   * Sends a message to a conversation.
   *
   * @throws NotFoundError for an unknown conversation.
   */
  async sendMessage(
    conversationId: string,
    message: Pick<ReplyContent, 'text' | 'options'>,
    call: PublishCall,
  ): Promise<Message> {
    this.failIfScripted('sendMessage')
    return this.#send(conversationId, message.text, call)
  }

  /**
   * Marks a conversation as read.
   *
   * @throws NotFoundError for an unknown conversation.
   */
  async markRead(conversationId: string, { connection }: Call): Promise<void> {
    this.failIfScripted('markRead')
    this.conversations.markRead(conversationId)
    this.markedRead.push({ connectionId: connection.id, conversationId })
  }

  /**
   * Sends a message to people. Uses the conversation with exactly these people, or creates a new
   * conversation.
   */
  async startConversation(
    personIds: readonly string[],
    { text }: { readonly text: string },
    call: PublishCall,
  ): Promise<Message> {
    this.failIfScripted('startConversation')
    return this.#send(this.conversations.idWith(personIds), text, call)
  }

  async #send(conversationId: string, text: string, call: PublishCall): Promise<Message> {
    this.conversations.need(conversationId)
    const { idempotencyKey } = call
    const message = await call.finish({ data: { idempotencyKey } }, async () =>
      this.conversations.addMessage(conversationId, personOf(call.connection), text, { isMine: true }),
    )
    this.sentMessages.push({ connectionId: call.connection.id, conversationId, text })
    return message
  }
}
