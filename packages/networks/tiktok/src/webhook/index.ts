import type { CanCheckSignature, CanReadPushedUpdates } from '@social/core/platform'

import type { Settings } from '../options.js'
import { readUpdates } from './read-updates.js'
import { verifyingSignatures } from './signature.js'

/** Pushed messages. Each contains one event and is signed with the app's client secret over `<time>.<body>`. */
export function pushing(settings: Settings): CanCheckSignature & CanReadPushedUpdates {
  return { ...verifyingSignatures(settings), readUpdates }
}
