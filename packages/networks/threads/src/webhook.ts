import { type Pushing, pushingFor } from '@social/meta-kit'

import { toChangeUpdate } from './map.js'
import type { Settings } from './options.js'

/**
 * Creates the methods that receive Threads' webhooks, which are signed with the secret of the
 * Threads app. They also receive the notices that a person removed the app or requests data
 * deletion.
 */
export function pushing({ deletionStatusUrl }: Settings): Pushing {
  return pushingFor({
    platform: 'threads',
    displayName: 'Threads',
    deletionStatusUrl,
    // The user id in a notice is the account id, so the connection id contains the user id.
    connectionIdOf: (userId) => `threads:${userId}`,
    toChangeUpdate,
  })
}
