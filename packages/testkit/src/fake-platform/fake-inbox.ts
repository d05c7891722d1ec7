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

/** What a fake platform can read, answer and like. */
export class FakeInbox extends FakeNetwork {
  protected readonly settings: FullSettings

  constructor(settings: FullSettings) {
    super(settings)
    this.settings = settings
  }

  /** One post. @throws PostGoneError when it was deleted or never there. */
  async readPost(postId: string, { connection }: Call): Promise<PostDetails> {
    this.failIfScripted('readPost')
    return this.posts.read(postId, connection.accountId)
  }

  /** A post and what was answered to it, in the order it was made. */
  async readThread(
    postId: string,
    options: { readonly depth: number | null; readonly limit: number | null },
    { connection }: Call,
  ): Promise<Thread> {
    this.failIfScripted('readThread')
    return this.posts.thread(postId, options, connection.accountId)
  }

  /** Answers a post. @throws PostGoneError when it is not there. */
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

  /** Likes a post; liking twice is the same like. */
  async like(postId: string, { connection }: Call): Promise<LikeResult> {
    this.failIfScripted('like')
    const like = this.posts.like(postId, personOf(connection))
    this.liked.push({ connectionId: connection.id, postId })
    return like
  }

  /** Takes a like back; quiet when there is none. */
  async unlike(
    postId: string,
    options: { readonly likeId: string | null },
    { connection }: Call,
  ): Promise<void> {
    this.failIfScripted('unlike')
    this.posts.unlike(postId, options.likeId, connection.accountId)
    this.unliked.push({ connectionId: connection.id, postId })
  }

  /** Changes a post of the application's own. @throws PostGoneError when it is not there. */
  async editPost(postId: string, edit: PostEdit, call: PublishCall): Promise<PostResult> {
    this.failIfScripted('editPost')
    const { connection, idempotencyKey } = call
    await call.finish({ data: { idempotencyKey } }, async () =>
      this.posts.edit(postId, edit.text, call.clock.now()),
    )
    this.edited.push({ connectionId: connection.id, postId, edit })
    return makePostResult({ id: postId, url: this.posts.urlOf(postId), idempotencyKey })
  }

  /** Passes a post on; twice is the same repost. */
  async repost(postId: string, { connection }: Call): Promise<RepostResult> {
    this.failIfScripted('repost')
    const repost = this.posts.repost(postId, connection.accountId)
    this.reposted.push({ connectionId: connection.id, postId })
    return repost
  }

  /** Takes a repost back; quiet when there is none. */
  async undoRepost(
    postId: string,
    _options: { readonly repostId: string | null },
    { connection }: Call,
  ): Promise<void> {
    this.failIfScripted('undoRepost')
    this.posts.undoRepost(postId, connection.accountId)
    this.unreposted.push({ connectionId: connection.id, postId })
  }

  /** Who likes a post, in the order they did. */
  async readLikes(postId: string, options: PageOptions, _call: Call): Promise<Page<Like>> {
    this.failIfScripted('readLikes')
    return this.posts.likes(postId, options, this.settings.pageSize)
  }

  /** What is strictly newer than a moment; null = everything. */
  async fetchUpdates(since: Date | null, { connection }: Call): Promise<readonly Update[]> {
    return this.updates.since(since, connection.id)
  }

  /** What came after a marker; null = the newest page. @throws ConfigError for a marker it did not make. */
  async fetchUpdatesAfter(
    marker: string | null,
    options: { readonly limit: number | null },
    { connection }: Call,
  ): Promise<UpdateBatch> {
    this.failIfScripted('fetchUpdatesAfter')
    const { pageSize } = this.settings
    return this.updates.after(marker, { limit: options.limit, pageSize }, connection.id)
  }

  /** Tells what happens until the call is given up, or `endStreams`. */
  async listen(listener: UpdateListener, call: Call): Promise<void> {
    this.failIfScripted('listen')
    return this.streams.hold(listener, call)
  }

  /** Notes what was seen. @throws ConfigError for a marker it did not make. */
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

  /** Messages, newest first. @throws NotFoundError for a conversation that is not there. */
  async readMessages(conversationId: string, options: PageOptions, _call: Call): Promise<Page<Message>> {
    this.failIfScripted('readMessages')
    return this.conversations.messages(conversationId, options)
  }

  /** Sends a message. @throws NotFoundError for a conversation that is not there. */
  async sendMessage(
    conversationId: string,
    message: Pick<ReplyContent, 'text' | 'options'>,
    call: PublishCall,
  ): Promise<Message> {
    this.failIfScripted('sendMessage')
    return this.#send(conversationId, message.text, call)
  }

  /** Marks a conversation as read. @throws NotFoundError when it is not there. */
  async markRead(conversationId: string, { connection }: Call): Promise<void> {
    this.failIfScripted('markRead')
    this.conversations.markRead(conversationId)
    this.markedRead.push({ connectionId: connection.id, conversationId })
  }

  /** Writes to people: in the conversation with exactly these, or in a new one. */
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
