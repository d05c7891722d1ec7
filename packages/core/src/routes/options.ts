import type { RoutesClient } from '../client/routes-client.js'
import type { AccountChoice, LoginField, LoginMemory, WebhookSecret } from '../contract/index.js'
import type { SocialBaseError } from '../errors/index.js'
import type { Connection, Update } from '../models/index.js'
import type { Filled } from '../models/values/filled.js'
import type { MediaServer } from './media/media-server.js'
import type { RouteRequest } from './request.js'

/** Binding of a sign-in to the browser that started it. */
export type SignInBinding =
  | 'cookie'
  | 'off'
  /** Returns a secret of this browser, such as its session id. Empty, null and undefined refuse the sign-in. */
  | ((request: RouteRequest) => string | null | undefined | Promise<string | null | undefined>)

/** State of a sign-in, passed to `finished` for an optional redirect. */
export type SignInOutcome =
  | {
      readonly step: 'CONNECTED'
      readonly platform: string
      readonly connection: Connection
      /** Value of `?state=` passed to `connect`. Untrusted: it comes from the browser. */
      readonly applicationState: string | null
    }
  | {
      readonly step: 'CHOOSE_ACCOUNT'
      readonly platform: string
      readonly options: readonly AccountChoice[]
      /** Post this value back with the `account_id`. */
      readonly state: string
      readonly applicationState: string | null
    }
  | {
      readonly step: 'ASK_FOR_DETAILS'
      readonly platform: string
      readonly fields: readonly LoginField[]
      readonly helpUrl: string | null
      /** Server that receives the answers; missing if the answers name it. */
      readonly host?: string | undefined
      /** Post this value back with the answers. */
      readonly state: string
      readonly applicationState: string | null
    }
  | {
      readonly step: 'FAILED'
      readonly platform: string
      readonly error: SocialBaseError
      readonly applicationState: string | null
    }

/** A webhook secret, or a function that returns it for each request. */
export type SecretSource = WebhookSecret | (() => WebhookSecret | Promise<WebhookSecret>)

/** Ids of the connections of an update; null if the application has none. */
type ResolvedConnection = string | readonly string[] | null

/** Options of `Routes`. */
export interface RoutesOptions {
  /**
   * OAuth redirect URI, with the placeholder `{platform}`:
   * `https://app.example/social/callback/{platform}`.
   */
  readonly redirectUri: string
  /** Requested scopes by network. Default: the network's own scopes. */
  readonly scopes?: Readonly<Record<string, readonly string[]>> | undefined
  /** Webhook secrets by network. All secrets of a network are tried. A function is called for each request. */
  readonly secrets?: Readonly<Record<string, SecretSource>> | undefined
  /** Verify tokens of setup checks, by network. */
  readonly setupTokens?: Readonly<Record<string, string>> | undefined
  /**
   * Called for each pushed update in turn; usually `dispatcher.deliver`. After a failure the other updates
   * of the request are still delivered. The framework gets all failures in one error, and the network resends the request.
   * Handled updates then arrive again; a `Dispatcher` with `seen` drops them.
   */
  readonly deliver?: ((update: Update) => void | Promise<void>) | undefined
  /** Storage of unfinished sign-ins. Default: the `memory` of the client. */
  readonly memory?: LoginMemory | undefined
  /** Binding of a sign-in to its browser. Default: `cookie`. */
  readonly bind?: SignInBinding | undefined
  /** Returns the redirect URL: a path that starts with `/`, or a URL on one of `redirectOrigins`. Null = JSON reply. */
  readonly finished?:
    | ((outcome: SignInOutcome, request: RouteRequest) => string | null | Promise<string | null>)
    | undefined
  /** Other origins allowed for `finished` redirects: `https://www.app.example`. */
  readonly redirectOrigins?: readonly string[] | undefined
  /**
   * Returns the connection of an update if the push has no connection id; null if unknown. If the function returns
   * several ids, the update is delivered once for each id. This occurs if a person signed in several pages.
   */
  readonly resolveConnection?:
    | ((update: Update) => ResolvedConnection | Promise<ResolvedConnection>)
    | undefined
  /** Serves files below `{prefix}/media/`. */
  readonly mediaHost?: MediaServer | undefined
  /** Public URL of the mounted routes. Default: `redirectUri` up to `/callback/{platform}`. */
  readonly baseUrl?: string | undefined
  /** Path of the mounted routes as received by `handle`. Default: the path of `baseUrl`. */
  readonly prefix?: string | undefined
  /** Maximum request body in bytes. Default 16 MiB, enough for 1,000 updates of Meta. */
  readonly maxBodyBytes?: number | undefined
  /** Timeout for reading a body, in seconds from the start of reading. Default 30. */
  readonly maxBodySeconds?: number | undefined
}

/** Validated options with defaults. */
export interface RoutesSettings extends Filled<
  Pick<
    RoutesOptions,
    'redirectUri' | 'bind' | 'baseUrl' | 'prefix' | 'maxBodyBytes' | 'maxBodySeconds' | 'memory'
  >
> {
  readonly client: RoutesClient
  readonly scopes: ReadonlyMap<string, readonly string[]>
  readonly secrets: ReadonlyMap<string, SecretSource>
  readonly setupTokens: ReadonlyMap<string, string>
  readonly deliver: ((update: Update) => void | Promise<void>) | null
  readonly finished: RoutesOptions['finished'] | null
  readonly redirectOrigins: ReadonlySet<string>
  readonly resolveConnection: RoutesOptions['resolveConnection'] | null
  readonly mediaHost: MediaServer | null
}
