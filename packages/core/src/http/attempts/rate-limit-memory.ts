import type { Clock } from '../../contract/ports.js'
import { BoundedMap } from '../bounded-map.js'
import type { RateLimitState, ReplyHeaders, RequestPace } from '../types.js'
import { isUsedUp, rateLimitFrom, rateLimitHeaders } from './rate-limit.js'

/** Connections whose figures are kept, those used last. Our choice: some hundred bytes each. */
const MAX_CONNECTIONS = 10_000
/** Buckets of one connection whose figures are kept. Our choice: no platform splits its limits into more. */
const MAX_BUCKETS = 100

/** Figures that are worked out only when somebody asks for them. */
type Figures =
  | { readonly state: RateLimitState }
  | { readonly state: null; readonly headers: ReplyHeaders; readonly now: Date }

interface AccountFigures {
  /** Of the last reply that had any. */
  last: Figures | null
  /** When a bucket that is used up is free again, in milliseconds since 1970. */
  readonly freeAt: BoundedMap<string, number>
  readonly usage: Map<string, number>
  /** Times of the newest requests of a paced bucket, oldest first, by the monotonic clock; null = no bucket is paced. */
  sentAt: BoundedMap<string, number[]> | null
}

/** What the replies told of each connection's rate limits, and what its requests cost. In the memory of this process only. */
export class RateLimitMemory {
  readonly #connections = new BoundedMap<string, AccountFigures>(MAX_CONNECTIONS)
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The figures of the last reply that had any. */
  rateLimit(connectionId: string): RateLimitState | null {
    const last = this.#connections.get(connectionId)?.last ?? null
    if (last === null) return null
    return last.state ?? rateLimitFrom(last.headers, last.now)
  }

  /** Units spent so far, by bucket. */
  usage(connectionId: string): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#connections.get(connectionId)?.usage ?? [])
  }

  /** Seconds until a bucket that was used up is free again; 0 when it is free, or not known to be used up. */
  secondsUntilFree(connectionId: string, bucket: string): number {
    const freeAt = this.#connections.get(connectionId)?.freeAt.get(bucket)
    return freeAt === undefined ? 0 : Math.max(0, (freeAt - this.#clock.now().getTime()) / 1000)
  }

  /**
   * Takes room for one request of a paced bucket.
   *
   * @returns Seconds until there is room; 0 when room was taken.
   */
  takeRoom(connectionId: string, bucket: string, { requests, seconds }: RequestPace): number {
    const figures = this.#figuresOf(connectionId)
    const sentAt = (figures.sentAt ??= new BoundedMap(MAX_BUCKETS))
    const now = this.#clock.monotonic()
    const recent = (sentAt.get(bucket) ?? []).filter((moment) => moment > now - seconds)
    const oldest = recent[recent.length - requests]
    if (oldest === undefined) recent.push(now)
    sentAt.set(bucket, recent)
    // Whole milliseconds: a wait of a fraction may leave the clock where it is.
    return oldest === undefined ? 0 : Math.ceil((oldest + seconds - now) * 1000) / 1000
  }

  /** Notes what a reply told; one that tells nothing leaves the last figures alone. */
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

  /** Notes figures that a platform read out of headers of its own. One that is used up without a reset is not waited for. */
  noteState(connectionId: string, bucket: string, state: RateLimitState): void {
    const figures = this.#figuresOf(connectionId)
    figures.last = { state }
    if (state.remaining === null) return
    if (state.remaining > 0) figures.freeAt.delete(bucket)
    else if (state.resetsAt !== null) figures.freeAt.set(bucket, state.resetsAt.getTime())
  }

  /** Notes that the network refused, and until when. */
  noteUsedUp(connectionId: string, bucket: string, resetsAt: Date): void {
    const limit = this.rateLimit(connectionId)?.limit ?? null
    const figures = this.#figuresOf(connectionId)
    figures.last = { state: { limit, remaining: 0, resetsAt } }
    figures.freeAt.set(bucket, resetsAt.getTime())
  }

  /** Counts what a request cost. */
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
