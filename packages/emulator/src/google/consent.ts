import type { EmulatorClock } from '../framework/clock.js'
import { htmlPage } from '../framework/pages/html.js'
import { redirectTo } from '../framework/pages/redirect.js'
import type { Seed } from '../framework/seed.js'
import { blockedPage } from './consent-page.js'
import type { Grant, OAuthClient } from './records.js'

/**
 * Lifetime of a code: ten minutes. https://developers.google.com/identity/protocols/oauth2/web-server
 * (read 2026-11-21)
 */
const CODE_SECONDS = 600

/** Part of a network's state that stores consents. */
export interface ConsentState {
  readonly clock: EmulatorClock
  readonly seed: Seed
  readonly clients: ReadonlyMap<string, OAuthClient>
  /** Earlier approvals in the form `<client> <email>`. */
  readonly approvals: Set<string>
}

/** Scopes of a network, and its storage of grants. */
export interface ConsentRules {
  readonly knownScopes: ReadonlySet<string>
  readonly challengeMethods: readonly string[]
  findEmail(person: string): string | null
  /** Stores the grant of a code. */
  keep(code: string, grant: Grant): void
}

/** Consent request of an application. */
export interface ConsentRequest {
  readonly client: OAuthClient
  readonly redirectUri: string
  readonly scopes: readonly string[]
}

/**
 * Reads a consent request. Returns an error page for an invalid request, because Google never
 * redirects these errors to the application.
 */
export function readConsentRequest(
  { clients }: ConsentState,
  { knownScopes, challengeMethods }: ConsentRules,
  params: URLSearchParams,
): ConsentRequest | Response {
  const client = clients.get(params.get('client_id') ?? '')
  if (!client) return blockedPage(401, 'invalid_client', 'The OAuth client was not found.')
  const redirectUri = params.get('redirect_uri') ?? ''
  if (!client.redirectUris.includes(redirectUri))
    return blockedPage(
      400,
      'redirect_uri_mismatch',
      `The redirect address ${redirectUri} is none of those of the OAuth client: ${client.redirectUris.join(', ')}.`,
    )
  if (params.get('response_type') !== 'code')
    return blockedPage(400, 'unsupported_response_type', 'Invalid response_type.')
  const scopes = (params.get('scope') ?? '').split(' ').filter(Boolean)
  if (scopes.length === 0) return blockedPage(400, 'invalid_request', 'Missing required parameter: scope')
  const unknown = scopes.filter((scope) => !knownScopes.has(scope))
  if (unknown.length > 0)
    return blockedPage(
      400,
      'invalid_scope',
      `Some requested scopes were invalid. {invalid=[${unknown.join(', ')}]}`,
    )
  if (params.has('code_challenge') && !challengeMethods.includes(params.get('code_challenge_method') ?? ''))
    return blockedPage(400, 'invalid_request', 'Invalid code_challenge_method.')
  return { client, redirectUri, scopes }
}

/** Applies the person's decision: redirects to the application with a code or with the error. */
export function decideConsent(state: ConsentState, rules: ConsentRules, params: URLSearchParams): Response {
  const requested = readConsentRequest(state, rules, params)
  if (requested instanceof Response) return requested
  const { client, redirectUri, scopes } = requested
  const given = params.get('state')
  if (params.get('decision') !== 'approve')
    return redirectTo(redirectUri, { error: 'access_denied', state: given })
  const email = rules.findEmail(params.get('person') ?? '')
  if (email === null)
    return htmlPage('Who are you?', '<h1>Who are you?</h1><p>Go back and pick an account.</p>', {
      status: 422,
    })
  const granted = params.getAll('granted').filter((scope) => scopes.includes(scope))
  const approval = `${client.clientId} ${email}`
  const isOffline = params.get('access_type') === 'offline'
  const asksAgain = (params.get('prompt') ?? '').split(' ').includes('consent')
  const code = `4/0${state.seed.token('code')}`
  rules.keep(code, {
    clientId: client.clientId,
    email,
    scopes: granted,
    redirectUri,
    challenge: params.get('code_challenge'),
    // If the person approved earlier, Google returns a new refresh token only for prompt=consent.
    givesRefreshToken: isOffline && (asksAgain || !state.approvals.has(approval)),
    expiresAt: new Date(state.clock.now().getTime() + CODE_SECONDS * 1000),
    used: false,
  })
  state.approvals.add(approval)
  return redirectTo(redirectUri, { state: given, code, scope: granted.join(' ') })
}
