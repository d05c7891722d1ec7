import type {
  AppCredentials,
  CallbackParams,
  Connection,
  LoginRequest,
  PartialInit,
  Platform,
  PostInput,
  PushHeaders,
  Transport,
} from '@social/core/platform'

/** Ids passed to the methods of a platform. */
export interface Ids {
  readonly post: string
  readonly conversation: string
  readonly person: string
  /** As `like` answered it; null where a like has none. */
  readonly like: string | null
  /** As `repost` answered it; left out or null where a repost has none. */
  readonly repost?: string | null | undefined
}

/** Hooks of the platform checks. Only `makePlatform` is required; without the others some checks skip. */
export interface PlatformChecksHooks {
  /** Builds the platform; each check gets one of its own. */
  readonly makePlatform: () => Platform
  /** Makes an account of the platform: `aConnection` is enough for most. `init` names the platform and the account. */
  readonly makeConnection?:
    | ((init: { readonly platform: string; readonly accountId: string }) => Connection)
    | undefined
  /**
   * Makes a transport with replies of the network. What it does not answer, and what the platform cannot read of it, is
   * made up from the schema that the platform reads it with: only what a schema does not tell needs a reply here.
   */
  readonly makeTransport?: (() => Transport) | undefined
  /** Ids as this network has them, where digits are refused. */
  readonly ids?: PartialInit<Ids> | undefined
  /**
   * Makes a post of these words that the platform takes. Unless given: the words alone, with a tiny picture where
   * words alone cannot be posted, with a tiny video where pictures cannot either.
   */
  readonly makePost?: ((text: string) => PostInput<object>) | undefined
  /** True says that it is meant to post nothing: no flag, no `publish`. */
  readonly readOnly?: boolean | undefined
  /** `METHOD /path` of requests that the network documents with a secret in their address. */
  readonly secretInAddress?: readonly string[] | undefined
  /** A pushed request as the network sends it: what is made of it must be read, or refused with an error of the library. */
  readonly makePush?:
    | (() => { readonly body: string; readonly headers?: PushHeaders | undefined })
    | undefined
  /** Names of platform functions outside the contract. */
  readonly alsoHas?: readonly string[] | undefined
  /**
   * What its sign-in needs beside the usual: `host`, `scopes`, `hints`; `callback` is what the network sends back beside
   * a code and the state, or what a person fills in.
   */
  readonly login?:
    | (PartialInit<Pick<LoginRequest, 'host' | 'scopes' | 'hints'>> & {
        readonly callback?: CallbackParams | undefined
      })
    | undefined
  /** App credentials. Default: generated. */
  readonly app?: AppCredentials | undefined
}

/** Names of all hooks. */
export const HOOK_NAMES = Object.keys({
  makePlatform: true,
  makeConnection: true,
  makeTransport: true,
  ids: true,
  makePost: true,
  readOnly: true,
  secretInAddress: true,
  makePush: true,
  alsoHas: true,
  login: true,
  app: true,
} satisfies Record<keyof PlatformChecksHooks, true>)
