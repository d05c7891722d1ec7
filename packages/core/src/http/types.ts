import type { RawData } from '../errors/index.js'
import type { Finish } from '../models/index.js'
import type { Cancellation } from './cancellation.js'

/** HTTP methods that a platform can use. */
export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Headers of a response, with names in lower case. Repeated headers are joined with `, `. */
export type ReplyHeaders = Readonly<Record<string, string>>

/** Body of known length, which can be opened again when a request is repeated. */
export interface BodySource {
  /** In bytes. */
  readonly length: number
  /**
   * Returns the bytes in order. A chunk is valid only until the next chunk is requested, so that
   * the source can reuse its buffers.
   */
  open(): AsyncIterable<Uint8Array>
}

/** Body of a request: null for none, bytes, or a source that can be opened again. */
export type TransportBody = null | Uint8Array | BodySource

/** One attempt of a request as a transport receives it, with all headers and an absolute URL. */
export interface TransportRequest {
  readonly method: HttpMethod
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: TransportBody
  /** Aborts when the request is cancelled. */
  readonly signal: AbortSignal
  /**
   * The same cancellation as `signal`. A transport that uses only this property avoids the
   * creation of the signal.
   */
  readonly cancellation?: Cancellation | undefined
  /** The attempt is aborted if no byte is transferred in either direction for this many seconds. */
  readonly stallSeconds: number
  /**
   * Timeout of the whole attempt in seconds. Without it, only `stallSeconds` limits the attempt.
   */
  readonly timeoutSeconds?: number | undefined
  /** Maximum size of the response in bytes. */
  readonly maxReplyBytes: number
  /**
   * Called during the upload with the number of body bytes that were written to the socket so far.
   */
  readonly onSent?: ((sentBytes: number) => void) | undefined
  /**
   * True if a user entered the URL. Only public hosts are then allowed, and the resolved addresses
   * are checked.
   */
  readonly publicHostsOnly?: boolean | undefined
  /** True if an earlier attempt failed on a reused socket. This attempt must use a new socket. */
  readonly onNewSocket?: boolean | undefined
  /**
   * Called when the connection is open, before the first byte and before each further piece of the
   * body. An error ends the attempt, for example if this process has lost its lease while
   * connecting.
   */
  readonly assertMayLeave?: (() => void) | undefined
  /**
   * True for a request that must not be repeated if its socket turns out to be dead, such as the
   * request that makes a post visible. The request uses a new socket, or an open socket of a
   * server that is known to keep sockets open.
   */
  readonly onProvenSocket?: boolean | undefined
  /**
   * Receives the body of a successful response as it arrives. The body of the returned response is
   * then empty. The request uses a socket of its own, which is closed afterwards. A transport
   * without this feature ignores this property.
   */
  readonly reader?: ReplyReader | undefined
}

/**
 * Receives a long response, such as an event stream, as its bytes arrive. If a method throws, the
 * request ends with that error.
 */
export interface ReplyReader {
  /** Called with status and headers of a successful response (200 to 299). */
  opened(head: ReplyHead): void
  /**
   * Called with the next bytes of the body. Do not keep the array, because its buffer may be
   * reused.
   */
  take(chunk: Uint8Array): void
}

/** Response that a transport returns. */
export interface TransportResponse {
  readonly status: number
  readonly headers: ReplyHeaders
  readonly body: Uint8Array
}

/**
 * Sends requests. A failure rejects with a `NetworkError`. Its `delivery` must be `NOT_SENT` only
 * if no byte can have been sent. An abort rejects with `signal.reason`, or with a `NetworkError`
 * that is `NOT_SENT` if no byte was sent.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>
  close(): Promise<void>
}

/** Value of a query or form field. Arrays repeat the name, and null and undefined are omitted. */
export type FieldValue = string | number | boolean | null | undefined | readonly (string | number | boolean)[]
/** Query or form fields by name. */
export type Fields = Readonly<Record<string, FieldValue>>

/** One part of a multipart body: a field or a file. */
export type MultipartPart =
  | { readonly name: string; readonly value: string }
  | {
      readonly name: string
      readonly filename: string
      readonly contentType: string
      readonly body: Uint8Array | BodySource
    }

/**
 * Decides when a failed request is repeated.
 *
 * - `always`: repeating is harmless, as for reads and for writes with an idempotency key.
 * - `unsent`: only if the request was certainly not processed (connection refused, 429, 503 with
 * `Retry-After`).
 * - `never`: the request is not repeated.
 */
export type RetryRule = 'always' | 'unsent' | 'never'

/**
 * Options of a request, besides its method, path and schema. Give at most one of `json`, `form`,
 * `multipart` and `body`.
 */
export interface RequestOptions {
  readonly query?: Fields | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Body that is sent as JSON. */
  readonly json?: unknown
  /** Body that is sent URL-encoded, as `application/x-www-form-urlencoded`. */
  readonly form?: Fields | undefined
  /** Body that is sent as multipart/form-data, with the parts in this order. */
  readonly multipart?: readonly MultipartPart[] | undefined
  /** Body that is sent unchanged. */
  readonly body?: Uint8Array | BodySource | undefined
  /** `content-type` of `body`. Default: `application/octet-stream`. */
  readonly contentType?: string | undefined
  /**
   * `connection` signs each attempt with the connection's token. `none` sends the request
   * unsigned. Default: `connection` if the call has one.
   */
  readonly auth?: 'connection' | 'none' | undefined
  /**
   * Decides when a failed request is repeated. Default: `always` for reads and deletions, `unsent`
   * for all others.
   */
  readonly retry?: RetryRule | undefined
  /**
   * Timeout of one attempt in seconds. Uploads have no total timeout. Default: the timeout of the
   * platform, otherwise 30.
   */
  readonly timeoutSeconds?: number | undefined
  /** Limits inactivity in seconds, instead of the total time. For uploads and long waits. */
  readonly stallSeconds?: number | undefined
  /** Statuses outside 200 to 299 that also count as success. */
  readonly accept?: readonly number[] | undefined
  /**
   * True if a user entered the URL, for example of a server or a picture. Only public https hosts
   * are then allowed.
   */
  readonly fromPerson?: boolean | undefined
  /**
   * With `bytes`, the body of a successful response is not parsed: `data` is a `Uint8Array`, and
   * `raw` is empty. Default: the body is parsed.
   */
  readonly replyAs?: 'bytes' | undefined
  /** Maximum size of the response in bytes. Default: 16 MiB. */
  readonly maxReplyBytes?: number | undefined
  /**
   * Receives the body of a successful response as it arrives. The request ends when the network
   * ends the response. Set `stallSeconds` too, to limit inactivity, and `replyAs: 'bytes'`.
   */
  readonly reader?: ReplyReader | undefined
  /** Aborts only this request. The signal of the call also aborts it. */
  readonly signal?: AbortSignal | undefined
  /**
   * Called during the upload with the number of body bytes that were written to the socket so far.
   */
  readonly onSent?: ((sentBytes: number) => void) | undefined
  /**
   * Marks the request that makes a post visible. The request is recorded before its bytes are
   * sent, and its outcome decides the outcome of the publish. Allowed only in a call that
   * publishes.
   */
  readonly finish?: Finish | undefined
  /**
   * Values that errors and events must not contain, such as a bot token in the path. Tokens,
   * codes, passwords, and all values of a request without a token are hidden automatically.
   */
  readonly secrets?: readonly string[] | undefined
  /**
   * True for a request that changes nothing although its method is not GET, such as a status query
   * of an upload.
   */
  readonly readsOnly?: boolean | undefined
  /**
   * Cost that the network bills for this request. Used for spending limits, `account.usage` and
   * diagnostics.
   */
  readonly cost?: RequestCost | undefined
}

/** Options of a request that deletes an item. */
export interface DeleteOptions extends RequestOptions {
  /** HTTP method with which the network deletes. Default: `DELETE`. */
  readonly method?: 'DELETE' | 'POST' | undefined
}

/** Cost of one request, in the units that the network bills. */
export interface RequestCost {
  /** Maximum number of units that the request can cost. */
  readonly units: number
  /**
   * Units that must be available before the request is sent. Default: `units`. Use more if later
   * requests belong to the same operation, and fewer if the request must not be blocked by the
   * limit. Only `units` are counted as spent.
   */
  readonly needs?: number | undefined
  /**
   * Name of the counted resource, such as `uploads`. A network may count several resources
   * separately.
   */
  readonly bucket: string
  /**
   * Returns the units that the network billed, read from the response. Default: `units`, also for
   * error responses.
   */
  readonly billed?: ((reply: ReplyHead & { readonly body: unknown }) => number) | undefined
}

/** Maximum number of requests within any period of `seconds`. */
export interface RequestPace {
  readonly requests: number
  readonly seconds: number
}

/**
 * Request before it is sent, as the platform's `sign`, `readError` and `rateLimitKey` receive it.
 */
export interface OutgoingRequest {
  readonly method: HttpMethod
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: TransportBody
}

/** Status and headers of a response. */
export interface ReplyHead {
  readonly status: number
  readonly headers: ReplyHeaders
}

/** Response whose body was validated with a schema. */
export interface HttpReply<T> extends ReplyHead {
  readonly data: T
  /** Parsed body before validation. A body that is not a JSON object becomes `{ body }`. */
  readonly raw: RawData
}

/**
 * Rate limit that the last response reported. A value is null if the network does not report it.
 */
export interface RateLimitState {
  /** Number of requests or units that the network allows in one window. */
  readonly limit: number | null
  /** Number of requests or units that are left in the window. 0 if the rate limit is exhausted. */
  readonly remaining: number | null
  /** End of the window, by the local clock. */
  readonly resetsAt: Date | null
}
