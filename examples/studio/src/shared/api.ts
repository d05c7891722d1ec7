// Data that the page loads when it opens, and events after that. Data of a single view is in the file of its topic.
import type { AccountInfo, SpendingInfo } from './accounts.js'
import type { Composition } from './compose.js'
import type { UpdateInfo } from './inbox.js'
import type { NetworkInfo } from './networks.js'
import type { PostInfo, ProgressInfo } from './posts.js'
import type { TraceStep } from './trouble.js'
import type { WorkersInfo } from './workers.js'

/** Data for the start of the page. */
export interface StudioInfo {
  readonly networks: readonly NetworkInfo[]
  readonly accounts: readonly AccountInfo[]
  readonly posts: readonly PostInfo[]
  readonly updates: readonly UpdateInfo[]
  readonly spending: readonly SpendingInfo[]
  /** Newest first. */
  readonly drafts: readonly Composition[]
  /** Null if the studio is one process. */
  readonly workers: WorkersInfo | null
}

/** Data of each event, by event name. */
export interface LiveEvents {
  readonly accounts: readonly AccountInfo[]
  readonly post: PostInfo
  readonly postGone: { readonly id: string }
  readonly progress: ProgressInfo
  readonly update: UpdateInfo
  readonly spending: readonly SpendingInfo[]
  /** Library step. Sent at the start and at the end of the step. */
  readonly trace: TraceStep
  readonly workers: WorkersInfo
  /** Notice for a person. */
  readonly notice: { readonly text: string }
}
