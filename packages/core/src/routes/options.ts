import type { RoutesClient } from '../client/routes-client.js'
import type { AccountChoice, LoginField, LoginMemory, WebhookSecret } from '../contract/index.js'
import type { SocialBaseError, UserMessages } from '../errors/index.js'
import type { Connection, Update } from '../models/index.js'
import type { Filled } from '../models/values/filled.js'
import type { MediaServer } from './media/media-server.js'
import type { PagesOptions, PagesSettings } from './pages/page-options.js'
import type { RouteRequest } from './request.js'

/** Binding of a sign-in to the browser that started it. */
export type SignInBinding =
  | 'cookie'
  | 'off'
  /**
   * Returns a secret of this browser, such as its session id. An empty text, null and undefined refuse the sign-in.
   */
  | ((request: RouteRequest) => string | null | undefined | Promise<string | null | undefined>)

/** State of a sign-in, which `finished` receives to choose a redirect. */
export type SignInOutcome =
  | {
      readonly step: 'CONNECTED'
      readonly platform: string
      readonly connection: Connection
      /** Value of `?state=` in the request to `connect`. Do not trust it, because it comes from the browser. */
      readonly applicationState: string | null
    }
  | {
      readonly step: 'CHOOSE_ACCOUNT'
      readonly platform: string
      readonly options: readonly AccountChoice[]
      /** Send this value back in the POST, together with the `account_id`. */
      readonly state: string
      readonly applicationState: string | null
    }
  | {
      readonly step: 'ASK_FOR_DETAILS'
      readonly platform: string
      readonly fields: readonly LoginField[]
      readonly helpUrl: string | null
      /** Server that receives the values of the form. Missing if a form field names the server. */
      readonly host?: string | undefined
      /** Send this value back in the POST, together with the values of the form. */
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

/** Ids of the connections that an update belongs to. Null if the application has none. */
type ResolvedConnection = string | readonly string[] | null

/** Options of `Routes`. */
export interface RoutesOptions {
  /**
   * OAuth redirect URI with the placeholder `{platform}`, for example
   * `https://app.example/social/callback/{platform}`.
   */
  readonly redirectUri: string
  /** Requested scopes by network. Default: the network's own scopes. */
  readonly scopes?: Readonly<Record<string, readonly string[]>> | undefined
  /**
   * Webhook secrets by network. If a network has several secrets, all are tried. A function is called for each
   * request.
   */
  readonly secrets?: Readonly<Record<string, SecretSource>> | undefined
  /** Verify tokens by network. Networks send them in the setup check of a webhook. */
  readonly setupTokens?: Readonly<Record<string, string>> | undefined
  /**
   * Called for each pushed update, one after another; usually `dispatcher.deliver`. After a failure the other
   * updates of the request are still delivered. The web framework then receives all failures in one error, and the
   * network sends the request again. A `Dispatcher` with `seen` ignores updates that it has already handled.
   */
  readonly deliver?: ((update: Update) => void | Promise<void>) | undefined
  /** Stores unfinished sign-ins. Default: the `memory` of the client. */
  readonly memory?: LoginMemory | undefined
  /** Binding of a sign-in to its browser. Default: `cookie`. */
  readonly bind?: SignInBinding | undefined
  /**
   * Returns the URL to which the browser is redirected: a path that starts with `/`, or a URL on one of
   * `redirectOrigins`. If it returns null, a browser gets a page, and other clients get JSON.
   */
  readonly finished?:
    | ((outcome: SignInOutcome, request: RouteRequest) => string | null | Promise<string | null>)
    | undefined
  /**
   * Sign-in pages for browsers: clients that prefer `text/html` in `Accept`. Other clients get JSON. `off` always
   * responds with JSON. Default: pages of the library.
   */
  readonly pages?: PagesOptions | 'off' | undefined
  /**
   * Language and texts of the JSON replies to visitors whose sign-in failed, or a function that returns them for a
   * request. Pages have their own option `pages.messages`. Default: English.
   */
  readonly messages?:
    | UserMessages
    | ((request: RouteRequest) => UserMessages | Promise<UserMessages>)
    | undefined
  /** Other origins to which `finished` may redirect, for example `https://www.app.example`. */
  readonly redirectOrigins?: readonly string[] | undefined
  /**
   * Returns the connection of an update if the network's message contains no connection id. Returns null for an
   * unknown connection. If the function returns several ids, the update is delivered once for each id. A person who
   * signed in several pages has several ids.
   */
  readonly resolveConnection?:
    | ((update: Update) => ResolvedConnection | Promise<ResolvedConnection>)
    | undefined
  /** Serves files below `{prefix}/media/`. */
  readonly mediaHost?: MediaServer | undefined
  /** Public URL of the mounted routes. Default: `redirectUri` up to `/callback/{platform}`. */
  readonly baseUrl?: string | undefined
  /** Path under which `handle` receives requests to the routes. Default: the path of `baseUrl`. */
  readonly prefix?: string | undefined
  /** Maximum size of a request body in bytes. Default: 16 MiB, enough for 1,000 updates of Meta. */
  readonly maxBodyBytes?: number | undefined
  /** Time limit for reading a body, in seconds from the start of reading. Default: 30. */
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
  readonly messages: NonNullable<RoutesOptions['messages']>
  readonly redirectOrigins: ReadonlySet<string>
  /** Null if the pages are off. */
  readonly pages: PagesSettings | null
  readonly resolveConnection: RoutesOptions['resolveConnection'] | null
  readonly mediaHost: MediaServer | null
}
