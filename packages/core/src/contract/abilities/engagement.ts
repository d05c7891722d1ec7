import type { RawData } from '../../errors/index.js'
import type { Like, LikeResult, Media, Page, PostResult, RepostResult } from '../../models/index.js'
import type { CallOptions, PublishOptions } from '../call-options.js'
import type { PublishCall } from '../calls.js'
import type { Ability } from './ability.js'
import type { ListOptions } from './reading.js'

/** Options of a reply. */
export interface ReplyOptions extends PublishOptions {
  readonly media?: readonly Media[] | undefined
  /** The network's own settings. */
  readonly options?: RawData | null | undefined
}

/** Options of taking a like back. */
export interface UnlikeOptions extends CallOptions {
  /** `id` of the like, where it is known: saves a request on some networks. */
  readonly likeId?: string | null | undefined
}

/** Options of taking a repost back. */
export interface UndoRepostOptions extends CallOptions {
  /** `id` of the repost, where it is known: saves a request on some networks. */
  readonly repostId?: string | null | undefined
}

/** What an application does with the posts of others. */
export interface EngagementOperations {
  /** Answers a post at any depth; one extra request, to read the parent. */
  reply(postId: string, text: string, options?: ReplyOptions): Promise<PostResult>
  /** Likes a post; liking twice is one like. */
  like(postId: string, options?: CallOptions): Promise<LikeResult>
  /** Takes a like back; quiet when there is none. */
  unlike(postId: string, options?: UnlikeOptions): Promise<void>
  /** Who liked a post. */
  readLikes(postId: string, options?: ListOptions): Promise<Page<Like>>
  /** Passes a post on to the account's own followers; twice is once. */
  repost(postId: string, options?: CallOptions): Promise<RepostResult>
  /** Takes a repost back; quiet when there is none. `postId` is the post that was passed on. */
  undoRepost(postId: string, options?: UndoRepostOptions): Promise<void>
}

/** What a reply is made of. */
export interface ReplyContent {
  readonly text: string
  readonly media: readonly Media[]
  readonly options: RawData
}

/** Answers a post at any depth; one extra request, to read the parent. */
export interface CanReply {
  reply(postId: string, reply: ReplyContent, call: PublishCall): Promise<PostResult>
}

/** Likes posts; idempotent. */
export type CanLike = Ability<EngagementOperations, 'like' | 'unlike'>

/** Reads who liked a post. */
export type CanReadLikes = Ability<EngagementOperations, 'readLikes'>

/** Passes posts on to one's own followers; idempotent, both ways. */
export type CanRepost = Ability<EngagementOperations, 'repost' | 'undoRepost'>

/** The abilities of this topic. */
export type EngagementAbilities = CanReply & CanLike & CanReadLikes & CanRepost
