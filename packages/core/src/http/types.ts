import type { RawData } from '../errors/index.js'
import type { Finish } from '../models/index.js'
import type { Cancellation } from './cancellation.js'

/** HTTP methods of the library. */
export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Header names in lower case. Repeated headers are joined with `, `. */
export type ReplyHeaders = Readonly<Record<string, string>>

/** A body of known length that can be opened again for a repeat. */
export interface BodySource {
  /** In bytes. */
  readonly length: number
  /**
   * Returns the bytes in order. A chunk is valid only until the next one is requested, so that buffers can be reused.
   */
  open(): AsyncIterable<Uint8Array>
}

/** Body of a request: none, bytes, or a repeatable source. */
export type TransportBody = null | Uint8Array | BodySource

/** One attempt as passed to a transport, with all headers and an absolute URL. */
export interface TransportRequest {
  readonly method: HttpMethod
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: TransportBody
  /** Aborts when the request is cancelled. */
  readonly signal: AbortSignal
  /** Same cancellation, for a transport that needs no signal. The signal is then never created. */
  readonly cancellation?: Cancellation | undefined
  /** Seconds without a byte, in either direction, after which the attempt is aborted. */
  readonly stallSeconds: number
  /** Timeout of the whole attempt in seconds. Default: only `stallSeconds` applies. */
  readonly timeoutSeconds?: number | undefined
  /** Maximum size of the response in bytes. */
  readonly maxReplyBytes: number
  /** Called with the number of body bytes that were written to the socket so far. */
  readonly onSent?: ((sentBytes: number) => void) | undefined
  /** True if the URL came from a person: only public hosts are allowed, checked after DNS resolution. */
  readonly publicHostsOnly?: boolean | undefined
  /** True for the repeat of a request that failed on a kept socket: it requires a new socket. */
  readonly onNewSocket?: boolean | undefined
  /**
   * Called when a connection is open, immediately before the first byte and before each further piece of the body. An
   * error ends the attempt: for example, this process lost its lease while the connection was opened.
   */
  readonly assertMayLeave?: (() => void) | undefined
  /**
   * True for a request that cannot be repeated if its socket is dead, such as the visible request of a publish. It is
   * sent on a new socket, or on a kept socket of a server that is known to keep sockets open.
   */
  readonly onProvenSocket?: boolean | undefined
  /**
   * Receives the body of a successful response incrementally. The body of the response is then empty. The request has
   * its own socket, which is not kept. A transport without this feature ignores it.
   */
  readonly reader?: ReplyReader | undefined
}

/** Receives a continuous response, such as an event stream, incrementally. An error that it throws ends the request. */
export interface ReplyReader {
  /** Called with the header of a successful response, 200 to 299. */
  opened(head: ReplyHead): void
  /** Called with bytes of the body. The array must not be stored. */
  take(chunk: Uint8Array): void
}

/** A response as returned by a transport. */
export interface TransportResponse {
  readonly status: number
  readonly headers: ReplyHeaders
  readonly body: Uint8Array
}

/**
 * Sends requests. A failure rejects with `NetworkError`. Its `delivery` is `NOT_SENT` only if no byte can have been
 * sent. An abort rejects with `signal.reason`, or with such a `NetworkError` if no byte was sent.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>
  close(): Promise<void>
}

/** Query and form values: arrays repeat the name; null and undefined are omitted. */
export type FieldValue = string | number | boolean | null | undefined | readonly (string | number | boolean)[]
/** Query and form fields by name. */
export type Fields = Readonly<Record<string, FieldValue>>

/** One part of a multipart body: a field, or a file. */
export type MultipartPart =
  | { readonly name: string; readonly value: string }
  | {
      readonly name: string
      readonly filename: string
      readonly contentType: string
      readonly body: Uint8Array | BodySource
    }

/**
 * Rule for repeating a failed request. `always`: repeating is harmless (reads, writes with an idempotency key).
 * `unsent`: only if it certainly did not arrive (connection refused, 429, 503 with `Retry-After`). `never`: not
 * repeated.
 */
export type RetryRule = 'always' | 'unsent' | 'never'

/** Options of a request in addition to method, path and schema. At most one kind of body. */
export interface RequestOptions {
  readonly query?: Fields | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent url-encoded. */
  readonly form?: Fields | undefined
  /** Sent as multipart/form-data, in this order. */
  readonly multipart?: readonly MultipartPart[] | undefined
  /** Sent unchanged. */
  readonly body?: Uint8Array | BodySource | undefined
  /** `content-type` of `body`. Default: `application/octet-stream`. */
  readonly contentType?: string | undefined
  /** `connection`, the default if there is one, signs each attempt; `none` sends it unsigned. */
  readonly auth?: 'connection' | 'none' | undefined
  /** Default: `always` for reads and deletions, `unsent` for all others. */
  readonly retry?: RetryRule | undefined
  /** Timeout of one attempt in seconds, except uploads. Default: the timeout of the platform, otherwise 30. */
  readonly timeoutSeconds?: number | undefined
  /** Limits an upload or a wait by inactivity in seconds instead of total time. */
  readonly stallSeconds?: number | undefined
  /** Statuses outside 200 to 299 that count as success. */
  readonly accept?: readonly number[] | undefined
  /** True if the URL came from a person (server name, picture): only public https hosts are allowed. */
  readonly fromPerson?: boolean | undefined
  /**
   * `bytes` returns the body of a successful response unparsed: `data` is a `Uint8Array`, `raw` is empty. Default:
   * parsed.
   */
  readonly replyAs?: 'bytes' | undefined
  /** Maximum size of the response in bytes. Default: 16 MiB. */
  readonly maxReplyBytes?: number | undefined
  /**
   * Receives a continuous successful response incrementally. The request ends when the network ends the response. Set
   * `stallSeconds` to limit inactivity, and `replyAs: 'bytes'`.
   */
  readonly reader?: ReplyReader | undefined
  /** Aborts only this request. The signal of the call always applies too. */
  readonly signal?: AbortSignal | undefined
  /** Called with the number of body bytes that were written to the socket so far. */
  readonly onSent?: ((sentBytes: number) => void) | undefined
  /**
   * Marks the visible request of a publish. It is recorded before its bytes are sent, and only its outcome decides the
   * outcome of the publish. Allowed only in a call that publishes.
   */
  readonly finish?: Finish | undefined
  /**
   * Values in the path or elsewhere that must not appear in errors and events, such as a bot token in the URL. Known
   * secrets (tokens, codes, passwords, every value of a request without a token) need not be listed.
   */
  readonly secrets?: readonly string[] | undefined
  /**
   * True for a request that only reads despite its method, such as a status query of an upload. Never counts as a
   * write.
   */
  readonly readsOnly?: boolean | undefined
  /** Cost that the network bills: for the spending guard, `account.usage` and diagnostics. */
  readonly cost?: RequestCost | undefined
}

/** Options of a request that deletes an item. */
export interface DeleteOptions extends RequestOptions {
  /** Method with which the network deletes. Default: `DELETE`. */
  readonly method?: 'DELETE' | 'POST' | undefined
}

/** Cost of one request as billed by the network. */
export interface RequestCost {
  /** Maximum number of units. */
  readonly units: number
  /**
   * Units that must be available before sending, if different from `units`: more if later requests belong to the same
   * operation, fewer if a limit must not block the request. Only `units` are counted.
   */
  readonly needs?: number | undefined
  /** Name of the counted resource, if a network counts several separately: `uploads`. */
  readonly bucket: string
  /** Units that the network billed according to the response. Default: `units`, also for refusals. */
  readonly billed?: ((reply: ReplyHead & { readonly body: unknown }) => number) | undefined
}

/** Maximum number of requests within a time window, counted over a sliding window. */
export interface RequestPace {
  readonly requests: number
  readonly seconds: number
}

/** A request before sending, as passed to `sign`, `readError` and `rateLimitKey`. */
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

/** A response that was read with a schema. */
export interface HttpReply<T> extends ReplyHead {
  readonly data: T
  /** The response before validation; `{ body: text }` if it was not a JSON object. */
  readonly raw: RawData
}

/** Rate limit as reported by the last response. Values are null if not reported. */
export interface RateLimitState {
  /** Number of requests or units that the network allows in its window. */
  readonly limit: number | null
  /** Remaining number; 0 means exhausted. */
  readonly remaining: number | null
  /** End of the window by the local clock. */
  readonly resetsAt: Date | null
}
