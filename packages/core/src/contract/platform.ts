import type { GenericSchema, InferOutput } from 'valibot'

import type { RawData, SocialBaseError } from '../errors/index.js'
import type { OutgoingRequest, RateLimitState, ReplyHead, RequestPace } from '../http/types.js'
import type { Connection, Limits, PartialInit, Post, PostResult, Token } from '../models/index.js'
import type { AbilityMethodName, AllAbilities, CanPublish } from './abilities/index.js'
import type { ABILITY_ROWS } from './ability-rows.js'
import type { Call, LoginCall, PublishCall, Sign } from './calls.js'
import type { Feature, PostingFlag } from './features.js'
import type { CallbackParams, LoginRequest, LoginStep } from './login.js'

/** Renewal rule of a connection's token. */
export interface RenewalRule {
  /** Seconds before expiry at which the access token is renewed. */
  readonly beforeSeconds: number
  /** True if a renewal needs a refresh token. False if a valid access token is exchanged for a new access token. */
  readonly needsRefreshToken: boolean
  /** True if a renewal replaces the refresh token. The renewal must then not be repeated after a lost response. */
  readonly rotates: boolean
  /** Reason for a missing refresh token, as the end of a sentence: the permission the sign-in should have requested. */
  readonly withoutRefreshToken?: string | undefined
}

/** Result of a renewal. */
export interface Renewed {
  readonly token: Token
  readonly host?: string | undefined
  readonly scopes?: readonly string[] | undefined
  readonly extra?: RawData | undefined
}

/** Base of every platform. It holds no account data, never uses storage, and can be created without arguments. */
export interface PlatformBase<N extends string = string> {
  /** Registered name, `/^[a-z][a-z0-9_-]*$/`. The same name is the platform's key in `platforms`. */
  readonly name: N
  /** Display name of the network: `YouTube`. */
  readonly displayName: string
  /** URL for registering apps, for error messages. Null if the network has no apps, or the library registers them. */
  readonly developerPortal: string | null
  /** One sentence added to the error when no app is stored for the network. */
  readonly missingAppAdvice?: string | undefined
  /** One sentence added to the error when a text-only post is refused. */
  readonly textOnlyAdvice?: string | undefined
  /** Sign-in hints that the connect route accepts. */
  readonly loginHints?: readonly string[] | undefined
  /** Names of the network's billing buckets, as returned by `cost`. `spending.limits` can limit each bucket. */
  readonly billedIn?: readonly string[] | undefined
  readonly http?:
    | {
        /** Timeout in seconds for one attempt of an ordinary request. Default: 30. */
        readonly timeoutSeconds?: number | undefined
        /** True when every URL comes from a user (a network of many servers): public https hosts only. */
        readonly fromPerson?: boolean | undefined
        /** Rate-limit bucket of a request, per connection. Default: one bucket. */
        readonly rateLimitKey?: ((request: OutgoingRequest) => string) | undefined
        /**
         * Request limit per connection and bucket, for networks whose replies do not state it. The client throttles itself:
         * it waits a short time, and rejects a longer wait with `RateLimitError` before any request. Null = no limit.
         */
        readonly pace?: ((request: OutgoingRequest) => RequestPace | null) | undefined
        /**
         * Reads the rate limit of the request's bucket from network-specific headers; null when there are none.
         * `X-RateLimit-…` and `RateLimit-…` are read without it. `resetsAt` is on the clock of `now`.
         * `accountId`: the account of the connection, for replies with the limits of several accounts.
         */
        readonly readRateLimit?:
          | ((
              reply: ReplyHead,
              context: {
                readonly request: OutgoingRequest
                readonly now: Date
                readonly accountId: string
              },
            ) => RateLimitState | null)
          | undefined
      }
    | undefined
  /** Origins to which auth may be sent, including the origin of `apiBase`. */
  origins(connection: Connection): readonly string[]
  /** Base URL of paths, with https and without a trailing slash. */
  apiBase(connection: Connection): string
  /** Base URLs by name. Functions of `account.run` receive them as `call.addresses`. */
  readonly addresses?: Readonly<Record<string, string>> | undefined
  /** Returns the auth headers of every request. Used if `sign` is missing. */
  authHeaders(connection: Connection): Readonly<Record<string, string>>
  /** Signs each attempt. Replaces `authHeaders`. */
  readonly sign?: Sign | undefined
  /**
   * Maps the network's errors; null = decided by the status. Also called for 2xx replies, because a 200 can contain an
   * error. `now` is the time of the client's clock, for a `Retry-After` with a date.
   */
  readError(
    reply: ReplyHead & { readonly body: unknown },
    request: OutgoingRequest,
    now: Date,
  ): SocialBaseError | null
  renewal(connection: Connection): RenewalRule
  limits(call: Call): Promise<Limits>
  startLogin(login: LoginRequest, call: LoginCall): Promise<LoginStep>
  finishLogin(
    login: LoginRequest & { readonly remember: RawData },
    callback: CallbackParams,
    call: LoginCall,
  ): Promise<LoginStep>
  refresh(call: Call): Promise<Token | Renewed>
}

/** Methods whose rows contain one of the flags, and the other methods that these rows require. */
type MethodsBehind<F extends Feature> = {
  [M in AbilityMethodName]: (typeof ABILITY_ROWS)[M] extends { readonly flag: F }
    ? M | AlsoNeeded<(typeof ABILITY_ROWS)[M]>
    : never
}[AbilityMethodName]

type AlsoNeeded<Row> = Row extends { readonly alsoNeeds: readonly (infer M extends AbilityMethodName)[] }
  ? M
  : never

/** Methods that a set of flags requires. */
export type AbilitiesFor<F extends Feature> = Pick<AllAbilities, MethodsBehind<F>> &
  ([Extract<F, PostingFlag>] extends [never] ? unknown : CanPublish)

/** The part of a definition that depends on its option schema. */
export interface Publishing<S extends GenericSchema> {
  readonly postOptions?: S | undefined
  readonly publish?: ((post: Post<InferOutput<S>>, call: PublishCall) => Promise<PostResult>) | undefined
}

/** Argument of `definePlatform`: a list of features, all methods the flags require, and no ability of the wrong type. */
export type PlatformDefinition<
  N extends string,
  F extends Feature,
  S extends GenericSchema,
> = PlatformBase<N> & {
  readonly features: readonly F[]
} & AbilitiesFor<F> &
  Publishing<S> &
  PartialInit<AllAbilities>

/** A platform for the client. */
export type Platform<N extends string = string, F extends Feature = Feature> = PlatformBase<N> & {
  readonly features: ReadonlySet<F>
} & { readonly postOptions?: GenericSchema | undefined } & PartialInit<AllAbilities>
