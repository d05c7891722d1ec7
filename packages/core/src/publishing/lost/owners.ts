import type { Call } from '../../contract/index.js'
import { BoundedMap } from '../../http/bounded-map.js'

/** Things whose idempotency key is remembered; those used longest ago are forgotten first. Our choice. */
const MOST_OWNED = 2000

/** Who asks: a key is one account's. */
type Asking = Pick<Call, 'connection'> & { readonly idempotencyKey: string }

/**
 * Which idempotency key made which post, as far as this process knows: so that the same words under two keys are never
 * taken for one post.
 */
export class Owners {
  readonly #keys = new BoundedMap<string, string>(MOST_OWNED)

  /** False when another idempotency key of the account made it. */
  isFree(id: string, { connection, idempotencyKey }: Asking): boolean {
    return (this.#keys.get(`${connection.id} ${id}`) ?? idempotencyKey) === idempotencyKey
  }

  /**
   * Remembers the key that made it.
   *
   * @returns False when another key has it already: it keeps it.
   */
  claim(id: string, asking: Asking): boolean {
    if (!this.isFree(id, asking)) return false
    this.#keys.set(`${asking.connection.id} ${id}`, asking.idempotencyKey)
    return true
  }
}
