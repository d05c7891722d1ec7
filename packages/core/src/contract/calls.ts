import type { GenericSchema, InferOutput } from 'valibot'

import type { DeleteOptions, HttpMethod, HttpReply, OutgoingRequest, RequestOptions } from '../http/types.js'
import type { AppCredentials, Connection, Finish, Media, Receipt, ReceiptStep } from '../models/index.js'
import type { Clock, HostedMedia, PostClaim, Random } from './ports.js'

/**
 * HTTP client of one call: signs each attempt with the newest token, parses, maps errors, counts, retries and renews.
 * Paths are joined to `apiBase`; absolute URLs are used unchanged. Auth is sent to the platform's `origins` only.
 * Every method rejects with the library's errors, or with `signal.reason` when the call was aborted.
 */
export interface PlatformHttp {
  /** Returns status, headers and `data` as read by the schema. With a null schema, `data` is the parsed body. */
  request<S extends GenericSchema>(
    method: HttpMethod,
    path: string,
    schema: S,
    options?: RequestOptions,
  ): Promise<HttpReply<InferOutput<S>>>
  /**
   * `DELETE` works like `delete`: after a lost response, the reply "not found" resolves with its own status.
   */
  request(
    method: HttpMethod,
    path: string,
    schema: null,
    options?: RequestOptions,
  ): Promise<HttpReply<unknown>>
  get<S extends GenericSchema>(path: string, schema: S, options?: RequestOptions): Promise<InferOutput<S>>
  post<S extends GenericSchema>(path: string, schema: S, options?: RequestOptions): Promise<InferOutput<S>>
  put<S extends GenericSchema>(path: string, schema: S, options?: RequestOptions): Promise<InferOutput<S>>
  patch<S extends GenericSchema>(path: string, schema: S, options?: RequestOptions): Promise<InferOutput<S>>
  /**
   * Deletes an object. Retried by default when the response was lost: the reply "not found" (the platform's `NotFoundError`)
   * is then a success, because the lost attempt may have deleted the object. On the first attempt it rejects.
   *
   * @returns `GONE` for that success. `GONE` is no proof if the network also reports a missing permission as "not found":
   *   read the object there.
   */
  delete(path: string, schema: GenericSchema, options?: DeleteOptions): Promise<'DELETED' | 'GONE'>
}

/** Last argument of every platform method during a sign-in: a call without a connection. */
export interface LoginCall {
  readonly http: PlatformHttp
  readonly clock: Clock
  readonly random: Random
  readonly signal: AbortSignal
  /** True when the address guard allows loopback addresses, with http for their hosts. */
  readonly allowLoopback: boolean
  /** Publishes a message on the social.warning channel. The message must contain no secrets. */
  warn(message: string): void
}

/** Last argument of every platform method. */
export interface Call extends LoginCall {
  /** The current connection. A renewal during the call replaces it. */
  readonly connection: Connection
  /** Reads the application's credentials for this network and server. Returns null if none are stored. */
  app(): Promise<AppCredentials | null>
  /**
   * Base URLs of the platform by name, as passed to its factory: for functions of `account.run` that call a URL other than
   * `apiBase`. Omitted when the platform declares none.
   */
  readonly addresses?: Readonly<Record<string, string>> | undefined
  /**
   * Time of the network's clock, for times that the network checks: the `Date` of its newest reply in this process, advanced
   * by a monotonic clock. Before the first reply: the client's clock.
   */
  networkNow(): Date
}

/** Upload progress. */
export interface Progress {
  /** Index of the media file, from 0. */
  readonly mediaIndex: number
  readonly mediaCount: number
  /** Number of bytes of all media that the network has acknowledged so far. */
  readonly sentBytes: number
  /** Number of bytes of all media together. */
  readonly totalBytes: number
}

/** A post found at the network. It may be the result of a request whose response was lost. */
export interface FoundPost {
  readonly id: string
  /** Creation time, by the network's clock. */
  readonly createdAt: Date
}

/** Claims posts for the idempotency key of a call. */
export interface ClaimCall {
  /**
   * Claims one of these posts for the idempotency key of the call. No two keys of an account own the same post, across
   * processes. A match by content counts only with `OWNED`.
   *
   * @param candidates - Matching posts in order of preference.
   * @param options - `FIRST` claims the first free post. `ONLY` claims a post only if it is the only free one.
   */
  claimPost(
    candidates: readonly FoundPost[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ): Promise<PostClaim>
}

/** Last argument of every platform method that publishes. */
export interface PublishCall extends Call, ClaimCall {
  /** Idempotency key: the same for every attempt of the same post. */
  readonly idempotencyKey: string
  /**
   * Progress of an earlier attempt. Null in the first attempt. A `FINISH` receipt is passed only while its request
   * may be repeated.
   */
  readonly receipt: Receipt | null
  /**
   * Saves a prepared or waiting step. The visible request is saved automatically: pass `finish` with it.
   *
   * @throws ConfigError after the visible request has started.
   */
  checkpoint(step: ReceiptStep): Promise<void>
  /**
   * Runs a visible step without `http`. A request of `http` inside `send` rejects with a `ConfigError`: pass `finish` with
   * the request instead. A due token is renewed first. The error of `send` decides the outcome: a `NetworkError` with
   * `NOT_SENT`, a `RateLimitError` and a `ConfigError` mean that nothing was sent. Any other refusal of the library is
   * definite. After any other error the outcome is unknown.
   */
  finish<T>(finish: Finish, send: () => Promise<T>): Promise<T>
  /**
   * Reports proof that the visible request published nothing and never will: the next attempt starts from the prepared step.
   * "Not seen" is no proof.
   *
   * @param why - The proof, as a sentence for the operator. Null when no response was lost: the request sent was an earlier
   *   visible step, such as a group, and its response arrived. The visible request follows.
   */
  notPublished(why: string | null): Promise<void>
  /** Reports upload progress to the application. */
  progress(progress: Progress): void
  /** True if the client has a `mediaHost`, so that `hostMedia` can be called. */
  readonly canHostMedia: boolean
  /**
   * Makes a file available at a public URL, for networks that only fetch media. @throws InvalidPostError without a
   * `mediaHost`.
   */
  hostMedia(media: Media): Promise<HostedMedia>
}

/** Context for signing an attempt. */
export interface SignContext {
  readonly connection: Connection
  /** Reads the application's credentials at the network only when called. Returns null if none are stored. */
  app(): Promise<AppCredentials | null>
  /** The newest DPoP nonce of the origin. Null if the origin has sent none. */
  readonly nonce: string | null
  readonly clock: Clock
  readonly random: Random
}

/** Signs one attempt and returns the request with its final headers and URL. */
export type Sign = (request: OutgoingRequest, by: SignContext) => OutgoingRequest | Promise<OutgoingRequest>
