import {
  type CanAddRoutes,
  ConfigError,
  type ExtraRouteReply,
  readFactoryOptions,
} from '@social/core/platform'

/** The application as an OAuth client. https://atproto.com/specs/oauth (read 2026-11-21) */
export interface OauthOptions {
  /**
   * Public address of the client's document, which is also its name: that of the mounted routes, then
   * `/networks/bluesky/client-metadata.json`. Left out, it is a client for development, whose `redirectUri` is at
   * `http://127.0.0.1`.
   */
  readonly clientId?: string | undefined
  /** Shown to people on the approval page. */
  readonly clientName?: string | undefined
  /** Home page of the application, at the same host as `clientId`. */
  readonly clientUri?: string | undefined
  /** Every address that sign-ins may come back to. */
  readonly redirectUris?: readonly string[] | undefined
  /** What sign-ins may ask for; `atproto`, `transition:generic` and `transition:chat.bsky` unless given. */
  readonly scopes?: readonly string[] | undefined
  /**
   * Private key as a JWK for ES256, with a `kid`: authenticates the application itself, so that sessions last up to two years
   * instead of two weeks. A secret; only its public half is served.
   */
  readonly privateKey?: Readonly<Record<string, unknown>> | undefined
}

/** What an app password may do, and private messages. */
export const DEFAULT_SCOPES: readonly string[] = ['atproto', 'transition:generic', 'transition:chat.bsky']

/** Path of the client's document below the platform's own routes. */
const DOCUMENT_PATH = 'client-metadata.json'

/** Members of a JWK that anybody may see. */
const PUBLIC_MEMBERS = ['kty', 'crv', 'x', 'y', 'kid'] as const

/** The public half of a key. */
export function publicHalf(key: Readonly<Record<string, unknown>>): Record<string, string> {
  const half: Record<string, string> = {}
  for (const name of PUBLIC_MEMBERS) if (typeof key[name] === 'string') half[name] = key[name]
  return half
}

/** The name of the client, as servers know it. @throws ConfigError where a development client would be refused. */
export function clientIdOf(
  { clientId }: OauthOptions,
  { redirectUri, scopes }: { readonly redirectUri: string; readonly scopes: readonly string[] },
): string {
  if (clientId !== undefined) return clientId
  const host = URL.parse(redirectUri)?.hostname
  if (host !== '127.0.0.1' && host !== '[::1]')
    throw new ConfigError(
      'bluesky({ oauth }) needs a clientId: the public address of its document. Only for a redirectUri at http://127.0.0.1 may it be left out.',
      { platform: 'bluesky' },
    )
  const query = new URLSearchParams({ redirect_uri: redirectUri, scope: scopes.join(' ') })
  return `http://localhost?${query.toString().replaceAll('+', '%20')}`
}

/** The client's document. */
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

function refuse(words: string): never {
  throw new ConfigError(`bluesky({ oauth }) ${words}`, { platform: 'bluesky' })
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

/** @throws ConfigError for an unknown name, and for a client whose document servers would refuse. */
export function checkOauth(oauth: OauthOptions): OauthOptions {
  readFactoryOptions('bluesky({ oauth })', oauth, NAMES)
  const { clientId, redirectUris = [], privateKey } = oauth
  if (clientId !== undefined && URL.parse(clientId)?.protocol !== 'https:')
    refuse('needs a clientId that starts with https://. Leave it out for development.')
  if (clientId !== undefined && redirectUris.length === 0)
    refuse('needs redirectUris beside clientId: every address that sign-ins come back to.')
  const isKey =
    privateKey === undefined || ['kty', 'd', 'kid'].every((name) => typeof privateKey[name] === 'string')
  if (!isKey) refuse('needs a privateKey that is a whole JWK with kty, d and kid.')
  return oauth
}

/**
 * There is no app to register at Bluesky: the application's OAuth client is a document of its own, which the mounted
 * routes serve, and without which no server lets people sign in with OAuth.
 */
export function creatingApps({ oauth }: { readonly oauth: OauthOptions | null }): Partial<CanAddRoutes> {
  if (oauth?.clientId === undefined) return {}
  const body = JSON.stringify(toClientDocument(oauth))
  return {
    extraRoutes: [{ method: 'GET', path: DOCUMENT_PATH }],
    handleExtraRoute: (): ExtraRouteReply => ({ status: 200, contentType: 'application/json', body }),
  }
}
