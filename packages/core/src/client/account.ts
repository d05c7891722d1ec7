import { ConfigError, type RawData } from '../errors/index.js'
import { type PostInput, type PostResult, toOptionalMoment, type Update } from '../models/index.js'
import type { AccountRunner } from './account-runner.js'
import type { AnyAccount } from './account-types.js'
import { needText, needUpdate, pageOf } from './arguments.js'
import { BaseHandle } from './base-handle.js'
import type { ListOptions, ReplyOptions } from './operations.js'
import { publishMessage, publishPost, publishReply, replyToUpdate } from './posting.js'
import type { CallOptions, PublishOptions } from './types.js'

/** One account with every operation; what its network lacks is refused by name, before any request. */
export class AccountHandle extends BaseHandle implements AnyAccount {
  readonly #runner: AccountRunner

  constructor(runner: AccountRunner) {
    super(runner)
    this.#runner = runner
  }

  post(post: PostInput, options?: PublishOptions): Promise<PostResult> {
    return publishPost(this.#runner, post, options)
  }

  async checkState(postId: string, options?: CallOptions) {
    needText(postId, 'postId')
    return this.#runner.run('checkState', options, (platform, call) => platform.checkState(postId, call))
  }

  async profile(options?: CallOptions) {
    return this.#runner.run('readProfile', options, (platform, call) => platform.readProfile(call))
  }

  async readStats(postId: string, options?: CallOptions) {
    needText(postId, 'postId')
    return this.#runner.run('readStats', options, (platform, call) => platform.readStats(postId, call))
  }

  async readPost(postId: string, options?: CallOptions) {
    needText(postId, 'postId')
    return this.#runner.run('readPost', options, (platform, call) => platform.readPost(postId, call))
  }

  async readThread(
    postId: string,
    options: CallOptions & { readonly depth?: number | null; readonly limit?: number | null } = {},
  ) {
    needText(postId, 'postId')
    const window = { depth: options.depth ?? null, limit: options.limit ?? null }
    return this.#runner.run('readThread', options, (platform, call) =>
      platform.readThread(postId, window, call),
    )
  }

  async readReplies(postId: string, options: CallOptions & { readonly wholeConversation?: boolean } = {}) {
    needText(postId, 'postId')
    const wholeConversation = options.wholeConversation ?? false
    return this.#runner.run('readReplies', options, (platform, call) =>
      platform.readReplies(postId, { wholeConversation }, call),
    )
  }

  async reply(postId: string, text: string, options?: ReplyOptions) {
    needText(postId, 'postId')
    return publishReply(this.#runner, postId, text, options)
  }

  async like(postId: string, options?: CallOptions) {
    needText(postId, 'postId')
    return this.#runner.run('like', options, (platform, call) => platform.like(postId, call))
  }

  async unlike(postId: string, options: CallOptions & { readonly likeId?: string | null } = {}) {
    needText(postId, 'postId')
    const likeId = options.likeId ?? null
    return this.#runner.run('unlike', options, (platform, call) => platform.unlike(postId, { likeId }, call))
  }

  async readLikes(postId: string, options?: ListOptions) {
    needText(postId, 'postId')
    return this.#runner.run('readLikes', options, (platform, call) =>
      platform.readLikes(postId, pageOf(options), call),
    )
  }

  async fetchUpdates(since?: Parameters<AnyAccount['fetchUpdates']>[0], options?: CallOptions) {
    const moment = toOptionalMoment(since, 'since')
    return this.#runner.run('fetchUpdates', options, (platform, call) => platform.fetchUpdates(moment, call))
  }

  async fetchUpdatesAfter(
    marker: string | null,
    options: CallOptions & { readonly limit?: number | null } = {},
  ) {
    if (marker !== null) needText(marker, 'marker')
    const { limit } = pageOf(options)
    return this.#runner.run('fetchUpdatesAfter', options, (platform, call) =>
      platform.fetchUpdatesAfter(marker, { limit }, call),
    )
  }

  async markSeen(marker: string, options?: CallOptions) {
    needText(marker, 'marker')
    return this.#runner.run('markSeen', options, (platform, call) => platform.markSeen(marker, call))
  }

  async startUpdates(options: CallOptions & { readonly kinds?: readonly string[] | null } = {}) {
    const kinds = options.kinds ?? null
    return this.#runner.run('startUpdates', options, (platform, call) =>
      platform.startUpdates({ kinds }, call),
    )
  }

  async stopUpdates(options?: CallOptions) {
    return this.#runner.run('stopUpdates', options, (platform, call) => platform.stopUpdates(call))
  }

  async readConversations(options?: ListOptions) {
    return this.#runner.run('readConversations', options, (platform, call) =>
      platform.readConversations(pageOf(options), call),
    )
  }

  async readMessages(conversationId: string, options?: ListOptions) {
    needText(conversationId, 'conversationId')
    const page = pageOf(options)
    return this.#runner.run('readMessages', options, (platform, call) =>
      platform.readMessages(conversationId, page, call),
    )
  }

  async sendMessage(
    conversationId: string,
    text: string,
    options: PublishOptions & { readonly options?: RawData | null } = {},
  ) {
    needText(conversationId, 'conversationId')
    const message = { text, options: options.options ?? {} }
    return publishMessage(
      this.#runner,
      'sendMessage',
      { conversationId, ...message },
      options,
      (platform, call) => platform.sendMessage(conversationId, message, call),
    )
  }

  async markRead(conversationId: string, options?: CallOptions) {
    needText(conversationId, 'conversationId')
    return this.#runner.run('markRead', options, (platform, call) => platform.markRead(conversationId, call))
  }

  async startConversation(personIds: readonly string[], text: string, options: PublishOptions = {}) {
    if (!Array.isArray(personIds) || personIds.length === 0)
      throw new ConfigError('startConversation needs at least one person: pass their ids as a list.')
    for (const id of personIds) needText(id, 'personIds')
    return publishMessage(this.#runner, 'startConversation', { personIds, text }, options, (platform, call) =>
      platform.startConversation(personIds, text, call),
    )
  }

  async replyToUpdate(update: Update, text: string, options?: PublishOptions) {
    needUpdate(update, this.id)
    return replyToUpdate(this.#runner, update, text, options)
  }

  async setCommentVisibility(update: Update, options: CallOptions & { readonly hidden?: boolean } = {}) {
    needUpdate(update, this.id)
    const hidden = options.hidden ?? true
    return this.#runner.run('setCommentVisibility', options, (platform, call) =>
      platform.setCommentVisibility(update, { hidden }, call),
    )
  }

  async deleteComment(update: Update, options?: CallOptions) {
    needUpdate(update, this.id)
    return this.#runner.run('deleteComment', options, (platform, call) =>
      platform.deleteComment(update, call),
    )
  }

  async deletePost(postId: string, options?: CallOptions) {
    needText(postId, 'postId')
    return this.#runner.run('deletePost', options, (platform, call) => platform.deletePost(postId, call))
  }

  async getLocation(options?: CallOptions) {
    return this.#runner.run('getLocation', options, (platform, call) => platform.getLocation(call))
  }

  async updateLocation(fields: RawData, options?: CallOptions) {
    return this.#runner.run('updateLocation', options, (platform, call) =>
      platform.updateLocation(fields, call),
    )
  }

  async verificationOptions(options?: CallOptions) {
    return this.#runner.run('verificationOptions', options, (platform, call) =>
      platform.verificationOptions(call),
    )
  }

  async startVerification(method: string, options?: CallOptions) {
    needText(method, 'method')
    return this.#runner.run('startVerification', options, (platform, call) =>
      platform.startVerification(method, call),
    )
  }

  async completeVerification(id: string, pin: string, options?: CallOptions) {
    needText(id, 'id')
    needText(pin, 'pin')
    return this.#runner.run('completeVerification', options, (platform, call) =>
      platform.completeVerification(id, pin, call),
    )
  }

  async verificationState(options?: CallOptions) {
    return this.#runner.run('verificationState', options, (platform, call) =>
      platform.verificationState(call),
    )
  }
}
