import type { Clock } from '../../contract/ports.js'
import { BoundedMap } from '../bounded-map.js'
import type { RateLimitState, ReplyHeaders, RequestPace } from '../types.js'
import { isUsedUp, rateLimitFrom, rateLimitHeaders } from './rate-limit.js'

/**
 * Maximum number of connections whose rate limits are stored. The least recently used connection
 * is removed first. Each needs some hundred bytes. Our choice.
 */
const MAX_CONNECTIONS = 10_000
/** Maximum number of rate limit buckets per connection. No platform uses more. Our choice. */
const MAX_BUCKETS = 100

/** Rate limit of a response. The headers are parsed only when the rate limit is read. */
type Figures =
  | { readonly state: RateLimitState }
  | { readonly state: null; readonly headers: ReplyHeaders; readonly now: Date }

interface AccountFigures {
  /** Rate limit of the last response that reported one. */
  last: Figures | null
  /** Time at which each exhausted bucket is available again, in milliseconds since 1970. */
  readonly freeAt: BoundedMap<string, number>
  readonly usage: Map<string, number>
  /**
   * Times of recent requests in each bucket for which the platform states a request pace. Oldest
   * first, in seconds of the monotonic clock. Null if there is no such bucket.
   */
  sentAt: BoundedMap<string, number[]> | null
}

/**
 * Stores the rate limits that responses reported for each connection, and the units spent. The
 * data is kept only in the memory of this process.
 */
export class RateLimitMemory {
  readonly #connections = new BoundedMap<string, AccountFigures>(MAX_CONNECTIONS)
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Returns the rate limit that the connection's latest response with rate limit headers reported.
   * Null if there was none.
   */
  rateLimit(connectionId: string): RateLimitState | null {
    const last = this.#connections.get(connectionId)?.last ?? null
    if (last === null) return null
    return last.state ?? rateLimitFrom(last.headers, last.now)
  }

  /** Returns the units that the connection has spent since the process started, by bucket. */
  usage(connectionId: string): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#connections.get(connectionId)?.usage ?? [])
  }

  /**
   * Returns the seconds until an exhausted bucket is available again. 0 if the bucket is available
   * or unknown.
   */
  secondsUntilFree(connectionId: string, bucket: string): number {
    const freeAt = this.#connections.get(connectionId)?.freeAt.get(bucket)
    return freeAt === undefined ? 0 : Math.max(0, (freeAt - this.#clock.now().getTime()) / 1000)
  }

  /**
   * Reserves one request in a bucket for which the platform states a request pace.
   *
   * @returns 0 if the request was reserved. Otherwise the seconds until a request is allowed.
   */
  takeRoom(connectionId: string, bucket: string, { requests, seconds }: RequestPace): number {
    const figures = this.#figuresOf(connectionId)
    const sentAt = (figures.sentAt ??= new BoundedMap(MAX_BUCKETS))
    const now = this.#clock.monotonic()
    const recent = (sentAt.get(bucket) ?? []).filter((moment) => moment > now - seconds)
    const oldest = recent[recent.length - requests]
    if (oldest === undefined) recent.push(now)
    sentAt.set(bucket, recent)
    // The wait is rounded up to whole milliseconds, because a timer may ignore a shorter wait.
    return oldest === undefined ? 0 : Math.ceil((oldest + seconds - now) * 1000) / 1000
  }

  /**
   * Stores the rate limit that a response reports. A response without rate limit headers changes
   * nothing.
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
   * Stores a rate limit that the platform read from headers of its network. An exhausted bucket
   * without a reset time does not delay requests.
   */
  noteState(connectionId: string, bucket: string, state: RateLimitState): void {
    const figures = this.#figuresOf(connectionId)
    figures.last = { state }
    if (state.remaining === null) return
    if (state.remaining > 0) figures.freeAt.delete(bucket)
    else if (state.resetsAt !== null) figures.freeAt.set(bucket, state.resetsAt.getTime())
  }

  /**
   * Records that the network refused a request because the bucket is exhausted until `resetsAt`.
   */
  noteUsedUp(connectionId: string, bucket: string, resetsAt: Date): void {
    const limit = this.rateLimit(connectionId)?.limit ?? null
    const figures = this.#figuresOf(connectionId)
    figures.last = { state: { limit, remaining: 0, resetsAt } }
    figures.freeAt.set(bucket, resetsAt.getTime())
  }

  /** Adds the cost of a request to the units that the connection has spent. */
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
