import {
  type CanAddRoutes,
  ConfigError,
  type ExtraRouteReply,
  readFactoryOptions,
} from '@social/core/platform'

/**
 * Settings of the application as an OAuth client. https://atproto.com/specs/oauth (read
 * 2026-11-21)
 */
export interface OauthOptions {
  /**
   * Public URL of the client metadata document, which is also the client id. The URL is that of
   * the mounted routes followed by `/networks/bluesky/client-metadata.json`. Without `clientId`,
   * the library acts as a development client, whose `redirectUri` has to be at `http://127.0.0.1`.
   */
  readonly clientId?: string | undefined
  /** Name of the application that the approval page shows. */
  readonly clientName?: string | undefined
  /** Home page of the application, on the same host as `clientId`. */
  readonly clientUri?: string | undefined
  /** All redirect URIs of the application. */
  readonly redirectUris?: readonly string[] | undefined
  /**
   * Scopes that sign-ins are allowed to request. Default: `atproto`, `transition:generic` and
   * `transition:chat.bsky`.
   */
  readonly scopes?: readonly string[] | undefined
  /**
   * Private key as a JWK for ES256, with a `kid`. The key authenticates the application, so that
   * sessions last up to two years instead of two weeks. Keep the key secret: the library publishes
   * only its public half.
   */
  readonly privateKey?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Default scopes of a sign-in. They grant the same permissions as an app password, and access to
 * private messages.
 */
export const DEFAULT_SCOPES: readonly string[] = ['atproto', 'transition:generic', 'transition:chat.bsky']

/** Path of the client metadata document, relative to the platform's routes. */
const DOCUMENT_PATH = 'client-metadata.json'

/** JWK members that belong to the public half of a key. */
const PUBLIC_MEMBERS = ['kty', 'crv', 'x', 'y', 'kid'] as const

/** Returns the public half of a key. */
export function publicHalf(key: Readonly<Record<string, unknown>>): Record<string, string> {
  const half: Record<string, string> = {}
  for (const name of PUBLIC_MEMBERS) if (typeof key[name] === 'string') half[name] = key[name]
  return half
}

/**
 * Returns the client id.
 *
 * @throws ConfigError for a redirect URI that servers refuse for a development client.
 */
export function clientIdOf(
  { clientId }: OauthOptions,
  { redirectUri, scopes }: { readonly redirectUri: string; readonly scopes: readonly string[] },
): string {
  if (clientId !== undefined) return clientId
  const host = URL.parse(redirectUri)?.hostname
  if (host !== '127.0.0.1' && host !== '[::1]')
    throw new ConfigError(
      'bluesky({ oauth }) requires a clientId: the public URL of its metadata document. It can only be omitted for a redirectUri at http://127.0.0.1.',
      { platform: 'bluesky' },
    )
  const query = new URLSearchParams({ redirect_uri: redirectUri, scope: scopes.join(' ') })
  return `http://localhost?${query.toString().replaceAll('+', '%20')}`
}

/** Creates the client metadata document. */
function toClientDocument(oauth: OauthOptions): Readonly<Record<string, unknown>> {
  const { clientId, clientName, clientUri, redirectUris = [], privateKey } = oauth
  return {
    client_id: clientId,
    ...(clientName !== undefined && { client_name: clientName }),
    ...(clientUri !== undefined && { client_uri: clientUri }),
    application_type: 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: redirectUris,
    scope: (oauth.scopes ?? DEFAULT_SCOPES).join(' '),
    dpop_bound_access_tokens: true,
    token_endpoint_auth_method: privateKey ? 'private_key_jwt' : 'none',
    ...(privateKey && {
      token_endpoint_auth_signing_alg: 'ES256',
      jwks: { keys: [{ ...publicHalf(privateKey), alg: 'ES256', use: 'sig' }] },
    }),
  }
}

function refuse(problem: string): never {
  throw new ConfigError(`bluesky({ oauth }) ${problem}`, { platform: 'bluesky' })
}

/** Names of the accepted settings in `oauth`. */
const NAMES = [
  'clientId',
  'clientName',
  'clientUri',
  'redirectUris',
  'scopes',
  'privateKey',
] as const satisfies readonly (keyof OauthOptions)[]

/**
 * Validates the settings of `oauth`.
 *
 * @throws ConfigError for an unknown option, and for settings whose metadata document servers
 * would refuse.
 */
export function checkOauth(oauth: OauthOptions): OauthOptions {
  readFactoryOptions('bluesky({ oauth })', oauth, NAMES)
  const { clientId, redirectUris = [], privateKey } = oauth
  if (clientId !== undefined && URL.parse(clientId)?.protocol !== 'https:')
    refuse('requires a clientId that starts with https://. Omit it for development.')
  if (clientId !== undefined && redirectUris.length === 0)
    refuse('requires redirectUris together with clientId: all redirect URIs of the application.')
  const isKey =
    privateKey === undefined || ['kty', 'd', 'kid'].every((name) => typeof privateKey[name] === 'string')
  if (!isKey) refuse('requires a privateKey that is a complete JWK with kty, d and kid.')
  return oauth
}

/**
 * Creates the route that serves the client metadata document. Bluesky has no app registration.
 * Servers instead read this document and refuse OAuth sign-ins without it.
 */
export function creatingApps({ oauth }: { readonly oauth: OauthOptions | null }): Partial<CanAddRoutes> {
  if (oauth?.clientId === undefined) return {}
  const body = JSON.stringify(toClientDocument(oauth))
  return {
    extraRoutes: [{ method: 'GET', path: DOCUMENT_PATH }],
    handleExtraRoute: (): ExtraRouteReply => ({ status: 200, contentType: 'application/json', body }),
  }
}
