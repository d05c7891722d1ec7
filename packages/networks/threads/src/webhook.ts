import { type Pushing, pushingFor } from '@social/meta-kit'

import { toChangeUpdate } from './map.js'
import type { Settings } from './options.js'

/** What Threads pushes, signed with the secret of the Threads app, and what people do about the app itself. */
export function pushing({ deletionStatusUrl }: Settings): Pushing {
  return pushingFor({
    platform: 'threads',
    displayName: 'Threads',
    deletionStatusUrl,
    // The person and the account are one and the same there.
    connectionIdOf: (userId) => `threads:${userId}`,
    toChangeUpdate,
  })
}
