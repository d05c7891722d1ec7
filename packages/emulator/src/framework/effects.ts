import { createHash } from 'node:crypto'

/**
 * What a request made that people can see. A reel is a `VIDEO`, an answer to a review a `COMMENT`; words that were changed
 * are an `EDIT`, which only Facebook notes.
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

/** What a network tells of something it just made. */
export interface NewEffect {
  /** Whose it is: the id the network knows the account by. */
  readonly account: string
  readonly kind: EffectKind
  /** The id of what was made, as the client is told it. */
  readonly id: string
  /** What the client sent: words, files, options. JSON; nothing that differs when the same is sent twice. */
  readonly content: unknown
}

/** Something that requests made and people can see. Deleting it later does not take it off the list. */
export interface Effect {
  /** Counted from 1, over everything the network has made. */
  readonly number: number
  readonly network: string
  readonly account: string
  readonly kind: EffectKind
  readonly id: string
  /** By the emulator's clock. */
  readonly at: Date
  /** SHA-256 of the content: two effects of one fingerprint are the same post, made twice. */
  readonly fingerprint: string
}

/** JSON with the names of objects sorted, so that equal contents are equal texts. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  )
}

/**
 * Everything that requests made at one network and people can see, in order. A test counts here what came out, whatever
 * the client was told. What `control` makes is not on it: that is what other people do.
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

  /** Writes down what was just made, and tells those who watch. */
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

  /** All of them, oldest first. */
  list(): readonly Effect[] {
    return [...this.#list]
  }

  /** Calls `listener` with each one to come, in the request that makes it. @returns Ends that. */
  watch(listener: (effect: Effect) => void): () => void {
    const notify = (effect: Effect): void => listener(effect)
    this.#watching.add(notify)
    return () => void this.#watching.delete(notify)
  }

  /** Forgets them; numbers go on. */
  clear(): void {
    this.#list = []
  }
}
