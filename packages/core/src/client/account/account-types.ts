import type { GenericSchema, InferInput } from 'valibot'

import type {
  AccountOperations,
  AllAbilities,
  Call,
  CanPostThreads,
  Feature,
  Platform,
} from '../../contract/index.js'
import type { RawData } from '../../errors/index.js'
import type { RateLimitState } from '../../http/types.js'
import type {
  Connection,
  Limits,
  Media,
  PostInput,
  PostResult,
  ThreadResult,
  Update,
  UpdateAction,
} from '../../models/index.js'
import type { CallOptions, PostThreadOptions, PublishOptions } from '../types.js'
import type { Direct } from './direct.js'
import type { MethodBehind, Operation } from './operations.js'

/** Options of `measureText`. */
export interface MeasureOptions extends CallOptions {
  /** Post options that count towards the length, such as a content warning. */
  readonly options?: RawData | null | undefined
}

/** Operations that every account has, on any network. */
export interface AccountBase {
  /** Id of the connection. The library reads the connection from storage only when an operation runs. */
  readonly id: string
  /** Registered name of the network. */
  readonly platform: string
  /** The network's own API, for requests that the shared operations do not cover. */
  readonly direct: Direct
  /** Rate limit of the account from the latest response. Null before the first response. */
  readonly rateLimit: RateLimitState | null
  /** Units that the network billed for requests of this client, by bucket. */
  readonly usage: Readonly<Record<string, number>>
  /**
   * Returns the connection. A token that is due is renewed first.
   * @throws ConfigError for an unknown id.
   */
  connection(options?: CallOptions): Promise<Connection>
  /** Returns the features of the network. */
  features(options?: CallOptions): Promise<ReadonlySet<Feature>>
  /** Returns the network's limits for posts of this account. */
  limits(options?: CallOptions): Promise<Limits>
  /**
   * Measures a text by the network's rules, for example for a live character counter. Sends no request while the
   * limits are cached.
   */
  measureText(text: string, options?: MeasureOptions): Promise<number>
  /**
   * Checks a post with the rules of `post` and publishes nothing, for applications that publish later. The check can
   * read from the network, for example the limits or the post that is replied to.
   *
   * @throws InvalidPostError, NotSupportedError as `post`.
   * @throws NetworkError, RateLimitError if the network could not be queried. The post may still be valid.
   */
  checkPost(post: PostInput, options?: CallOptions): Promise<void>
  /**
   * Checks a thread with the rules of `postThread` and publishes nothing, for applications that publish later.
   *
   * @throws As `checkPost`. The message contains the number of the part.
   */
  checkThread(posts: readonly PostInput[], options?: CallOptions): Promise<void>
  /**
   * Operations that are possible for an update of this account, by the rules of the network and the scopes of the stored
   * connection. Sends no request.
   */
  actionsFor(update: Update, options?: CallOptions): Promise<readonly UpdateAction[]>
  /**
   * Runs a function with a call of this account, which renews, signs and maps errors. Use it for functions of one
   * network.
   */
  run<T>(work: (call: Call) => Promise<T>, options?: CallOptions): Promise<T>
}

/** Feature check of an account whose network is known at compile time. */
export interface CanNarrow {
  /** Returns true if the network has the flag or the method. Narrows the account's type to include the method. */
  can<M extends Operation>(method: M): this is this & Pick<AnyAccount, M>
  can(flag: Feature): boolean
}

/** Makes lists and objects `readonly`, so that applications can pass constants. */
type AsGiven<Value> = Value extends Media | Date | URL | Uint8Array
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]: AsGiven<Value[Name]> }
    : Value

/** Type of a platform's post options. `never` for a platform without typed options. */
export type OptionsOf<P> = P extends { readonly postOptions: infer S extends GenericSchema }
  ? AsGiven<InferInput<S>>
  : never

/** Input of `post`. The `options` property is optional if no post option is required. */
export type PostOf<Options> = {} extends Options
  ? PostInput<Options>
  : PostInput<Options> & { readonly options: Options }

/** The `post` operation, typed with the network's own options. */
export interface CanPost<Options> {
  /**
   * Publishes one post as this account. A post that breaks a rule of the network is refused before any request.
   *
   * @param post - The post to publish.
   * @param options - `idempotencyKey`: repeated calls with the same key publish at most once. `onProgress` receives
   * the upload progress. `signal` stops the call.
   * @returns The post as reported by the network; `state` shows whether it is already public.
   * @throws InvalidPostError if the text, the media or an option breaks a rule.
   * @throws NotSupportedError for anything that the network does not support.
   * @throws RateLimitError if the network requests a wait longer than the limit of a call.
   * @throws OutcomeUnknownError if the response to the visible request was lost and the outcome could not be
   * queried.
   * @throws PublishBusyError while another worker publishes under the same key.
   * @throws IdempotencyConflictError if the key was used for other content.
   */
  post(post: PostOf<Options>, options?: PublishOptions): Promise<PostResult>
}

/** The `postThread` operation, typed with the network's own options. */
export interface CanPostThread<Options> {
  /**
   * Publishes several posts as one thread, at most once per key. Each part replies to the part before it. All parts
   * are checked before the first one is published. If a part fails, the thread stops. A call with the same key
   * resumes at that part.
   *
   * @param posts - The parts, in order, at most 25. Only the first may have a `replyTo`.
   * @param options - As for `post`. In addition, `onPart` is called for every published part.
   * @returns The posts as reported by the network.
   * @throws InvalidPostError if a part breaks a rule. Nothing was sent in this case.
   * @throws OutcomeUnknownError if the response to a part's visible request was lost and its outcome could not be
   * queried.
   * @throws PublishBusyError while another worker publishes under the same key.
   * @throws IdempotencyConflictError if the key was used for other content.
   *   `partsOut` of the library's errors lists the parts that are already published.
   */
  postThread(posts: readonly PostOf<Options>[], options?: PostThreadOptions): Promise<ThreadResult>
}

/** Sentence that the compiler shows for an unsupported operation. */
type Refusal<Name extends string, What extends string> = `${Name} does not support ${What}`

/**
 * Type of an operation that the network does not support. A call does not compile, because no object has the
 * required `this` type. The compiler's message contains the sentence of `Refusal`.
 */
export type Lacks<Name extends string, What extends string> = (
  this: Refusal<Name, What>,
  ...args: readonly unknown[]
) => { readonly unsupported: Refusal<Name, What> }

/** An account whose network is known at compile time. Calls of unsupported operations do not compile. */
export type Account<P extends Platform> = AccountBase &
  CanNarrow &
  (P extends { readonly postOptions: GenericSchema }
    ? CanPost<OptionsOf<P>>
    : { readonly post: Lacks<P['name'], 'post'> }) &
  (P extends { readonly postOptions: GenericSchema } & CanPostThreads
    ? CanPostThread<OptionsOf<P>>
    : { readonly postThread: Lacks<P['name'], 'postThread'> }) & {
    readonly [K in keyof AccountOperations]: P extends Pick<AllAbilities, MethodBehind<K>>
      ? AccountOperations[K]
      : Lacks<P['name'], K>
  }

/**
 * An account whose network is only known at run time. It has every operation, and unsupported operations throw
 * `NotSupportedError`.
 */
export type AnyAccount = AccountBase &
  CanPost<RawData> &
  CanPostThread<RawData> &
  AccountOperations & {
    /**
     * Returns true if the network has the feature or the method. The account's type stays unchanged, because it
     * already has every operation.
     */
    can(what: Feature | Operation): boolean
  }

/** Account type for an id whose prefix is a known literal. Any other id gives `AnyAccount`. */
export type AccountFor<Ps, Id extends string> = string extends Id
  ? AnyAccount
  : Id extends `${infer N}:${string}`
    ? string extends keyof Ps
      ? AnyAccount
      : N extends keyof Ps
        ? AccountOf<Ps, N>
        : AnyAccount
    : AnyAccount

/** Account type of a platform, selected by the platform's name. */
export type AccountOf<Ps, N extends keyof Ps> = Ps[N] extends Platform ? Account<Ps[N]> : AnyAccount
