import type { Call } from '@social/core/platform'

import type { Settings } from '../options.js'

/** Pins whose idempotency key is remembered; the oldest are forgotten first. Our choice. */
const MOST_OWNED = 2000

/** Who asks: a key is one account's. */
type Asking = Pick<Call, 'connection'> & { readonly idempotencyKey: string }

const nameOf = ({ connection, idempotencyKey }: Asking): string => `${connection.id} ${idempotencyKey}`

/** False when this process knows that another idempotency key has made the pin. */
export function isFree(pinId: string, call: Asking, { owners }: Settings): boolean {
  return (owners.get(pinId) ?? nameOf(call)) === nameOf(call)
}

/** Remembers which key has made a pin, so that the same words under two keys are never taken for one pin. */
export function claimPin(pinId: string, call: Asking, { owners }: Settings): void {
  owners.delete(pinId)
  owners.set(pinId, nameOf(call))
  const [oldest] = owners.keys()
  if (owners.size > MOST_OWNED && oldest !== undefined) owners.delete(oldest)
}
