import type {
  CanAddRoutes,
  CanAnswerSetupCheck,
  CanCheckSignature,
  CanReadPushedUpdates,
} from '@social/core/platform'
import { personRoutes, verifyingWebhooks, readPushed } from '@social/meta-kit'

import { toChangeUpdate } from './map.js'
import type { Settings } from './options.js'

type Pushing = CanCheckSignature & CanReadPushedUpdates & CanAnswerSetupCheck & CanAddRoutes

/** What Threads pushes, signed with the secret of the Threads app, and what people do about the app itself. */
export function pushing({ deletionStatusUrl }: Settings): Pushing {
  return {
    ...verifyingWebhooks(),
    ...personRoutes({
      platform: 'threads',
      displayName: 'Threads',
      deletionStatusUrl,
      // The person and the account are one and the same there.
      connectionIdOf: (userId) => `threads:${userId}`,
    }),
    readUpdates: (body, _headers, now) =>
      readPushed('threads', body).flatMap((one) => (one.type === 'CHANGE' ? [toChangeUpdate(one, now)] : [])),
  }
}
