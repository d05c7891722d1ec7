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
import type { Connection, Limits, Media, PostInput, PostResult, ThreadResult } from '../../models/index.js'
import type { CallOptions, PostThreadOptions, PublishOptions } from '../types.js'
import type { Direct } from './direct.js'
import type { MethodBehind, Operation } from './operations.js'

/** How a text is measured. */
export interface MeasureOptions extends CallOptions {
  /** Post options that count, such as a content warning. */
  readonly options?: RawData | null | undefined
}

/** What every account has, whatever its network can do. */
export interface AccountBase {
  /** The connection's id; nothing is read until an operation runs. */
  readonly id: string
  /** Registered name of the network. */
  readonly platform: string
  /** The network's own API, for what the shared operations do not cover. */
  readonly direct: Direct
  /** What the newest reply told of the account's rate limit; null before the first. */
  readonly rateLimit: RateLimitState | null
  /** Units the network billed through this client, by bucket. */
  readonly usage: Readonly<Record<string, number>>
  /** The connection, renewed first. @throws ConfigError for an unknown id. */
  connection(options?: CallOptions): Promise<Connection>
  /** What the network can do. */
  features(options?: CallOptions): Promise<ReadonlySet<Feature>>
  /** The numbers the network puts on this account's posts. */
  limits(options?: CallOptions): Promise<Limits>
  /** Length of a text as the network counts it, for a live count. No request while the limits are cached. */
  measureText(text: string, options?: MeasureOptions): Promise<number>
  /**
   * Refuses a post as `post` would before it sends anything, and sends nothing: for whoever publishes later. It may read
   * from the network: limits, the post that is answered.
   *
   * @throws InvalidPostError, NotSupportedError as `post`.
   * @throws NetworkError, RateLimitError when the network could not be asked: the post may be right.
   */
  checkPost(post: PostInput, options?: CallOptions): Promise<void>
  /**
   * Refuses a thread as `postThread` would before its first part goes out, and sends nothing: for whoever publishes later.
   *
   * @throws As `checkPost`; the message tells which part.
   */
  checkThread(posts: readonly PostInput[], options?: CallOptions): Promise<void>
  /** Runs a function with a call of this account: renewed, signed, errors mapped. For what only one network can do. */
  run<T>(work: (call: Call) => Promise<T>, options?: CallOptions): Promise<T>
}

/** Asking what an account can do, where the compiler knows its network. */
export interface CanNarrow {
  /** True when the network has the flag, or the method; narrows the account's type to it. */
  can<M extends Operation>(method: M): this is this & Pick<AnyAccount, M>
  can(flag: Feature): boolean
}

/** What nobody changes needs not be changeable: lists may be `readonly`, as an application's own constants are. */
type AsGiven<Value> = Value extends Media | Date | URL | Uint8Array
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]: AsGiven<Value[Name]> }
    : Value

/** Post options of a platform; anything for one that is not known to the compiler. */
export type OptionsOf<P> = P extends { readonly postOptions: infer S extends GenericSchema }
  ? AsGiven<InferInput<S>>
  : never

/** What `post` takes: `options` may be left out where nothing in them is required. */
export type PostOf<Options> = {} extends Options
  ? PostInput<Options>
  : PostInput<Options> & { readonly options: Options }

/** Publishing, typed by the network's own options. */
export interface CanPost<Options> {
  /**
   * Publishes one post as this account. A post the network would refuse is refused here, before any request.
   *
   * @param post - What to publish.
   * @param options - `idempotencyKey`: the same key again never publishes twice. `onProgress` is told how an upload is
   *   getting on. `signal` stops the call.
   * @returns The post as the network knows it; `state` says whether it is out yet.
   * @throws InvalidPostError when the words, the media or an option break a rule.
   * @throws NotSupportedError for what the network cannot do.
   * @throws RateLimitError when the network asks for a longer wait than a call may take.
   * @throws OutcomeUnknownError when the reply to the visible step was lost and could not be looked up.
   * @throws PublishBusyError while another worker publishes under the same key.
   * @throws IdempotencyConflictError when the key was used for something else.
   */
  post(post: PostOf<Options>, options?: PublishOptions): Promise<PostResult>
}

/** Publishing several posts as one thread, typed by the network's own options. */
export interface CanPostThread<Options> {
  /**
   * Publishes several posts as one thread, once under one key: each answers the one before it. Every part is checked
   * before the first goes out. Where a part fails the thread stops; the same key goes on from there.
   *
   * @param posts - The parts, in order, at most 25. Only the first may have a `replyTo`.
   * @param options - As for `post`; `onPart` is told of every part that is out.
   * @returns The posts as the network knows them.
   * @throws InvalidPostError when one of the parts breaks a rule; nothing was sent then.
   * @throws OutcomeUnknownError when the reply to the visible step of a part was lost and could not be looked up.
   * @throws PublishBusyError while another worker publishes under the same key.
   * @throws IdempotencyConflictError when the key was used for something else.
   *   The library's errors tell by `partsOut` which parts are out all the same.
   */
  postThread(posts: readonly PostOf<Options>[], options?: PostThreadOptions): Promise<ThreadResult>
}

/** The sentence that refuses an operation. */
type Refusal<Name extends string, What extends string> = `${Name} does not support ${What}`

/**
 * What stands in the place of an operation the network lacks. Calling it does not compile, and the compiler's message
 * holds the sentence: nothing is a `this` of that type.
 */
export type Lacks<Name extends string, What extends string> = (
  this: Refusal<Name, What>,
  ...args: readonly unknown[]
) => { readonly unsupported: Refusal<Name, What> }

/** An account whose network the compiler knows: what the network lacks does not compile. */
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

/** An account whose network is only known at run time: every operation, refused by name where the network lacks it. */
export type AnyAccount = AccountBase &
  CanPost<RawData> &
  CanPostThread<RawData> &
  AccountOperations & {
    /** True when the network has the flag, or the method. There is nothing to narrow: the type has them all. */
    can(what: Feature | Operation): boolean
  }

/** Account type of an id whose platform the compiler knows by its literal prefix; any account otherwise. */
export type AccountFor<Ps, Id extends string> = string extends Id
  ? AnyAccount
  : Id extends `${infer N}:${string}`
    ? string extends keyof Ps
      ? AnyAccount
      : N extends keyof Ps
        ? AccountOf<Ps, N>
        : AnyAccount
    : AnyAccount

/** Account type of a platform by its name. */
export type AccountOf<Ps, N extends keyof Ps> = Ps[N] extends Platform ? Account<Ps[N]> : AnyAccount
