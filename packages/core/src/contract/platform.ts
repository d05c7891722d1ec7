import type { GenericSchema, InferOutput } from 'valibot'

import type { RawData, SocialBaseError } from '../errors/index.js'
import type { OutgoingRequest, RateLimitState, ReplyHead, RequestPace } from '../http/types.js'
import type {
  Connection,
  Limits,
  PartialInit,
  Post,
  PostResult,
  Token,
  Update,
  UpdateAction,
} from '../models/index.js'
import type { AbilityMethodName, AllAbilities, CanPublish } from './abilities/index.js'
import type { ABILITY_ROWS } from './ability-rows.js'
import type { Call, LoginCall, PublishCall, Sign } from './calls.js'
import type { Feature, PostingFlag } from './features.js'
import type { CallbackParams, LoginRequest, LoginStep } from './login.js'

/** Rule for renewing a connection's token. */
export interface RenewalRule {
  /**
   * Seconds before the access token's expiry at which the library renews it. A token without the required refresh token
   * is used until its expiry.
   */
  readonly beforeSeconds: number
  /**
   * True if a renewal requires a refresh token. False if the network exchanges a valid access token for a new one.
   */
  readonly needsRefreshToken: boolean
  /** True if a renewal replaces the refresh token. A renewal whose response was lost must then not be repeated. */
  readonly rotates: boolean
  /** End of the error message for a missing refresh token: the permission that the sign-in should have requested. */
  readonly withoutRefreshToken?: string | undefined
}

/** Result of a renewal. */
export interface Renewed {
  readonly token: Token
  readonly host?: string | undefined
  readonly scopes?: readonly string[] | undefined
  readonly extra?: RawData | undefined
}

/** Fields of an update that decide which operations are possible. */
export type UpdateFacts = Omit<Update, 'actions' | 'raw' | 'envelope' | 'kindName'>

/** Base of every platform. It holds no account data, never uses storage, and can be created without arguments. */
export interface PlatformBase<N extends string = string> {
  /** Registered name, `/^[a-z][a-z0-9_-]*$/`. The same name is the platform's key in `platforms`. */
  readonly name: N
  /** Display name of the network: `YouTube`. */
  readonly displayName: string
  /** URL for registering apps, for error messages. Null if the network has no apps, or the library registers them. */
  readonly developerPortal: string | null
  /** Sentence that is added to the error when no app is stored for the network. */
  readonly missingAppAdvice?: string | undefined
  /** Sentence that is added to the error when a text-only post is refused. */
  readonly textOnlyAdvice?: string | undefined
  /** Sign-in hints that the connect route accepts. */
  readonly loginHints?: readonly string[] | undefined
  /** Names of the network's billing buckets, as returned by `cost`. `spending.limits` can limit each bucket. */
  readonly billedIn?: readonly string[] | undefined
  readonly http?:
    | {
        /** Timeout in seconds for one attempt of an ordinary request. Default: 30. */
        readonly timeoutSeconds?: number | undefined
        /**
         * True if every URL comes from a user, as for a network of many servers. Only https URLs of public hosts are
         * then allowed.
         */
        readonly fromPerson?: boolean | undefined
        /** Returns the rate-limit bucket of a request. Buckets are separate per connection. Default: one bucket. */
        readonly rateLimitKey?: ((request: OutgoingRequest) => string) | undefined
        /**
         * Returns the request limit of a bucket, for networks whose replies do not report a limit. The client then
         * throttles itself. If the wait is short, the client waits. If the wait is long, the client rejects with
         * `RateLimitError` before the request. Null means no limit.
         */
        readonly pace?: ((request: OutgoingRequest) => RequestPace | null) | undefined
        /**
         * Reads the rate limit of the request's bucket from network-specific headers. Returns null if there are
         * none. `X-RateLimit-…` and `RateLimit-…` are read without this function. `resetsAt` is a time of the same
         * clock as `now`. `accountId` is the account of the connection, for replies with the limits of several
         * accounts.
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
  /** Returns the origins to which auth may be sent, including the origin of `apiBase`. */
  origins(connection: Connection): readonly string[]
  /** Returns the base URL of paths, with https and without a trailing slash. */
  apiBase(connection: Connection): string
  /** The platform's base URLs by name. Functions of `account.run` receive them as `call.addresses`. */
  readonly addresses?: Readonly<Record<string, string>> | undefined
  /** Returns the auth headers of every request. Used if `sign` is missing. */
  authHeaders(connection: Connection): Readonly<Record<string, string>>
  /** Signs each attempt. Replaces `authHeaders`. */
  readonly sign?: Sign | undefined
  /**
   * Maps the network's error response to an error. Null lets the status decide. Also called for 2xx replies, because
   * a 200 can contain an error. `now` is the time of the client's clock, for a `Retry-After` with a date.
   */
  readError(
    reply: ReplyHead & { readonly body: unknown },
    request: OutgoingRequest,
    now: Date,
  ): SocialBaseError | null
  /**
   * Operations that the network allows for an update, by its kind and fields. With a connection the scopes count too. The
   * platform's own mapping sets `Update.actions` with it. Omitted = no operations.
   */
  readonly updateActions?:
    | ((update: UpdateFacts, connection: Connection | null) => readonly UpdateAction[])
    | undefined
  /**
   * Names of post options that are content: a post with one of them needs no text and no file. For example a link, a
   * poll or a shared post. Omitted = none.
   */
  readonly contentOptions?: readonly string[] | undefined
  /** MIME type of the response of `answerSetupCheck`, such as `application/json`. Default: plain text. */
  readonly setupCheckType?: string | undefined
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

/** Methods whose rows contain one of the flags, and further methods that these rows require. */
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

/** The part of a platform definition whose types depend on the option schema. */
export interface Publishing<S extends GenericSchema> {
  readonly postOptions?: S | undefined
  readonly publish?: ((post: Post<InferOutput<S>>, call: PublishCall) => Promise<PostResult>) | undefined
}

/**
 * Argument of `definePlatform`: a list of features, all methods that these features require, and further abilities.
 */
export type PlatformDefinition<
  N extends string,
  F extends Feature,
  S extends GenericSchema,
> = PlatformBase<N> & {
  readonly features: readonly F[]
} & AbilitiesFor<F> &
  Publishing<S> &
  PartialInit<AllAbilities>

/** A platform as a client accepts it. */
export type Platform<N extends string = string, F extends Feature = Feature> = PlatformBase<N> & {
  readonly features: ReadonlySet<F>
} & { readonly postOptions?: GenericSchema | undefined } & PartialInit<AllAbilities>
