import { readSmallBody } from '../framework/body.js'
import { htmlPage } from '../framework/html.js'
import type { Visit } from '../framework/router.js'
import { SCOPE } from './access.js'
import { approvalPage, blockedPage } from './authorize-page.js'
import { findPerson } from './people.js'
import type { OAuthClient } from './records.js'
import type { GoogleState } from './state.js'

/** A code is good for ten minutes. */
const CODE_SECONDS = 600
const KNOWN_SCOPES = new Set([SCOPE, 'openid', 'email', 'profile'])

interface ConsentRequest {
  readonly client: OAuthClient
  readonly redirectUri: string
  readonly scopes: readonly string[]
}

/** Reads what is asked for; a page where it cannot be put to a person. Google never sends these back. */
function readRequest(state: GoogleState, params: URLSearchParams): ConsentRequest | Response {
  const client = state.clients.get(params.get('client_id') ?? '')
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
  const unknown = scopes.filter((scope) => !KNOWN_SCOPES.has(scope))
  if (unknown.length > 0)
    return blockedPage(
      400,
      'invalid_scope',
      `Some requested scopes were invalid. {invalid=[${unknown.join(', ')}]}`,
    )
  if (params.has('code_challenge') && params.get('code_challenge_method') !== 'S256')
    return blockedPage(400, 'invalid_request', 'Invalid code_challenge_method.')
  return { client, redirectUri, scopes }
}

function redirect(target: string, params: Readonly<Record<string, string | null>>): Response {
  const url = new URL(target)
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, value)
  return new Response(null, { status: 302, headers: { location: url.href, 'cache-control': 'no-store' } })
}

/** GET /o/oauth2/v2/auth: asks the person. */
export function askForConsent(state: GoogleState, { url }: Visit): Response {
  const asked = readRequest(state, url.searchParams)
  return asked instanceof Response ? asked : approvalPage(state, asked.scopes, url.searchParams)
}

/** Answers for the person: goes back to the application with a code, or with the refusal. */
export function decide(state: GoogleState, params: URLSearchParams): Response {
  const asked = readRequest(state, params)
  if (asked instanceof Response) return asked
  const { client, redirectUri, scopes } = asked
  const given = params.get('state')
  if (params.get('decision') !== 'approve')
    return redirect(redirectUri, { error: 'access_denied', state: given })
  const person = findPerson(state, params.get('person') ?? '')
  if (!person)
    return htmlPage('Who are you?', '<h1>Who are you?</h1><p>Go back and pick an account.</p>', {
      status: 422,
    })
  const granted = params.getAll('granted').filter((scope) => scopes.includes(scope))
  const approval = `${client.clientId} ${person.email}`
  const isOffline = params.get('access_type') === 'offline'
  const asksAnew = (params.get('prompt') ?? '').split(' ').includes('consent')
  const code = `4/0${state.seed.token('code')}`
  state.grants.set(code, {
    clientId: client.clientId,
    email: person.email,
    scopes: granted,
    redirectUri,
    challenge: params.get('code_challenge'),
    // Somebody who approved the app before is given another refresh token only with prompt=consent.
    givesRefreshToken: isOffline && (asksAnew || !state.approvals.has(approval)),
    expiresAt: new Date(state.clock.now().getTime() + CODE_SECONDS * 1000),
    used: false,
  })
  state.approvals.add(approval)
  return redirect(redirectUri, { state: given, code, scope: granted.join(' ') })
}

/** POST /o/oauth2/v2/auth: the person has clicked. */
export async function answerConsent(state: GoogleState, { request }: Visit): Promise<Response> {
  return decide(state, new URLSearchParams(new TextDecoder().decode(await readSmallBody(request))))
}
