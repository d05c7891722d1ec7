import {
  type CanAddRoutes,
  ConfigError,
  type ExtraRouteReply,
  readFactoryOptions,
} from '@social/core/platform'

/** The application as an OAuth client. https://atproto.com/specs/oauth (read 2026-11-21) */
export interface OauthOptions {
  /**
   * Public URL of the client metadata document, which is also the client id: the URL of the mounted routes, then
   * `/networks/bluesky/client-metadata.json`. Without it, a development client is used, whose `redirectUri` is at
   * `http://127.0.0.1`.
   */
  readonly clientId?: string | undefined
  /** Name shown on the approval page. */
  readonly clientName?: string | undefined
  /** Home page of the application, on the same host as `clientId`. */
  readonly clientUri?: string | undefined
  /** All redirect URIs of the application. */
  readonly redirectUris?: readonly string[] | undefined
  /** Scopes that sign-ins can request. Default: `atproto`, `transition:generic` and `transition:chat.bsky`. */
  readonly scopes?: readonly string[] | undefined
  /**
   * Private key as a JWK for ES256, with a `kid`. It authenticates the application, so that sessions last up to two years
   * instead of two weeks. A secret: only its public half is served.
   */
  readonly privateKey?: Readonly<Record<string, unknown>> | undefined
}

/** Default scopes: they grant the permissions of an app password, and access to private messages. */
export const DEFAULT_SCOPES: readonly string[] = ['atproto', 'transition:generic', 'transition:chat.bsky']

/** Path of the client metadata document below the platform's own routes. */
const DOCUMENT_PATH = 'client-metadata.json'

/** Public members of a JWK. */
const PUBLIC_MEMBERS = ['kty', 'crv', 'x', 'y', 'kid'] as const

/** The public half of a key. */
export function publicHalf(key: Readonly<Record<string, unknown>>): Record<string, string> {
  const half: Record<string, string> = {}
  for (const name of PUBLIC_MEMBERS) if (typeof key[name] === 'string') half[name] = key[name]
  return half
}

/** Returns the client id. @throws ConfigError for a redirect URI that servers refuse for a development client. */
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

/** Client metadata document. */
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

/** Names of the settings of `oauth`. */
const NAMES = [
  'clientId',
  'clientName',
  'clientUri',
  'redirectUris',
  'scopes',
  'privateKey',
] as const satisfies readonly (keyof OauthOptions)[]

/** @throws ConfigError for an unknown option, and for a client whose document servers would refuse. */
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
 * Bluesky has no app registration. The application's OAuth client is a metadata document, which the mounted routes serve.
 * Servers refuse OAuth sign-ins without it.
 */
export function creatingApps({ oauth }: { readonly oauth: OauthOptions | null }): Partial<CanAddRoutes> {
  if (oauth?.clientId === undefined) return {}
  const body = JSON.stringify(toClientDocument(oauth))
  return {
    extraRoutes: [{ method: 'GET', path: DOCUMENT_PATH }],
    handleExtraRoute: (): ExtraRouteReply => ({ status: 200, contentType: 'application/json', body }),
  }
}
