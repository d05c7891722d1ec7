import type { CanCheckSignature, CanReadPushedUpdates, CanStartUpdates } from '@social/core/platform'

import type { Settings } from '../options.js'
import { readUpdates } from './read-updates.js'
import { verifyingSignatures } from './signature.js'
import { subscribing } from './subscription.js'

export { stopAppUpdates } from './subscription.js'

/** The abilities that `webhooks: true` adds. */
export type PushAbilities = CanCheckSignature & CanReadPushedUpdates & CanStartUpdates

/** Pushed comments, for applications that asked for them; nothing otherwise. */
export function pushing(settings: Settings): PushAbilities {
  // Without them the type of `tiktokBusiness()` says that they are not there.
  if (!settings.webhooks) return {} as PushAbilities
  return { ...verifyingSignatures(settings), readUpdates, ...subscribing(settings) }
}
