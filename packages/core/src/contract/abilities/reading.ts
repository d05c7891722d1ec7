import type { AccountProfile, PostDetails, PostStats, Thread, Update } from '../../models/index.js'
import type { CallOptions } from '../call-options.js'
import type { Call } from '../calls.js'
import type { Ability } from './ability.js'

/** A window into a list. */
export interface ListOptions extends CallOptions {
  /** `next` of the page before. */
  readonly after?: string | null | undefined
  /** At most so many; above the network's maximum, the maximum. */
  readonly limit?: number | null | undefined
}

/** A window into a list, as a platform gets it. `limit` null = the network's default; above its maximum, the maximum. */
export interface PageOptions {
  readonly after: string | null
  readonly limit: number | null
}

/** How far a thread is read. */
export interface ThreadOptions extends CallOptions {
  /** Levels below the post; the network's own unless given. */
  readonly depth?: number | null | undefined
  /** At most so many answers. */
  readonly limit?: number | null | undefined
}

/** Which replies are read. */
export interface RepliesOptions extends CallOptions {
  /** Every depth, flattened; the top level unless true. */
  readonly wholeConversation?: boolean | undefined
}

/** What an application reads. */
export interface ReadingOperations {
  /** Name and picture: one request, nothing saved. */
  profile(options?: CallOptions): Promise<AccountProfile>
  /** The numbers of one post; what the network does not send is null. @throws PostGoneError */
  readStats(postId: string, options?: CallOptions): Promise<PostStats>
  /** One post. @throws PostGoneError when it was deleted or never existed. */
  readPost(postId: string, options?: CallOptions): Promise<PostDetails>
  /** A post and what was answered to it, oldest first. `complete` is false when something was left out. */
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

/** Reads a post and what was answered to it. */
export type CanReadThread = Ability<ReadingOperations, 'readThread'>

/** Reads what was answered to a post, as updates, oldest first. */
export type CanReadReplies = Ability<ReadingOperations, 'readReplies'>

/** Reads the numbers of a post. */
export type CanReadStats = Ability<ReadingOperations, 'readStats'>

/** The abilities of this topic. */
export type ReadingAbilities = CanReadProfile & CanReadPost & CanReadThread & CanReadReplies & CanReadStats
