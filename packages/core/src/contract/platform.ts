import type { GenericSchema, InferOutput } from 'valibot'

import type { RawData, SocialBaseError } from '../errors/index.js'
import type { OutgoingRequest, RateLimitState, ReplyHead, RequestPace } from '../http/types.js'
import type { Connection, Limits, PartialInit, Post, PostResult, Token } from '../models/index.js'
import type { AbilityMethodName, AllAbilities, CanPublish } from './abilities/index.js'
import type { ABILITY_ROWS } from './ability-rows.js'
import type { Call, LoginCall, PublishCall, Sign } from './calls.js'
import type { Feature, PostingFlag } from './features.js'
import type { CallbackParams, LoginRequest, LoginStep } from './login.js'

/** When and how a connection's token is renewed. */
export interface RenewalRule {
  /** Seconds before its end at which the access token is renewed. */
  readonly beforeSeconds: number
  /** False where the working access token itself buys the next one. */
  readonly needsRefreshToken: boolean
  /** True where a renewal replaces the refresh token: a lost reply must not be repeated. */
  readonly rotates: boolean
  /** Why a connection has no refresh token, as the end of a sentence: what the sign-in should have asked for. */
  readonly withoutRefreshToken?: string | undefined
}

/** What a renewal gave, beside the token. */
export interface Renewed {
  readonly token: Token
  readonly host?: string | undefined
  readonly scopes?: readonly string[] | undefined
  readonly extra?: RawData | undefined
}

/** What every platform is. It holds nothing of one account, never touches storage, and can be built with no arguments. */
export interface PlatformBase<N extends string = string> {
  /** Registered name, `/^[a-z][a-z0-9_-]*$/`; also its key in `platforms`. */
  readonly name: N
  /** What people call the network: `YouTube`. */
  readonly displayName: string
  /** Where its apps are made, for the refusal of `createApp`; null where no app exists or the library makes it. */
  readonly developerPortal: string | null
  /** One sentence added to the message when no app is stored for it. */
  readonly missingAppAdvice?: string | undefined
  /** One sentence added when words alone are refused. */
  readonly wordsAloneAdvice?: string | undefined
  /** Sign-in hints that the connect route may pass on. */
  readonly loginHints?: readonly string[] | undefined
  /** Buckets that the network bills requests in, as `cost` names them: what `spending.limits` may limit. */
  readonly billedIn?: readonly string[] | undefined
  readonly http?:
    | {
        /** Seconds for one attempt of an ordinary request; 30 unless given. */
        readonly timeoutSeconds?: number | undefined
        /** True where every address comes from a person (a network of many servers): public https hosts only. */
        readonly fromPerson?: boolean | undefined
        /** Splits the rate-limit memory of a connection; one bucket unless given. */
        readonly rateLimitKey?: ((request: OutgoingRequest) => string) | undefined
        /**
         * Requests that the network allows for one connection and bucket, where no reply states it. The client paces itself:
         * a short wait is waited for, a longer one is a `RateLimitError` before any request. Null = no limit.
         */
        readonly pace?: ((request: OutgoingRequest) => RequestPace | null) | undefined
        /**
         * What a reply tells of the rate limit of its request's bucket, where the network has headers of its own; null when
         * it tells nothing. `X-RateLimit-…` and `RateLimit-…` are read without it. `resetsAt` is on the clock of `now`.
         * `accountId`: the account of the connection, where a reply has the limits of several accounts.
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
  /** Origins that auth may be sent to, that of `apiBase` included. */
  origins(connection: Connection): readonly string[]
  /** Where paths are joined onto; https, no trailing slash. */
  apiBase(connection: Connection): string
  /** Base addresses by name, handed to functions of `account.run` as `call.addresses`. */
  readonly addresses?: Readonly<Record<string, string>> | undefined
  /** Signs every request that has no `sign`. */
  authHeaders(connection: Connection): Readonly<Record<string, string>>
  /** Signs each attempt, instead of `authHeaders`. */
  readonly sign?: Sign | undefined
  /**
   * The network's refusals; null leaves it to the status. Also asked for 2xx replies: an error can hide in a 200. `now` is
   * the moment by the client's clock, for a `Retry-After` that names a date.
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

/** Methods whose rows name one of the flags, and what those rows ask for beside them. */
type MethodsBehind<F extends Feature> = {
  [M in AbilityMethodName]: (typeof ABILITY_ROWS)[M] extends { readonly flag: F }
    ? M | AlsoNeeded<(typeof ABILITY_ROWS)[M]>
    : never
}[AbilityMethodName]

type AlsoNeeded<Row> = Row extends { readonly alsoNeeds: readonly (infer M extends AbilityMethodName)[] }
  ? M
  : never

/** The methods that a set of flags asks for. */
export type AbilitiesFor<F extends Feature> = Pick<AllAbilities, MethodsBehind<F>> &
  ([Extract<F, PostingFlag>] extends [never] ? unknown : CanPublish)

/** The part of a definition that depends on its option schema. */
export interface Publishing<S extends GenericSchema> {
  readonly postOptions?: S | undefined
  readonly publish?: ((post: Post<InferOutput<S>>, call: PublishCall) => Promise<PostResult>) | undefined
}

/** What `definePlatform` takes: features as a list, everything the flags ask for, and no ability of the wrong type. */
export type PlatformDefinition<
  N extends string,
  F extends Feature,
  S extends GenericSchema,
> = PlatformBase<N> & {
  readonly features: readonly F[]
} & AbilitiesFor<F> &
  Publishing<S> &
  PartialInit<AllAbilities>

/** A platform as the client takes it. */
export type Platform<N extends string = string, F extends Feature = Feature> = PlatformBase<N> & {
  readonly features: ReadonlySet<F>
} & { readonly postOptions?: GenericSchema | undefined } & PartialInit<AllAbilities>
