// What the page loads when it opens, and what it hears from then on; what each view asks for stands in the file of its topic.
import type { AccountInfo, SpendingInfo } from './accounts.js'
import type { Composition } from './compose.js'
import type { UpdateInfo } from './inbox.js'
import type { NetworkInfo } from './networks.js'
import type { PostInfo, ProgressInfo } from './posts.js'
import type { TraceStep } from './trouble.js'
import type { WorkersInfo } from './workers.js'

/** Everything the page needs when it opens. */
export interface StudioInfo {
  readonly networks: readonly NetworkInfo[]
  readonly accounts: readonly AccountInfo[]
  readonly posts: readonly PostInfo[]
  readonly updates: readonly UpdateInfo[]
  readonly spending: readonly SpendingInfo[]
  /** Newest first. */
  readonly drafts: readonly Composition[]
  /** Null where the studio is one process. */
  readonly workers: WorkersInfo | null
}

/** What arrives over the event stream, by its name. */
export interface LiveEvents {
  readonly accounts: readonly AccountInfo[]
  readonly post: PostInfo
  readonly postGone: { readonly id: string }
  readonly progress: ProgressInfo
  readonly update: UpdateInfo
  readonly spending: readonly SpendingInfo[]
  /** A step of the library, and again when it has ended. */
  readonly trace: TraceStep
  readonly workers: WorkersInfo
  /** Something a person should know and did not ask for. */
  readonly notice: { readonly text: string }
}
