import type { CanCheckSignature, CanReadPushedUpdates } from '@social/core/platform'

import type { Settings } from '../options.js'
import { readUpdates } from './read-updates.js'
import { verifyingSignatures } from './signature.js'

/**
 * Receives pushed messages. Each message contains one event. TikTok signs `<time>.<body>` with the
 * app's client secret.
 */
export function pushing(settings: Settings): CanCheckSignature & CanReadPushedUpdates {
  return { ...verifyingSignatures(settings), readUpdates }
}
