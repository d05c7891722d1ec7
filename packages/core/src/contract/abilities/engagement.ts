import type { RawData } from '../../errors/index.js'
import type { Like, LikeResult, Media, Page, PostResult, RepostResult } from '../../models/index.js'
import type { CallOptions, PublishOptions } from '../call-options.js'
import type { PublishCall } from '../calls.js'
import type { Ability } from './ability.js'
import type { ListOptions } from './reading.js'

/** Options of a reply. */
export interface ReplyOptions extends PublishOptions {
  readonly media?: readonly Media[] | undefined
  /** Settings of the reply that only this network has. */
  readonly options?: RawData | null | undefined
}

/** Options of removing a like. */
export interface UnlikeOptions extends CallOptions {
  /** `id` of the like, if the application stored it. With this id some networks need one request less. */
  readonly likeId?: string | null | undefined
}

/** Options of removing a repost. */
export interface UndoRepostOptions extends CallOptions {
  /** `id` of the repost, if the application stored it. With this id some networks need one request less. */
  readonly repostId?: string | null | undefined
}

/** Operations on posts of other accounts. */
export interface EngagementOperations {
  /** Replies to a post at any depth of its thread. Sends one extra request to read the parent. */
  reply(postId: string, text: string, options?: ReplyOptions): Promise<PostResult>
  /** Likes a post. Repeated calls have the same effect as one call. */
  like(postId: string, options?: CallOptions): Promise<LikeResult>
  /** Removes a like. Does nothing if the account has not liked the post. */
  unlike(postId: string, options?: UnlikeOptions): Promise<void>
  /** Lists the likes of a post. */
  readLikes(postId: string, options?: ListOptions): Promise<Page<Like>>
  /** Reposts a post to the account's own followers. Repeated calls have the same effect as one call. */
  repost(postId: string, options?: CallOptions): Promise<RepostResult>
  /**
   * Removes a repost. Does nothing if the account has not reposted the post. `postId` is the id of the original
   * post.
   */
  undoRepost(postId: string, options?: UndoRepostOptions): Promise<void>
}

/** Comments on the account's own posts. */
export interface CommentOperations {
  /**
   * Writes a comment under a post of the account, at most once per idempotency key.
   *
   * @returns The id of the comment; null if the network returns none.
   */
  comment(postId: string, text: string, options?: PublishOptions): Promise<string | null>
}

/**
 * Writes a comment under a post of the account. The platform checks the text before any request, and sends no read
 * request before the visible request: `account.checkPost` runs these checks before the post exists.
 */
export interface CanComment {
  comment(postId: string, text: string, call: PublishCall): Promise<string | null>
}

/** Content of a reply. */
export interface ReplyContent {
  readonly text: string
  readonly media: readonly Media[]
  readonly options: RawData
}

/** Replies to a post at any depth of its thread. Sends one extra request to read the parent. */
export interface CanReply {
  reply(postId: string, reply: ReplyContent, call: PublishCall): Promise<PostResult>
}

/** Likes posts and removes likes. Repeated calls have the same effect as one call. */
export type CanLike = Ability<EngagementOperations, 'like' | 'unlike'>

/** Reads who liked a post. */
export type CanReadLikes = Ability<EngagementOperations, 'readLikes'>

/** Reposts posts and removes reposts. Repeated calls have the same effect as one call. */
export type CanRepost = Ability<EngagementOperations, 'repost' | 'undoRepost'>

/** Intersection of all engagement abilities. */
export type EngagementAbilities = CanReply & CanComment & CanLike & CanReadLikes & CanRepost
