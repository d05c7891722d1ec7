import type { GenericSchema, InferOutput } from 'valibot'

import type { DeleteOptions, HttpMethod, HttpReply, OutgoingRequest, RequestOptions } from '../http/types.js'
import type { AppCredentials, Connection, Finish, Media, Receipt, ReceiptStep } from '../models/index.js'
import type { Clock, HostedMedia, PostClaim, Random } from './ports.js'

/**
 * HTTP, bound to one call: signs each attempt with the newest token, parses, maps errors, counts, retries and renews.
 * Paths are joined onto `apiBase`; whole addresses are used as they are. Auth goes to the platform's `origins` only.
 * Every method rejects with the library's errors, and with `signal.reason` when the call was aborted.
 */
export interface PlatformHttp {
  /** The whole reply: status and headers beside what the schema read. Null as schema leaves `data` as parsed. */
  request<S extends GenericSchema>(
    method: HttpMethod,
    path: string,
    schema: S,
    options?: RequestOptions,
  ): Promise<HttpReply<InferOutput<S>>>
  /**
   * With `DELETE`, the same holds as for `delete`: after a lost attempt the reply "not there" resolves, with its own status.
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
   * Deletes something. Repeated by default when the response was lost: then the reply "not there" (a `NotFoundError` of the
   * platform) is a success, because the lost attempt may have deleted it. The first attempt rejects with it.
   *
   * @returns `GONE` for that success. Where the network answers "not there" also for a missing permission, read the object.
   */
  delete(path: string, schema: GenericSchema, options?: DeleteOptions): Promise<'DELETED' | 'GONE'>
}

/** What every call of a platform gets last, during a sign-in: everything but a connection. */
export interface LoginCall {
  readonly http: PlatformHttp
  readonly clock: Clock
  readonly random: Random
  readonly signal: AbortSignal
  /** True when loopback addresses pass the address guard, and a host there means http. */
  readonly allowLoopback: boolean
  /** Publishes a message on the social.warning channel. No secrets. */
  warn(message: string): void
}

/** What every call of a platform gets last. */
export interface Call extends LoginCall {
  /** The newest connection: a renewal in the middle of the call changes it. */
  readonly connection: Connection
  /** The application's credentials for this network and server; null where none are stored. */
  app(): Promise<AppCredentials | null>
  /**
   * Base addresses of the platform by name, as its factory was given them: for functions of `account.run` that call another
   * address than `apiBase`. Left out where the platform declares none.
   */
  readonly addresses?: Readonly<Record<string, string>> | undefined
  /**
   * The network's own time, for moments that the network judges: the `Date` of its newest reply in this process, carried
   * on by a clock that never goes back; the client's clock while no reply has told it.
   */
  networkNow(): Date
}

/** How far an upload has come. */
export interface Progress {
  /** Which piece of media, from 0. */
  readonly mediaIndex: number
  readonly mediaCount: number
  /** Bytes of all media acknowledged so far. */
  readonly sentBytes: number
  /** Bytes of all media. */
  readonly totalBytes: number
}

/** A post that was found at the network, and may be the one whose response was lost. */
export interface FoundPost {
  readonly id: string
  /** When the network made it, by the clock of the network. */
  readonly madeAt: Date
}

/** Asks the journal which idempotency key owns a post. */
export interface ClaimCall {
  /**
   * Gives one of these posts to the idempotency key of the call: no two keys of an account own the same post, whatever
   * process they run in. A match by content is believed only with `OWNED`.
   *
   * @param candidates - Posts that fit, in the order of preference.
   * @param options - `FIRST` takes the first free one, `ONLY` the only free one.
   */
  claimPost(
    candidates: readonly FoundPost[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ): Promise<PostClaim>
}

/** What a call that publishes gets last. */
export interface PublishCall extends Call, ClaimCall {
  /** The key of this post: the same for every try of the same post. */
  readonly idempotencyKey: string
  /** How far an earlier try came; null on the first. A `FINISH` receipt only arrives while it is repeatable. */
  readonly receipt: Receipt | null
  /**
   * Writes down what was prepared, or what is waited for. The visible request writes itself down: pass `finish` with it.
   *
   * @throws ConfigError once the visible request is open.
   */
  checkpoint(step: ReceiptStep): Promise<void>
  /**
   * Does something visible that is no request of `http`; a request of `http` inside `send` is refused with a `ConfigError`:
   * pass `finish` with it. A token that is due is renewed first. What `send` rejects with is judged like an answer: a
   * `NetworkError` with `NOT_SENT`, a `RateLimitError` and a `ConfigError` have sent nothing; any other refusal of the
   * library is definite; everything else leaves the outcome open.
   */
  finish<T>(finish: Finish, send: () => Promise<T>): Promise<T>
  /**
   * Proof that nothing came of the visible request, and that nothing can any more: the next try starts from what was
   * prepared. "Not seen" is no proof.
   *
   * @param why - The proof, as a sentence for the operator. Null where nothing was lost: what was sent is a step that people
   *   can see, such as a group, and was answered; the visible request comes after it.
   */
  notPublished(why: string | null): Promise<void>
  /** Tells the application how an upload is getting on. */
  progress(progress: Progress): void
  /** True when the client has a `mediaHost`: `hostMedia` works. */
  readonly canHostMedia: boolean
  /** Puts a file at a public address, for networks that only fetch. @throws InvalidPostError without a `mediaHost`. */
  hostMedia(media: Media): Promise<HostedMedia>
}

/** What signing an attempt may look at. */
export interface SignContext {
  readonly connection: Connection
  /** The application that is registered at the network; null where the network knows none. Read when it is asked for. */
  app(): Promise<AppCredentials | null>
  /** The newest DPoP nonce of that origin; null when there is none. */
  readonly nonce: string | null
  readonly clock: Clock
  readonly random: Random
}

/** Signs one attempt: gives back the request with its headers (and address) completed. */
export type Sign = (request: OutgoingRequest, by: SignContext) => OutgoingRequest | Promise<OutgoingRequest>
