import { type Pushing, pushingFor } from '@social/meta-kit'

import { toChangeUpdate } from './map.js'
import type { Settings } from './options.js'

/**
 * Receives Threads' webhooks, which are signed with the secret of the Threads app, and the notices that a person
 * removed the app or requests data deletion.
 */
export function pushing({ deletionStatusUrl }: Settings): Pushing {
  return pushingFor({
    platform: 'threads',
    displayName: 'Threads',
    deletionStatusUrl,
    // The user id in a notice is also the id of the account, so the connection id is derived from the user id.
    connectionIdOf: (userId) => `threads:${userId}`,
    toChangeUpdate,
  })
}
