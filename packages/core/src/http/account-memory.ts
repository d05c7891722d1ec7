import { BoundedMap } from './bounded-map.js'
import type { RateLimitState } from './types.js'

/** Connections whose figures are kept. */
const MOST_CONNECTIONS = 10_000
/** Buckets of one connection whose figures are kept. */
const MOST_BUCKETS = 100

interface AccountFigures {
  last: RateLimitState | null
  /** When a bucket that was used up is free again, in milliseconds since 1970. */
  readonly freeAt: BoundedMap<string, number>
  readonly usage: Map<string, number>
}

/** What the replies told of each connection's rate limits, and what its requests cost. Lives in this process. */
export class AccountMemory {
  readonly #connections = new BoundedMap<string, AccountFigures>(MOST_CONNECTIONS)

  /** The figures of the last reply that had any. */
  rateLimit(connectionId: string): RateLimitState | null {
    return this.#connections.get(connectionId)?.last ?? null
  }

  /** Units spent so far, by bucket. */
  usage(connectionId: string): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#connections.get(connectionId)?.usage ?? [])
  }

  /** Seconds until a bucket that was used up is free again; 0 when it is free, or not known to be used up. */
  secondsUntilFree(connectionId: string, bucket: string, now: Date): number {
    const freeAt = this.#connections.get(connectionId)?.freeAt.get(bucket)
    return freeAt === undefined ? 0 : Math.max(0, (freeAt - now.getTime()) / 1000)
  }

  /** Notes what a reply told. */
  noteRateLimit(connectionId: string, bucket: string, state: RateLimitState): void {
    const figures = this.#figuresOf(connectionId)
    figures.last = state
    const isUsedUp = state.remaining !== null && state.remaining <= 0 && state.resetsAt !== null
    figures.freeAt.set(bucket, isUsedUp ? (state.resetsAt?.getTime() ?? 0) : 0)
  }

  /** Counts what a request cost. */
  noteCost(connectionId: string, cost: { readonly units: number; readonly bucket: string }): void {
    const { usage } = this.#figuresOf(connectionId)
    usage.set(cost.bucket, (usage.get(cost.bucket) ?? 0) + cost.units)
  }

  #figuresOf(connectionId: string): AccountFigures {
    const known = this.#connections.get(connectionId)
    if (known !== undefined) return known
    const figures = { last: null, freeAt: new BoundedMap<string, number>(MOST_BUCKETS), usage: new Map() }
    this.#connections.set(connectionId, figures)
    return figures
  }
}
