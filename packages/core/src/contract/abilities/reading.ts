import type {
  AccountProfile,
  Insights,
  MomentInput,
  PostDetails,
  PostStats,
  Thread,
  Update,
} from '../../models/index.js'
import type { CallOptions } from '../call-options.js'
import type { Call } from '../calls.js'
import type { Ability } from './ability.js'

/** Options of a paged list. */
export interface ListOptions extends CallOptions {
  /** The `next` value of the previous page. Omit it for the first page. */
  readonly after?: string | null | undefined
  /** Maximum number of items. A number above the network's maximum is reduced to that maximum. */
  readonly limit?: number | null | undefined
}

/**
 * Page options as a platform receives them. A `limit` of null means the network's default. Platforms reduce a limit
 * above the network's maximum to that maximum.
 */
export interface PageOptions {
  readonly after: string | null
  readonly limit: number | null
}

/** Options of reading insights. */
export interface InsightsOptions extends CallOptions {
  /** Id of a post of the account. Omit it for the statistics of the account. */
  readonly postId?: string | null | undefined
  /** Start of the period. Default: defined by the network. */
  readonly since?: MomentInput | null | undefined
  /** End of the period. Default: now. */
  readonly until?: MomentInput | null | undefined
  /** If true, the values of each day are read as well. Default: false. */
  readonly byDay?: boolean | undefined
}

/** Options of insights as a platform receives them. */
export interface InsightsQuery {
  readonly postId: string | null
  readonly since: Date | null
  readonly until: Date | null
  readonly byDay: boolean
}

/** Options of reading a thread. */
export interface ThreadOptions extends CallOptions {
  /** Number of levels to read below the post. Default: the network's default. */
  readonly depth?: number | null | undefined
  /** Maximum number of replies. */
  readonly limit?: number | null | undefined
}

/** Options of reading replies. */
export interface RepliesOptions extends CallOptions {
  /** True returns replies at every depth, as one flat list. Default: only direct replies. */
  readonly wholeConversation?: boolean | undefined
}

/** Operations that only read. */
export interface ReadingOperations {
  /** Reads the account's name and picture with one request. The stored connection stays unchanged. */
  profile(options?: CallOptions): Promise<AccountProfile>
  /**
   * Reads statistics beyond likes, comments and shares: views, reach, saves, watch time. For one post, or for the account.
   *
   * @throws NotSupportedError if the network has no statistics for the requested post, period or days.
   * @throws MissingPermissionError if the connection lacks the scope for statistics.
   */
  readInsights(options?: InsightsOptions): Promise<Insights>
  /**
   * Reads the statistics of one post. A value that the network does not report is null.
   * @throws PostGoneError when the post does not exist.
   */
  readStats(postId: string, options?: CallOptions): Promise<PostStats>
  /** Reads one post. @throws PostGoneError when the post was deleted or never existed. */
  readPost(postId: string, options?: CallOptions): Promise<PostDetails>
  /** Reads a post and its replies, oldest first. `complete` is false if replies are missing. */
  readThread(postId: string, options?: ThreadOptions): Promise<Thread>
  /**
   * Reads replies to a post as updates, oldest first. Returns the direct replies, or with `wholeConversation` the
   * replies at every depth as one flat list.
   */
  readReplies(postId: string, options?: RepliesOptions): Promise<readonly Update[]>
}

/** Reads the account's name and picture with exactly one request. The stored connection stays unchanged. */
export interface CanReadProfile {
  readProfile(call: Call): Promise<AccountProfile>
}

/**
 * Reads statistics beyond likes, comments and shares. A platform refuses a part of the query that the network does not
 * support with `NotSupportedError`.
 */
export interface CanReadInsights {
  readInsights(query: InsightsQuery, call: Call): Promise<Insights>
}

/** Reads one post. */
export type CanReadPost = Ability<ReadingOperations, 'readPost'>

/** Reads a post and its replies. */
export type CanReadThread = Ability<ReadingOperations, 'readThread'>

/** Reads replies to a post as updates, oldest first. */
export type CanReadReplies = Ability<ReadingOperations, 'readReplies'>

/** Reads the statistics of a post. */
export type CanReadStats = Ability<ReadingOperations, 'readStats'>

/** Intersection of all reading abilities. */
export type ReadingAbilities = CanReadProfile &
  CanReadPost &
  CanReadThread &
  CanReadReplies &
  CanReadStats &
  CanReadInsights
