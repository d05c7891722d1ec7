import { createHash } from 'node:crypto'

/**
 * Kind of a visible effect. A reel is a `VIDEO`. An answer to a review is a `COMMENT`. An edited
 * text is an `EDIT`, and only Facebook records edits.
 */
export type EffectKind =
  | 'POST'
  | 'SCHEDULED_POST'
  | 'COMMENT'
  | 'MESSAGE'
  | 'VIDEO'
  | 'DRAFT'
  | 'EDIT'
  | 'GROUP'

/** Effect in the form in which a network records it. */
export interface NewEffect {
  /** Account id on the network. */
  readonly account: string
  readonly kind: EffectKind
  /** Id of the created object, equal to the id in the response. */
  readonly id: string
  /**
   * Content that the client sent (text, files, options) as JSON. Identical requests have equal
   * content.
   */
  readonly content: unknown
}

/**
 * Visible effect of a request. The effect stays in the list if the created object is deleted
 * later.
 */
export interface Effect {
  /** Number of the effect on this network, counted from 1. */
  readonly number: number
  readonly network: string
  readonly account: string
  readonly kind: EffectKind
  readonly id: string
  /** Time of the effect by the emulator's clock. */
  readonly at: Date
  /**
   * SHA-256 of the content. Two effects with equal fingerprints are the same post, published
   * twice.
   */
  readonly fingerprint: string
}

/** Converts a value to JSON with sorted object keys, so that equal contents give equal texts. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  )
}

/**
 * Visible effects of the requests to one network, in order. Tests use the list to count published
 * posts, independent of the responses. Objects that `control` creates are not listed, because they
 * represent actions of other people.
 */
export class Effects {
  readonly #network: string
  readonly #now: () => Date
  #list: Effect[] = []
  #number = 0
  readonly #watching = new Set<(effect: Effect) => void>()

  constructor(network: string, now: () => Date) {
    this.#network = network
    this.#now = now
  }

  /** Records an effect and notifies the listeners. */
  add({ account, kind, id, content }: NewEffect): Effect {
    this.#number += 1
    const fingerprint = createHash('sha256')
      .update(stableJson(content) ?? '')
      .digest('hex')
    const effect: Effect = {
      number: this.#number,
      network: this.#network,
      account,
      kind,
      id,
      at: this.#now(),
      fingerprint,
    }
    this.#list.push(effect)
    for (const notify of this.#watching) notify(effect)
    return effect
  }

  /** Returns all effects, oldest first. */
  list(): readonly Effect[] {
    return [...this.#list]
  }

  /**
   * Calls `listener` with every new effect, during the request that causes the effect.
   *
   * @returns Function that removes the listener.
   */
  watch(listener: (effect: Effect) => void): () => void {
    const notify = (effect: Effect): void => listener(effect)
    this.#watching.add(notify)
    return () => void this.#watching.delete(notify)
  }

  /** Removes all effects. The numbering of later effects continues. */
  clear(): void {
    this.#list = []
  }
}
