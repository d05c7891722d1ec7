import type { RawData } from '../../errors/index.js'
import type { Like, LikeResult, Media, Page, PostResult, RepostResult } from '../../models/index.js'
import type { Call, PublishCall } from '../calls.js'
import type { PageOptions } from './reading.js'

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
export interface CanLike {
  like(postId: string, call: Call): Promise<LikeResult>
  unlike(postId: string, options: { readonly likeId: string | null }, call: Call): Promise<void>
}

/** Reads who liked a post. */
export interface CanReadLikes {
  readLikes(postId: string, options: PageOptions, call: Call): Promise<Page<Like>>
}

/** Passes posts on to one's own followers; idempotent, both ways. */
export interface CanRepost {
  repost(postId: string, call: Call): Promise<RepostResult>
  undoRepost(postId: string, options: { readonly repostId: string | null }, call: Call): Promise<void>
}
