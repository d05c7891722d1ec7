import type { RawData } from '../errors/index.js'
import type { Finish } from '../models/index.js'
import type { Cancellation } from './cancellation.js'

/** HTTP methods the library uses. */
export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Header names in lower case. A header sent several times is joined with `, `. */
export type ReplyHeaders = Readonly<Record<string, string>>

/** A body of known length that can be opened again for a repeat. */
export interface BodySource {
  /** Bytes. */
  readonly length: number
  /**
   * The bytes, in order. A chunk is only valid until the next one is asked for, so that buffers can be used again.
   */
  open(): AsyncIterable<Uint8Array>
}

/** What is sent: nothing, bytes, or a repeatable source. */
export type TransportBody = null | Uint8Array | BodySource

/** One attempt, as a transport gets it: headers complete, address absolute. */
export interface TransportRequest {
  readonly method: HttpMethod
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: TransportBody
  /** Fires when the request is given up. */
  readonly signal: AbortSignal
  /** The same, for a transport that needs no signal: none is made then. */
  readonly cancellation?: Cancellation | undefined
  /** Seconds without a byte, in either direction, after which the attempt is given up. */
  readonly stallSeconds: number
  /** Seconds for the attempt as a whole; no limit beside `stallSeconds` unless given. */
  readonly timeoutSeconds?: number | undefined
  /** Bytes of reply after which it is refused. */
  readonly maxReplyBytes: number
  /** Told how many bytes of the body have been handed to the socket so far. */
  readonly onSent?: ((sentBytes: number) => void) | undefined
  /** True when the address came from a person: only public hosts may be connected to, judged after resolution. */
  readonly publicHostsOnly?: boolean | undefined
  /** True for what failed on a socket that was kept: it goes out on one that is opened for it. */
  readonly onNewSocket?: boolean | undefined
  /**
   * Called right before the first byte leaves, when a connection is open, and before each further piece of the body. An
   * error it throws ends the attempt: this process has lost its lease while the connection was being opened.
   */
  readonly assertMayLeave?: (() => void) | undefined
  /**
   * True for a request that cannot be repeated if its socket turns out to be dead, such as the visible request of a publish.
   * It is sent on a socket opened for it, or on a kept one of a server that is known to keep sockets open.
   */
  readonly onProvenSocket?: boolean | undefined
  /**
   * Takes the body of a successful reply as it comes; that of the response is then empty. The request has a socket of its own,
   * which is not kept. A transport that cannot do this leaves it alone.
   */
  readonly reader?: ReplyReader | undefined
}

/** Takes a reply that goes on, such as a stream of events, as it comes. What it throws ends the request. */
export interface ReplyReader {
  /** The head of a successful reply, 200 to 299, is in. */
  opened(head: ReplyHead): void
  /** Some bytes of its body; not to be kept. */
  take(chunk: Uint8Array): void
}

/** What came back. */
export interface TransportResponse {
  readonly status: number
  readonly headers: ReplyHeaders
  readonly body: Uint8Array
}

/**
 * Carries requests. A failure rejects with `NetworkError`, whose `delivery` is `NOT_SENT` only when no byte of the
 * request can have left; an abort rejects with `signal.reason`, or with such a `NetworkError` when no byte has left.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>
  close(): Promise<void>
}

/** Query and form values: arrays repeat the name, null and undefined are left out. */
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
 * When a failed request may be sent again: `always` for what is harmless to repeat (reads, writes with a key at the
 * network), `unsent` only when it certainly did not arrive (connection refused, 429, 503 with `Retry-After`), `never`.
 */
export type RetryRule = 'always' | 'unsent' | 'never'

/** Everything about a request but its method, path and schema. At most one kind of body. */
export interface RequestOptions {
  readonly query?: Fields | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent url-encoded. */
  readonly form?: Fields | undefined
  /** Sent as multipart/form-data, in this order. */
  readonly multipart?: readonly MultipartPart[] | undefined
  /** Sent as it is. */
  readonly body?: Uint8Array | BodySource | undefined
  /** `content-type` of `body`; `application/octet-stream` unless given. */
  readonly contentType?: string | undefined
  /** `connection` (the default where there is one) signs each attempt; `none` sends it bare. */
  readonly auth?: 'connection' | 'none' | undefined
  /** Reads and deletions: `always`; everything else: `unsent`, unless given. */
  readonly retry?: RetryRule | undefined
  /** Seconds for one attempt, uploads excepted; the platform's own, else 30. */
  readonly timeoutSeconds?: number | undefined
  /** Bounds an upload or a wait by silence instead of by time as a whole. */
  readonly stallSeconds?: number | undefined
  /** Statuses outside 200 to 299 that are an answer here, not an error. */
  readonly accept?: readonly number[] | undefined
  /** The address came from a person (a server's name, a picture): public https hosts only. */
  readonly fromPerson?: boolean | undefined
  /** `bytes` leaves the body of a successful reply as it came: `data` is a `Uint8Array`, `raw` is empty. Parsed unless given. */
  readonly replyAs?: 'bytes' | undefined
  /** Bytes of reply after which it is refused; 16 MiB unless given. */
  readonly maxReplyBytes?: number | undefined
  /**
   * Takes a successful reply that goes on, piece by piece: the request is over when the network ends it. Give `stallSeconds`,
   * which bounds it by silence, and `replyAs: 'bytes'`.
   */
  readonly reader?: ReplyReader | undefined
  /** Stops this request only; the call's own signal always does. */
  readonly signal?: AbortSignal | undefined
  /** Told how many bytes of the body have been handed to the socket. */
  readonly onSent?: ((sentBytes: number) => void) | undefined
  /**
   * This is the visible request of a publish. It is written down before its bytes leave, and what becomes of it is
   * judged by this request alone. Only in a call that publishes.
   */
  readonly finish?: Finish | undefined
  /**
   * Values in the path, or anywhere else, that must not show up in errors and events: a bot token in the address. What
   * is known to be a secret (tokens, codes, passwords, every value of a request without a token) need not be named.
   */
  readonly secrets?: readonly string[] | undefined
  /** It only asks, although its method could write: the question to an upload session. Never counted as a write. */
  readonly readsOnly?: boolean | undefined
  /** What the network bills for it: for the spending guard, `account.usage` and diagnostics. */
  readonly cost?: RequestCost | undefined
}

/** Everything about a request that deletes something. */
export interface DeleteOptions extends RequestOptions {
  /** Where the network deletes by another method; `DELETE` unless given. */
  readonly method?: 'DELETE' | 'POST' | undefined
}

/** What a network bills for one request. */
export interface RequestCost {
  /** Units at most: so many must be free before it is sent. */
  readonly units: number
  /**
   * Units that must be free before it is sent, where that differs from `units`: more where the requests after it are part
   * of the same operation, fewer where a limit must not block it. Only `units` are counted.
   */
  readonly needs?: number | undefined
  /** What the units are of, where a network counts several things apart: `uploads`. */
  readonly bucket: string
  /** Units that a reply was billed for in the end, where it tells; all of `units` unless given, refusals included. */
  readonly billed?: ((reply: ReplyHead & { readonly body: unknown }) => number) | undefined
}

/** Number of requests that a network allows within a time, counted over a sliding window. */
export interface RequestPace {
  readonly requests: number
  readonly seconds: number
}

/** A request on its way out: what `sign`, `readError` and `rateLimitKey` look at. */
export interface OutgoingRequest {
  readonly method: HttpMethod
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: TransportBody
}

/** Status and headers of a reply. */
export interface ReplyHead {
  readonly status: number
  readonly headers: ReplyHeaders
}

/** A reply, read by its schema. */
export interface HttpReply<T> extends ReplyHead {
  readonly data: T
  /** The reply before the schema read it; `{ body: text }` when it was no JSON object. */
  readonly raw: RawData
}

/** What the last reply told of a rate limit. Each is null when the reply did not say. */
export interface RateLimitState {
  /** Requests, or units, that the network allows in its window. */
  readonly limit: number | null
  /** How many of them are left; 0 is a real zero. */
  readonly remaining: number | null
  /** When the window ends, by this machine's clock. */
  readonly resetsAt: Date | null
}
