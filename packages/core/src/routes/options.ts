import type { RoutesClient } from '../client/routes-client.js'
import type { AccountChoice, LoginField, LoginMemory, WebhookSecret } from '../contract/index.js'
import type { SocialBaseError } from '../errors/index.js'
import type { Connection, Update } from '../models/index.js'
import type { Filled } from '../models/values/filled.js'
import type { MediaServer } from './media/media-server.js'
import type { RouteRequest } from './request.js'

/** How a sign-in is tied to the browser it was started in. */
export type SignInBinding =
  | 'cookie'
  | 'off'
  /** A text that only this browser has, such as the id of its session. Empty, null and undefined refuse the sign-in. */
  | ((request: RouteRequest) => string | null | undefined | Promise<string | null | undefined>)

/** Where a sign-in has come to; `finished` may send the browser on from here. */
export type SignInOutcome =
  | {
      readonly step: 'CONNECTED'
      readonly platform: string
      readonly connection: Connection
      /** The value the application gave to `connect` as `?state=`; it came through the browser, so do not trust it. */
      readonly applicationState: string | null
    }
  | {
      readonly step: 'CHOOSE_ACCOUNT'
      readonly platform: string
      readonly options: readonly AccountChoice[]
      /** Post this back with the `account_id`. */
      readonly state: string
      readonly applicationState: string | null
    }
  | {
      readonly step: 'ASK_FOR_DETAILS'
      readonly platform: string
      readonly fields: readonly LoginField[]
      readonly helpUrl: string | null
      /** The one server that the answers will go to; left out while they tell it. */
      readonly host?: string | undefined
      /** Post this back with the answers. */
      readonly state: string
      readonly applicationState: string | null
    }
  | {
      readonly step: 'FAILED'
      readonly platform: string
      readonly error: SocialBaseError
      readonly applicationState: string | null
    }

/** A webhook secret, or what fetches it for each request. */
export type SecretSource = WebhookSecret | (() => WebhookSecret | Promise<WebhookSecret>)

/** Ids of the connections that something is about; null when they are nobody's here. */
type ResolvedConnection = string | readonly string[] | null

/** What the routes are made from. */
export interface RoutesOptions {
  /**
   * Where networks send people back to, with `{platform}` in it:
   * `https://app.example/social/callback/{platform}`.
   */
  readonly redirectUri: string
  /** What to ask for at sign-in, by network; a network that is not named asks for its own default. */
  readonly scopes?: Readonly<Record<string, readonly string[]>> | undefined
  /** Webhook secrets by network. Several are all tried; a function is asked for each request. */
  readonly secrets?: Readonly<Record<string, SecretSource>> | undefined
  /** Verify tokens of setup checks, by network. */
  readonly setupTokens?: Readonly<Record<string, string>> | undefined
  /**
   * Gets every pushed update, one after another; usually `dispatcher.deliver`. A failure does not keep the other updates
   * of the request from being delivered. Failures reach the framework in one error, and the network sends the request again:
   * what was handled comes again too, and a `Dispatcher` with `seen` drops it.
   */
  readonly deliver?: ((update: Update) => void | Promise<void>) | undefined
  /** Where half-finished sign-ins are kept; the client's own unless given. */
  readonly memory?: LoginMemory | undefined
  /** `cookie` unless given. */
  readonly bind?: SignInBinding | undefined
  /** Where to send the browser: an address that starts with `/`, or one of `redirectOrigins`. Null = answer with JSON. */
  readonly finished?:
    | ((outcome: SignInOutcome, request: RouteRequest) => string | null | Promise<string | null>)
    | undefined
  /** Other origins `finished` may lead to: `https://www.app.example`. */
  readonly redirectOrigins?: readonly string[] | undefined
  /**
   * Whose account an update is about, where the push does not say; null when it is nobody's here. Several ids (a person
   * who signed in several pages) deliver it once for each.
   */
  readonly resolveConnection?:
    | ((update: Update) => ResolvedConnection | Promise<ResolvedConnection>)
    | undefined
  /** Serves files below `{prefix}/media/`. */
  readonly mediaHost?: MediaServer | undefined
  /** Public address of the mounted routes; `redirectUri` up to `/callback/{platform}` unless given. */
  readonly baseUrl?: string | undefined
  /** Path of the mounted routes as `handle` sees it; that of `baseUrl` unless given. */
  readonly prefix?: string | undefined
  /** The biggest body of a request in bytes; 16 MiB unless given, which fits 1,000 updates of Meta. */
  readonly maxBodyBytes?: number | undefined
  /** Seconds in which a body has to arrive, from the first look at it; 30 unless given. */
  readonly slowestBodySeconds?: number | undefined
}

/** The options, checked and completed. */
export interface RoutesSettings extends Filled<
  Pick<
    RoutesOptions,
    'redirectUri' | 'bind' | 'baseUrl' | 'prefix' | 'maxBodyBytes' | 'slowestBodySeconds' | 'memory'
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
