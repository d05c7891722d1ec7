import type { AccountProfile, PostDetails, PostStats, Thread, Update } from '../../models/index.js'
import type { Call } from '../calls.js'

/** A window into a list. `limit` null = the network's default; above its maximum, the maximum. */
export interface PageOptions {
  readonly after: string | null
  readonly limit: number | null
}

/** Reads the account's name and picture: exactly one request, nothing saved. */
export interface CanReadProfile {
  readProfile(call: Call): Promise<AccountProfile>
}

/** Reads one post. */
export interface CanReadPost {
  readPost(postId: string, call: Call): Promise<PostDetails>
}

/** Reads a post and what was answered to it. */
export interface CanReadThread {
  readThread(
    postId: string,
    options: { readonly depth: number | null; readonly limit: number | null },
    call: Call,
  ): Promise<Thread>
}

/** Reads what was answered to a post, as updates, oldest first. */
export interface CanReadReplies {
  readReplies(
    postId: string,
    options: { readonly wholeConversation: boolean },
    call: Call,
  ): Promise<readonly Update[]>
}

/** Reads the numbers of a post. */
export interface CanReadStats {
  readStats(postId: string, call: Call): Promise<PostStats>
}
