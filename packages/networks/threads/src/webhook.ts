import { type Pushing, pushingFor } from '@social/meta-kit'

import { toChangeUpdate } from './map.js'
import type { Settings } from './options.js'

/** Webhooks of Threads, signed with the secret of the Threads app, and actions of people on the app itself. */
export function pushing({ deletionStatusUrl }: Settings): Pushing {
  return pushingFor({
    platform: 'threads',
    displayName: 'Threads',
    deletionStatusUrl,
    // The person and the account have the same id.
    connectionIdOf: (userId) => `threads:${userId}`,
    toChangeUpdate,
  })
}
