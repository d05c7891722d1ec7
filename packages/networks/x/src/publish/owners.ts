import type { Call } from '@social/core/platform'

import type { Settings } from '../options.js'

/** Posts and messages whose idempotency key is remembered; the oldest are forgotten first. Our choice. */
const MOST_OWNED = 2000

/** Who asks: a key is one account's. */
type Asking = Pick<Call, 'connection'> & { readonly idempotencyKey: string }

const nameOf = ({ connection, idempotencyKey }: Asking): string => `${connection.id} ${idempotencyKey}`

/** False when this process knows that another idempotency key has made it. */
export function isFree(id: string, call: Asking, { owners }: Pick<Settings, 'owners'>): boolean {
  return (owners.get(id) ?? nameOf(call)) === nameOf(call)
}

/** Remembers which key has made it, so that the same words under two keys are never taken for one post. */
export function claim(id: string, call: Asking, { owners }: Pick<Settings, 'owners'>): void {
  owners.delete(id)
  owners.set(id, nameOf(call))
  const [oldest] = owners.keys()
  if (owners.size > MOST_OWNED && oldest !== undefined) owners.delete(oldest)
}
