import type { SocialClient } from '@social/core'

import type { Accounts } from './accounts.js'
import type { Drafts } from './drafts.js'
import type { Networks } from './emulated/emulator.js'
import type { Inbox } from './inbox.js'
import type { Live } from './live.js'
import type { ManyMachines } from './many/many-machines.js'
import type { Measures } from './measures.js'
import type { Platforms } from './networks.js'
import type { Playground } from './playground.js'
import type { Posts } from './posts.js'
import type { Publishing } from './publishing.js'
import type { Trace } from './trace.js'
import type { Troubles } from './troubles.js'
import type { Updates } from './updates.js'
import type { Uploads } from './uploads.js'

/** What the routes work with. */
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
  /** The workers and their queue; null where the studio is one process. */
  readonly many: ManyMachines | null
  /** Where people reach the studio: `http://127.0.0.1:4000`. */
  readonly origin: string
  /** Fires when the server stops. */
  readonly stopping: AbortSignal
}
