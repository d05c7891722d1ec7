import { createHash } from 'node:crypto'

/**
 * Kind of a visible effect. A reel is a `VIDEO`, an answer to a review is a `COMMENT`. An edited text is an
 * `EDIT`, which only Facebook records.
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

/** Effect as reported by a network. */
export interface NewEffect {
  /** Account id on the network. */
  readonly account: string
  readonly kind: EffectKind
  /** Id of the created object, as returned to the client. */
  readonly id: string
  /** Content sent by the client (text, files, options) as JSON. Two identical requests have equal content. */
  readonly content: unknown
}

/** A visible effect of a request. A later deletion does not remove it from the list. */
export interface Effect {
  /** Number of the effect at this network, counted from 1. */
  readonly number: number
  readonly network: string
  readonly account: string
  readonly kind: EffectKind
  readonly id: string
  /** By the emulator's clock. */
  readonly at: Date
  /** SHA-256 of the content. Two effects with the same fingerprint are the same post, published twice. */
  readonly fingerprint: string
}

/** JSON with sorted object keys, so that equal contents give equal texts. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  )
}

/**
 * Visible effects of the requests to one network, in order. Tests count published posts here, whatever response
 * the client received. Objects created through `control` are not included: they represent other people.
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

  /** All effects, oldest first. */
  list(): readonly Effect[] {
    return [...this.#list]
  }

  /**
   * Calls `listener` with every new effect, within the request that causes it. @returns Function that removes
   * the listener.
   */
  watch(listener: (effect: Effect) => void): () => void {
    const notify = (effect: Effect): void => listener(effect)
    this.#watching.add(notify)
    return () => void this.#watching.delete(notify)
  }

  /** Removes all effects. Numbers continue. */
  clear(): void {
    this.#list = []
  }
}
