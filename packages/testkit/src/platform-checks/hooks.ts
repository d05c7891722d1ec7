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
  /** Id as returned by `like`; null if a like has no id. */
  readonly like: string | null
  /** Id as returned by `repost`; omitted or null if a repost has no id. */
  readonly repost?: string | null | undefined
}

/**
 * Hooks of the platform checks. Only `makePlatform` is required. A check is skipped if the hook that it needs is
 * missing.
 */
export interface PlatformChecksHooks {
  /** Creates the platform for each check. */
  readonly makePlatform: () => Platform
  /**
   * Creates an account of the platform: `aConnection` is sufficient for most. `init` contains the platform and the
   * account.
   */
  readonly makeConnection?:
    | ((init: { readonly platform: string; readonly accountId: string }) => Connection)
    | undefined
  /**
   * Creates a transport with replies of the network. Missing and unreadable replies are generated from the schema that
   * the platform reads them with. Only replies that a schema does not describe have to be given.
   */
  readonly makeTransport?: (() => Transport) | undefined
  /** Ids in the network's format, for networks that refuse digits. */
  readonly ids?: PartialInit<Ids> | undefined
  /**
   * Makes a valid post with this text. Default: only the text, or with a small image if text-only posts are not allowed,
   * or with a small video if images are not allowed either.
   */
  readonly makePost?: ((text: string) => PostInput<object>) | undefined
  /** True for a platform that intentionally posts nothing, so it has no flag for posts and no `publish`. */
  readonly readOnly?: boolean | undefined
  /** `METHOD /path` of requests for which the network documents a secret in the URL. */
  readonly secretInAddress?: readonly string[] | undefined
  /**
   * Makes a pushed request of the network. The platform must read each changed copy, or refuse the copy with a
   * library error.
   */
  readonly makePush?:
    | (() => { readonly body: string; readonly headers?: PushHeaders | undefined })
    | undefined
  /** Names of platform functions outside the contract. */
  readonly alsoHas?: readonly string[] | undefined
  /**
   * Additional parameters of the sign-in: `host`, `scopes`, `hints`. `callback` contains the network's callback parameters
   * besides code and state, or the user's input for a form.
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
