import type { CanCheckSignature, CanReadPushedUpdates, CanStartUpdates } from '@social/core/platform'

import type { Settings } from '../options.js'
import { readUpdates } from './read-updates.js'
import { verifyingSignatures } from './signature.js'
import { subscribing } from './subscription.js'

export { stopAppUpdates } from './subscription.js'

/** Methods that `webhooks: true` adds. */
export type PushAbilities = CanCheckSignature & CanReadPushedUpdates & CanStartUpdates

/** Methods for pushed comments; none without `webhooks: true`. */
export function pushing(settings: Settings): PushAbilities {
  // The return type of `tiktokBusiness()` omits these methods when webhooks are off.
  if (!settings.webhooks) return {} as PushAbilities
  return { ...verifyingSignatures(settings), readUpdates, ...subscribing(settings) }
}
