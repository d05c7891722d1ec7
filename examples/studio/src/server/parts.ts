import type { SocialClient } from '@social/core'

import type { Accounts } from './accounts/accounts.js'
import type { Drafts } from './compose/drafts.js'
import type { Networks } from './emulated/emulator.js'
import type { Inbox } from './inbox/inbox.js'
import type { Updates } from './inbox/updates.js'
import type { Live } from './live.js'
import type { ManyMachines } from './many/many-machines.js'
import type { Platforms } from './networks.js'
import type { Posts } from './posts/posts.js'
import type { Publishing } from './posts/publishing.js'
import type { Uploads } from './posts/uploads.js'
import type { Measures } from './statistics/measures.js'
import type { Playground } from './trouble/playground.js'
import type { Trace } from './trouble/trace.js'
import type { Troubles } from './trouble/troubles.js'

/** Dependencies of the routes. */
export interface StudioParts {
  readonly social: SocialClient
  readonly accounts: Accounts
  readonly posts: Posts
  readonly updates: Updates
  readonly drafts: Drafts
  readonly uploads: Uploads
  readonly publishing: Publishing
  readonly inbox: Inbox
  readonly live: Live
  readonly playground: Playground
  readonly measures: Measures
  readonly trace: Trace
  readonly troubles: Troubles
  readonly platforms: Platforms
  readonly networks: Networks
  /** Worker processes and their queue. Null if the studio publishes in its own process. */
  readonly many: ManyMachines | null
  /** Origin of the studio: `http://127.0.0.1:4000`. */
  readonly origin: string
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal
}
