// Types of the data that the page loads when it opens, and of the events afterwards. Types for a
// single view are in other files of this folder.
import type { AccountInfo, SpendingInfo } from './accounts.js'
import type { Composition } from './compose.js'
import type { ConversationInfo, UpdateInfo } from './inbox.js'
import type { NetworkInfo } from './networks.js'
import type { PostInfo, ProgressInfo } from './posts.js'
import type { TraceStep } from './trouble.js'
import type { WorkersInfo } from './workers.js'

/** Data that the page loads when it opens. */
export interface StudioInfo {
  readonly networks: readonly NetworkInfo[]
  readonly accounts: readonly AccountInfo[]
  readonly posts: readonly PostInfo[]
  readonly updates: readonly UpdateInfo[]
  readonly conversations: readonly ConversationInfo[]
  readonly spending: readonly SpendingInfo[]
  /** Saved drafts, newest first. */
  readonly drafts: readonly Composition[]
  /** Workers and queue. Null if the studio publishes in its own process. */
  readonly workers: WorkersInfo | null
}

/** Data of each event, by event name. */
export interface LiveEvents {
  readonly accounts: readonly AccountInfo[]
  readonly post: PostInfo
  readonly postGone: { readonly id: string }
  readonly progress: ProgressInfo
  readonly update: UpdateInfo
  readonly conversations: readonly ConversationInfo[]
  readonly spending: readonly SpendingInfo[]
  /** Operation of the library. Sent when the operation starts and when it ends. */
  readonly trace: TraceStep
  readonly workers: WorkersInfo
  /** Notice that the page shows. */
  readonly notice: { readonly text: string }
}
