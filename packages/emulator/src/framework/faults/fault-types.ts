import type { ReplyChange } from './change-reply.js'

/**
 * Selects the requests that a fault applies to. An omitted field matches every request. With `nth`
 * alone, the fault applies to the nth request.
 */
export interface FaultMatch {
  readonly method?: string | undefined
  /**
   * If true, only write requests match. All methods except GET, HEAD and OPTIONS are write
   * requests.
   */
  readonly writes?: boolean | undefined
  /** Path pattern such as `/api/v1/media/:id`. `*` matches any characters. */
  readonly path?: string | undefined
  /** Account id on the network. Only requests whose URL or headers identify the account match. */
  readonly account?: string | undefined
  /**
   * Number of requests that the fault ignores after it was added. Requests that do not match also
   * count.
   */
  readonly afterRequests?: number | undefined
  /** Time from which the fault applies, by the emulator's clock, as ISO 8601. */
  readonly from?: string | undefined
  /** Time until which the fault applies (exclusive), by the emulator's clock, as ISO 8601. */
  readonly until?: string | undefined
  /** Number of the first matching request that the fault affects, counted from 1. */
  readonly nth?: number | undefined
  /** Number of requests that the fault affects, starting with request `nth`. Default: 1. */
  readonly count?: number | 'all' | undefined
}

/** Effect of a fault. */
export type FaultEffect =
  /** The request takes effect. The connection ends without a response. */
  | { readonly fault: 'replyLost' }
  /** The request takes effect. The connection ends after half of the response body. */
  | { readonly fault: 'dropMidBody' }
  /**
   * The connection ends after this number of bytes of the request body. Default: half of
   * `Content-Length`. The network keeps the bytes that it already stored. Requests without a body
   * are not affected.
   */
  | { readonly fault: 'dropUpload'; readonly afterBytes?: number | undefined }
  /** The connection ends before the request is processed. */
  | { readonly fault: 'closeBeforeEffect' }
  /**
   * The network returns this status, with the header names in the given spelling. The request
   * takes effect only if `afterEffect` is true.
   */
  | {
      readonly fault: 'status'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>> | undefined
      /** Adds a `Retry-After` header with this number of seconds. */
      readonly retryAfterSeconds?: number | undefined
      /**
       * Response body. A string is sent unchanged, any other value as JSON. Default: an empty
       * body.
       */
      readonly body?: unknown
      readonly afterEffect?: boolean | undefined
    }
  /**
   * The request takes effect. Fields of the JSON response are changed or removed.
   */
  | ({ readonly fault: 'changeReply' } & ReplyChange)
  /**
   * The request takes effect. The response is delayed by the number of seconds on the machine's
   * clock.
   */
  | { readonly fault: 'slow'; readonly seconds: number }
  /**
   * The response is held until the test releases the fault. By default the request takes effect
   * first. With `beforeEffect`, the request takes effect after the release.
   */
  | { readonly fault: 'hold'; readonly beforeEffect?: boolean | undefined }

/** Fault that `faults.add()` accepts: the matching requests and the effect. */
export type Fault = FaultMatch & FaultEffect

/** Added fault, with functions to release and remove it. */
export interface FaultHandle {
  readonly id: string
  readonly fault: Fault
  /** Number of requests that the fault affected so far. */
  readonly hits: number
  /** Number of requests that the fault holds at the moment. */
  readonly held: number
  /** Resolves when the fault holds at least this number of requests at the same time. */
  whenHeld(count: number): Promise<void>
  /** Releases the held requests. Later requests are not held. */
  release(): void
  /** Removes the fault and releases the held requests. */
  remove(): void
}
