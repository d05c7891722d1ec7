import type { AccountProfile, PostDetails, PostStats, Thread, Update } from '../../models/index.js'
import type { CallOptions } from '../call-options.js'
import type { Call } from '../calls.js'
import type { Ability } from './ability.js'

/** Options of a paged list. */
export interface ListOptions extends CallOptions {
  /** `next` of the previous page. */
  readonly after?: string | null | undefined
  /** Maximum number of items, capped at the network's maximum. */
  readonly limit?: number | null | undefined
}

/** Page options as a platform receives them. `limit` null = the network's default; it is capped at the network's maximum. */
export interface PageOptions {
  readonly after: string | null
  readonly limit: number | null
}

/** Options of reading a thread. */
export interface ThreadOptions extends CallOptions {
  /** Levels below the post. Default: the network's own. */
  readonly depth?: number | null | undefined
  /** Maximum number of replies. */
  readonly limit?: number | null | undefined
}

/** Options of reading replies. */
export interface RepliesOptions extends CallOptions {
  /** True reads every depth, flattened. Default: the top level only. */
  readonly wholeConversation?: boolean | undefined
}

/** Read operations. */
export interface ReadingOperations {
  /** Name and picture of the account. One request; nothing is saved. */
  profile(options?: CallOptions): Promise<AccountProfile>
  /** Statistics of one post. Values the network does not send are null. @throws PostGoneError */
  readStats(postId: string, options?: CallOptions): Promise<PostStats>
  /** One post. @throws PostGoneError when it was deleted or never existed. */
  readPost(postId: string, options?: CallOptions): Promise<PostDetails>
  /** A post and its replies, oldest first. `complete` is false when replies are missing. */
  readThread(postId: string, options?: ThreadOptions): Promise<Thread>
  /** Replies to a post as updates, oldest first: the top level, or every depth flattened. */
  readReplies(postId: string, options?: RepliesOptions): Promise<readonly Update[]>
}

/** Reads the account's name and picture: exactly one request, nothing saved. */
export interface CanReadProfile {
  readProfile(call: Call): Promise<AccountProfile>
}

/** Reads one post. */
export type CanReadPost = Ability<ReadingOperations, 'readPost'>

/** Reads a post and its replies. */
export type CanReadThread = Ability<ReadingOperations, 'readThread'>

/** Reads replies to a post as updates, oldest first. */
export type CanReadReplies = Ability<ReadingOperations, 'readReplies'>

/** Reads the statistics of a post. */
export type CanReadStats = Ability<ReadingOperations, 'readStats'>

/** All reading abilities. */
export type ReadingAbilities = CanReadProfile & CanReadPost & CanReadThread & CanReadReplies & CanReadStats
