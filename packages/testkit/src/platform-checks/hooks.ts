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

/** Ids that the checks pass to the methods of a platform. */
export interface Ids {
  readonly post: string
  readonly conversation: string
  readonly person: string
  /** Id that `like` returns. Null if likes have no id on the network. */
  readonly like: string | null
  /** Id that `repost` returns. Omitted or null if reposts have no id on the network. */
  readonly repost?: string | null | undefined
}

/**
 * Hooks of the platform checks. Only `makePlatform` is required. Checks whose hook is missing are
 * skipped.
 */
export interface PlatformChecksHooks {
  /** Creates the platform. Called for each check. */
  readonly makePlatform: () => Platform
  /**
   * Creates an account of the platform. `aConnection` is sufficient for most networks. `init`
   * contains the platform's name and the account id.
   */
  readonly makeConnection?:
    | ((init: { readonly platform: string; readonly accountId: string }) => Connection)
    | undefined
  /**
   * Creates a transport with replies of the network. Missing or unreadable replies are generated
   * from the platform's schemas. Only provide replies that a schema does not fully describe.
   */
  readonly makeTransport?: (() => Transport) | undefined
  /**
   * Ids in the network's format. Required if the network does not accept ids that consist of
   * digits.
   */
  readonly ids?: PartialInit<Ids> | undefined
  /**
   * Builds a valid post with this text. Default: a text-only post. If the platform refuses
   * text-only posts, the default adds a small image, or a small video if images are refused too.
   */
  readonly makePost?: ((text: string) => PostInput<object>) | undefined
  /**
   * True for a platform that intentionally cannot post. The platform then has no flag for posts and
   * no `publish`.
   */
  readonly readOnly?: boolean | undefined
  /**
   * `METHOD /path` of requests whose URL contains a secret, as the network's documentation
   * requires.
   */
  readonly secretInAddress?: readonly string[] | undefined
  /**
   * Builds a webhook request of the network. The checks change its body in many ways. The platform
   * must read each changed body, or throw a library error.
   */
  readonly makePush?:
    | (() => { readonly body: string; readonly headers?: PushHeaders | undefined })
    | undefined
  /** Names of methods that the platform defines in addition to the platform interface. */
  readonly alsoHas?: readonly string[] | undefined
  /**
   * Additional input of the sign-in: `host`, `scopes`, `hints`. `callback` contains callback
   * parameters besides code and state, or the user's input for a form.
   */
  readonly login?:
    | (PartialInit<Pick<LoginRequest, 'host' | 'scopes' | 'hints'>> & {
        readonly callback?: CallbackParams | undefined
      })
    | undefined
  /** App credentials. Default: generated credentials. */
  readonly app?: AppCredentials | undefined
}

/** Names of all hooks of the platform checks. */
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
