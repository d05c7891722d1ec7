/**
 * Requests that a fault applies to. An omitted field matches every request. With `nth` only, the fault applies
 * to the request with that number.
 */
export interface FaultMatch {
  readonly method?: string | undefined
  /** If true, only write requests: every method except GET, HEAD and OPTIONS. */
  readonly writes?: boolean | undefined
  /** Path such as `/api/v1/media/:id`. `*` matches anything. */
  readonly path?: string | undefined
  /** Account id on the network, where the URL or the headers contain it. */
  readonly account?: string | undefined
  /** Number of requests after the fault was added that it ignores, whether they match or not. */
  readonly afterRequests?: number | undefined
  /** Start time by the emulator's clock, as ISO 8601. */
  readonly from?: string | undefined
  /** End time (exclusive), as ISO 8601. */
  readonly until?: string | undefined
  /** First matching request that is affected, counted from 1. */
  readonly nth?: number | undefined
  /** Number of affected requests from there. Default: 1. */
  readonly count?: number | 'all' | undefined
}

/** Effect of a fault. */
export type FaultEffect =
  /** The request takes effect. The connection ends without a response. */
  | { readonly fault: 'replyLost' }
  /** The request takes effect. The connection ends after half of the response body. */
  | { readonly fault: 'dropMidBody' }
  /**
   * The connection ends after this number of bytes of the request body. Default: half of `Content-Length`.
   * Bytes that the network stored remain stored. Requests without a body are not affected.
   */
  | { readonly fault: 'dropUpload'; readonly afterBytes?: number | undefined }
  /** The connection ends before the request is processed. */
  | { readonly fault: 'closeBeforeEffect' }
  /**
   * Responds with this status, with the headers spelled as given. The request takes effect only with
   * `afterEffect`.
   */
  | {
      readonly fault: 'status'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>> | undefined
      /** Adds a `Retry-After` header with this number of seconds. */
      readonly retryAfterSeconds?: number | undefined
      /** Strings are sent unchanged, other values as JSON. Empty if omitted. */
      readonly body?: unknown
      readonly afterEffect?: boolean | undefined
    }
  /** The request takes effect. The response is delayed by the machine's clock. */
  | { readonly fault: 'slow'; readonly seconds: number }
  /**
   * The response is held until the fault is released: before the request takes effect, or after it (the
   * default).
   */
  | { readonly fault: 'hold'; readonly beforeEffect?: boolean | undefined }

/** A fault that can be added. */
export type Fault = FaultMatch & FaultEffect

/** A fault that was added. */
export interface FaultHandle {
  readonly id: string
  readonly fault: Fault
  /** Number of affected requests. */
  readonly hits: number
  /** Number of requests that are held now. */
  readonly held: number
  /** Resolves when this number of requests are held at the same time. */
  whenHeld(count: number): Promise<void>
  /** Releases held requests. The fault holds no further requests. */
  release(): void
  /** Removes the fault and releases held requests. */
  remove(): void
}
