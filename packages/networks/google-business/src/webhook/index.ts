import type { CanCheckSignature, CanReadPushedUpdates } from '@social/core/platform'

import type { Settings } from '../options.js'
import { readUpdates } from './read-updates.js'
import { verifyingSignatures } from './signature.js'

export { googleKeys, type GoogleKeysOptions } from './google-keys.js'
export type { PushSecret } from './secret.js'

/** Receives Google's webhooks through Cloud Pub/Sub. */
export function pushing(settings: Settings): CanCheckSignature & CanReadPushedUpdates {
  return {
    ...verifyingSignatures(),
    readUpdates: (body, headers, now) => readUpdates(body, headers, { now, settings }),
  }
}
