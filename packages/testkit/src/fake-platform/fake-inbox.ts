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

/** The connected account as a person. */
export function personOf({ accountId, accountName, avatarUrl }: Connection): Person {
  return makePerson({ id: accountId, handle: accountName, displayName: accountName, avatarUrl })
}

/** Reading, replies and likes of a fake platform. */
export class FakeInbox extends FakeNetwork {
  protected readonly settings: FullSettings

  constructor(settings: FullSettings) {
    super(settings)
    this.settings = settings
  }

  /** One post. @throws PostGoneError if it was deleted or never existed. */
  async readPost(postId: string, { connection }: Call): Promise<PostDetails> {
    this.failIfScripted('readPost')
    return this.posts.read(postId, connection.accountId)
  }

  /** A post and its replies, in the order they were created. */
  async readThread(
    postId: string,
    options: { readonly depth: number | null; readonly limit: number | null },
    { connection }: Call,
  ): Promise<Thread> {
    this.failIfScripted('readThread')
    return this.posts.thread(postId, options, connection.accountId)
  }

  /** Replies to a post. @throws PostGoneError if the post does not exist. */
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

  /** Likes a post. A second like returns the first like. */
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

  /** Edits a post of the application. @throws PostGoneError if the post does not exist. */
  async editPost(postId: string, edit: PostEdit, call: PublishCall): Promise<PostResult> {
    this.failIfScripted('editPost')
    const { connection, idempotencyKey } = call
    await call.finish({ data: { idempotencyKey } }, async () =>
      this.posts.edit(postId, edit.text, call.clock.now()),
    )
    this.edited.push({ connectionId: connection.id, postId, edit })
    return makePostResult({ id: postId, url: this.posts.urlOf(postId), idempotencyKey })
  }

  /** Reposts a post. A second repost returns the first repost. */
  async repost(postId: string, { connection }: Call): Promise<RepostResult> {
    this.failIfScripted('repost')
    const repost = this.posts.repost(postId, connection.accountId)
    this.reposted.push({ connectionId: connection.id, postId })
    return repost
  }

  /** Removes a repost. Does nothing without one. */
  async undoRepost(
    postId: string,
    _options: { readonly repostId: string | null },
    { connection }: Call,
  ): Promise<void> {
    this.failIfScripted('undoRepost')
    this.posts.undoRepost(postId, connection.accountId)
    this.unreposted.push({ connectionId: connection.id, postId })
  }

  /** Likes of a post, in order. */
  async readLikes(postId: string, options: PageOptions, _call: Call): Promise<Page<Like>> {
    this.failIfScripted('readLikes')
    return this.posts.likes(postId, options, this.settings.pageSize)
  }

  /** Returns the updates that are strictly newer than a time. Null returns all updates. */
  async fetchUpdates(since: Date | null, { connection }: Call): Promise<readonly Update[]> {
    return this.updates.since(since, connection.id)
  }

  /** Returns the updates after a marker. Null returns the newest page. @throws ConfigError for an unknown marker. */
  async fetchUpdatesAfter(
    marker: string | null,
    options: { readonly limit: number | null },
    { connection }: Call,
  ): Promise<UpdateBatch> {
    this.failIfScripted('fetchUpdatesAfter')
    const { pageSize } = this.settings
    return this.updates.after(marker, { limit: options.limit, pageSize }, connection.id)
  }

  /** Emits updates until the signal fires, or until `endStreams`. */
  async listen(listener: UpdateListener, call: Call): Promise<void> {
    this.failIfScripted('listen')
    return this.streams.hold(listener, call)
  }

  /** Records a marker as seen. @throws ConfigError for an unknown marker. */
  async markSeen(marker: string, { connection }: Call): Promise<void> {
    this.failIfScripted('markSeen')
    this.updates.checkMarker(marker, connection.id)
    this.markedSeen.push({ connectionId: connection.id, marker })
  }

  /** Conversations, newest first. */
  async readConversations(options: PageOptions, _call: Call): Promise<Page<Conversation>> {
    this.failIfScripted('readConversations')
    return this.conversations.read(options)
  }

  /** Messages, newest first. @throws NotFoundError for an unknown conversation. */
  async readMessages(conversationId: string, options: PageOptions, _call: Call): Promise<Page<Message>> {
    this.failIfScripted('readMessages')
    return this.conversations.messages(conversationId, options)
  }

  /** Sends a message. @throws NotFoundError for an unknown conversation. */
  async sendMessage(
    conversationId: string,
    message: Pick<ReplyContent, 'text' | 'options'>,
    call: PublishCall,
  ): Promise<Message> {
    this.failIfScripted('sendMessage')
    return this.#send(conversationId, message.text, call)
  }

  /** Marks a conversation as read. @throws NotFoundError for an unknown conversation. */
  async markRead(conversationId: string, { connection }: Call): Promise<void> {
    this.failIfScripted('markRead')
    this.conversations.markRead(conversationId)
    this.markedRead.push({ connectionId: connection.id, conversationId })
  }

  /** Sends a message to people, in the conversation with exactly these people or in a new conversation. */
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
