import type { Clock } from '../../contract/ports.js'
import { BoundedMap } from '../bounded-map.js'
import type { RateLimitState, ReplyHeaders, RequestPace } from '../types.js'
import { isUsedUp, rateLimitFrom, rateLimitHeaders } from './rate-limit.js'

/**
 * Maximum number of connections with stored rate limits. The least recently used connection is removed first. Our
 * choice: each needs some hundred bytes.
 */
const MAX_CONNECTIONS = 10_000
/** Maximum number of buckets per connection. Our choice, because no platform uses more buckets. */
const MAX_BUCKETS = 100

/** Rate limit values of a response. The headers are parsed only when the values are read. */
type Figures =
  | { readonly state: RateLimitState }
  | { readonly state: null; readonly headers: ReplyHeaders; readonly now: Date }

interface AccountFigures {
  /** Rate limit values of the last response that contained any. */
  last: Figures | null
  /** Time at which an exhausted bucket is free again, in milliseconds since 1970. */
  readonly freeAt: BoundedMap<string, number>
  readonly usage: Map<string, number>
  /**
   * Times of recent requests of each paced bucket, oldest first, by the monotonic clock. Null if no bucket is paced.
   */
  sentAt: BoundedMap<string, number[]> | null
}

/**
 * Stores the rate limits that responses reported for each connection, and the units spent on requests. Only in the
 * memory of this process.
 */
export class RateLimitMemory {
  readonly #connections = new BoundedMap<string, AccountFigures>(MAX_CONNECTIONS)
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns the rate limit of the last response that contained one. */
  rateLimit(connectionId: string): RateLimitState | null {
    const last = this.#connections.get(connectionId)?.last ?? null
    if (last === null) return null
    return last.state ?? rateLimitFrom(last.headers, last.now)
  }

  /** Returns the units spent so far, by bucket. */
  usage(connectionId: string): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#connections.get(connectionId)?.usage ?? [])
  }

  /**
   * Returns the seconds until an exhausted bucket is free again. Returns 0 if the bucket is free or its state is
   * unknown.
   */
  secondsUntilFree(connectionId: string, bucket: string): number {
    const freeAt = this.#connections.get(connectionId)?.freeAt.get(bucket)
    return freeAt === undefined ? 0 : Math.max(0, (freeAt - this.#clock.now().getTime()) / 1000)
  }

  /**
   * Reserves one request of a paced bucket.
   *
   * @returns Seconds until a request is allowed; 0 if it was reserved.
   */
  takeRoom(connectionId: string, bucket: string, { requests, seconds }: RequestPace): number {
    const figures = this.#figuresOf(connectionId)
    const sentAt = (figures.sentAt ??= new BoundedMap(MAX_BUCKETS))
    const now = this.#clock.monotonic()
    const recent = (sentAt.get(bucket) ?? []).filter((moment) => moment > now - seconds)
    const oldest = recent[recent.length - requests]
    if (oldest === undefined) recent.push(now)
    sentAt.set(bucket, recent)
    // Rounded up to whole milliseconds: a timer may ignore a shorter wait.
    return oldest === undefined ? 0 : Math.ceil((oldest + seconds - now) * 1000) / 1000
  }

  /**
   * Stores the rate limit of a response. A response without rate limit headers leaves the stored values unchanged.
   */
  noteReply(connectionId: string, bucket: string, replyHeaders: ReplyHeaders): void {
    const headers = rateLimitHeaders(replyHeaders)
    if (headers === null) return
    const now = this.#clock.now()
    const figures = this.#figuresOf(connectionId)
    figures.last = { state: null, headers, now }
    const freeAt = isUsedUp(headers) ? rateLimitFrom(headers, now)?.resetsAt : null
    if (freeAt) figures.freeAt.set(bucket, freeAt.getTime())
    else figures.freeAt.delete(bucket)
  }

  /**
   * Stores a rate limit that a platform read from its own headers. An exhausted bucket without a reset time delays
   * no request.
   */
  noteState(connectionId: string, bucket: string, state: RateLimitState): void {
    const figures = this.#figuresOf(connectionId)
    figures.last = { state }
    if (state.remaining === null) return
    if (state.remaining > 0) figures.freeAt.delete(bucket)
    else if (state.resetsAt !== null) figures.freeAt.set(bucket, state.resetsAt.getTime())
  }

  /** Records that the network refused a request because the bucket is exhausted, with the time of the reset. */
  noteUsedUp(connectionId: string, bucket: string, resetsAt: Date): void {
    const limit = this.rateLimit(connectionId)?.limit ?? null
    const figures = this.#figuresOf(connectionId)
    figures.last = { state: { limit, remaining: 0, resetsAt } }
    figures.freeAt.set(bucket, resetsAt.getTime())
  }

  /** Adds the units of a request to the units spent. */
  noteCost(connectionId: string, cost: { readonly units: number; readonly bucket: string }): void {
    const { usage } = this.#figuresOf(connectionId)
    usage.set(cost.bucket, (usage.get(cost.bucket) ?? 0) + cost.units)
  }

  #figuresOf(connectionId: string): AccountFigures {
    const known = this.#connections.get(connectionId)
    if (known !== undefined) return known
    const figures: AccountFigures = {
      last: null,
      freeAt: new BoundedMap<string, number>(MAX_BUCKETS),
      usage: new Map<string, number>(),
      sentAt: null,
    }
    this.#connections.set(connectionId, figures)
    return figures
  }
}
