import type { GenericSchema, InferOutput } from 'valibot'

import type { DeleteOptions, HttpMethod, HttpReply, OutgoingRequest, RequestOptions } from '../http/types.js'
import type { AppCredentials, Connection, Finish, Media, Receipt, ReceiptStep } from '../models/index.js'
import type { Clock, HostedMedia, PostClaim, Random } from './ports.js'

/**
 * HTTP client of one call. It signs each attempt with the latest token, parses responses, maps errors, counts
 * requests, retries, and renews the token. Paths are joined to `apiBase`; absolute URLs are used unchanged. Auth is
 * sent only to the platform's `origins`. Every method rejects with the library's errors, or with `signal.reason`
 * when the call was aborted.
 */
export interface PlatformHttp {
  /**
   * Sends a request. Returns status, headers and `data` as read by the schema. If the schema is null, `data` is the
   * parsed body.
   */
  request<S extends GenericSchema>(
    method: HttpMethod,
    path: string,
    schema: S,
    options?: RequestOptions,
  ): Promise<HttpReply<InferOutput<S>>>
  /**
   * Sends a request; `data` is the parsed body. A `DELETE` that is retried after a lost response treats the reply
   * "not found" as success, and resolves with that status.
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
   * Deletes an object. If the response was lost, the request is retried by default. The retry treats "not found"
   * (the platform's `NotFoundError`) as success, because the lost attempt may have deleted the object. A "not found"
   * on the first attempt rejects.
   *
   * @returns `GONE` if a retry reported "not found". Some networks also report a missing permission as "not found".
   * Read the object on such a network to be sure.
   */
  delete(path: string, schema: GenericSchema, options?: DeleteOptions): Promise<'DELETED' | 'GONE'>
}

/** Last argument of every platform method of a sign-in. A call without a connection. */
export interface LoginCall {
  readonly http: PlatformHttp
  readonly clock: Clock
  readonly random: Random
  readonly signal: AbortSignal
  /** True if requests may go to loopback addresses, also with http. */
  readonly allowLoopback: boolean
  /** Publishes a message on the `social.warning` diagnostics channel. The message must not contain secrets. */
  warn(message: string): void
}

/** Last argument of every platform method. */
export interface Call extends LoginCall {
  /** The account's current connection. A renewal during the call replaces it. */
  readonly connection: Connection
  /** Reads the app's credentials for this network and server. Returns null if none are stored. */
  app(): Promise<AppCredentials | null>
  /**
   * The platform's base URLs by name, as passed to its factory. For functions of `account.run` that call a URL other
   * than `apiBase`. Omitted if the platform declares none.
   */
  readonly addresses?: Readonly<Record<string, string>> | undefined
  /**
   * Returns the time of the network's clock, for times that the network checks. The time is computed from the `Date`
   * header of the network's latest reply in this process. Before the first reply, returns the time of the client's
   * clock.
   */
  networkNow(): Date
}

/** Upload progress. */
export interface Progress {
  /** Index of the media file, from 0. */
  readonly mediaIndex: number
  readonly mediaCount: number
  /** Number of bytes that the network has acknowledged so far, over all media. */
  readonly sentBytes: number
  /** Number of bytes of all media together. */
  readonly totalBytes: number
}

/** A post that the platform found at the network after a response was lost. */
export interface FoundPost {
  readonly id: string
  /** Creation time by the network's clock. */
  readonly createdAt: Date
}

/** Claims posts for the idempotency key of a call. */
export interface ClaimCall {
  /**
   * Claims one of these posts for the idempotency key of the call. Two keys of an account never own the same post,
   * even in different processes. A post that was matched by its content counts as found only with `OWNED`.
   *
   * @param candidates - Matching posts in order of preference.
   * @param options - `FIRST` claims the first post without owner. `ONLY` claims a post only if it is the only one
   * without owner.
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
   * Saves a prepared or waiting step. For the visible request, pass `finish` with the request instead, which saves
   * it automatically.
   *
   * @throws ConfigError after the visible request has started.
   */
  checkpoint(step: ReceiptStep): Promise<void>
  /**
   * Runs a visible step that does not use `http`. A token that is due is renewed first. If `send` uses `http`, that
   * request rejects with a `ConfigError`; pass `finish` with the request instead.
   *
   * The error of `send` decides the outcome. A `NetworkError` with `NOT_SENT`, a `RateLimitError` and a
   * `ConfigError` mean that nothing was sent. Any other error of the library that reports a refusal is definite.
   * After any other error the outcome is unknown.
   */
  finish<T>(finish: Finish, send: () => Promise<T>): Promise<T>
  /**
   * Reports a proof that the visible request published nothing and never will. The next attempt then starts from the
   * prepared step. A search that finds nothing is not a proof.
   *
   * @param why - The proof, as a sentence for the operator. Null if no response was lost: the request was an earlier
   * visible step, such as a group, its response arrived, and the visible request follows.
   */
  notPublished(why: string | null): Promise<void>
  /** Reports upload progress to the application. */
  progress(progress: Progress): void
  /** True if the client has a `mediaHost`, so that the platform can call `hostMedia`. */
  readonly canHostMedia: boolean
  /**
   * Makes a file available at a public URL, for networks that fetch media from a URL.
   * @throws InvalidPostError without a `mediaHost`.
   */
  hostMedia(media: Media): Promise<HostedMedia>
}

/** Values for signing one attempt. */
export interface SignContext {
  readonly connection: Connection
  /**
   * Reads the app's credentials for the network. Returns null if none are stored. Signing that does not call it
   * costs no read.
   */
  app(): Promise<AppCredentials | null>
  /** Latest DPoP nonce that the origin has sent. Null if the origin has sent none. */
  readonly nonce: string | null
  readonly clock: Clock
  readonly random: Random
}

/** Signs one attempt. Returns the request with its final headers and URL. */
export type Sign = (request: OutgoingRequest, by: SignContext) => OutgoingRequest | Promise<OutgoingRequest>
