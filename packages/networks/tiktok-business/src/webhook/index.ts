import type { CanCheckSignature, CanReadPushedUpdates, CanStartUpdates } from '@social/core/platform'

import type { Settings } from '../options.js'
import { readUpdates } from './read-updates.js'
import { verifyingSignatures } from './signature.js'
import { subscribing } from './subscription.js'

export { stopAppUpdates } from './subscription.js'

/** Methods that the setting `webhooks: true` adds. */
export type PushAbilities = CanCheckSignature & CanReadPushedUpdates & CanStartUpdates

/** Returns the methods for pushed comments, or no methods without `webhooks: true`. */
export function pushing(settings: Settings): PushAbilities {
  // safe cast: without webhooks, the return type of `tiktokBusiness()` omits these methods
  if (!settings.webhooks) return {} as PushAbilities
  return { ...verifyingSignatures(settings), readUpdates, ...subscribing(settings) }
}
