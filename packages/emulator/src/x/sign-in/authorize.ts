import { readSmallBody } from '../../framework/bodies/body.js'
import { approvalForm, problemPage } from '../../framework/pages/approval.js'
import { escapeHtml, htmlPage } from '../../framework/pages/html.js'
import { redirectTo } from '../../framework/pages/redirect.js'
import type { Visit } from '../../framework/router.js'
import { findPerson } from '../people/people.js'
import { inSeconds, type XState } from '../state.js'
import { KNOWN_SCOPES } from './access.js'

interface ApprovalRequest {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string
  readonly challenge: string
}

/**
 * Reads an authorization request. Returns an error page for an invalid request, because X never
 * redirects these errors.
 */
function readRequest({ settings }: XState, params: URLSearchParams): ApprovalRequest | Response {
  const given = (name: string): string => params.get(name) ?? ''
  const redirectUri = given('redirect_uri')
  const { redirectUris } = settings
  if (given('client_id') !== settings.clientId) return problemPage('The client_id is not known.')
  if (!URL.canParse(redirectUri) || (redirectUris !== null && !redirectUris.includes(redirectUri)))
    return problemPage('The redirect_uri is none of those of the app.')
  if (given('response_type') !== 'code') return problemPage('The response_type must be code.')
  if (given('state') === '' || given('state').length > 500)
    return problemPage('The state must have 1 to 500 characters.')
  if (given('code_challenge_method') !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(given('code_challenge')))
    return problemPage('The code_challenge must be the SHA-256 of the verifier, with method S256.')
  const scopes = given('scope').split(' ')
  const unknown = scopes.find((scope) => !KNOWN_SCOPES.has(scope))
  if (unknown !== undefined) return problemPage(`The scope "${unknown}" is not known.`)
  return { redirectUri, scopes, state: given('state'), challenge: given('code_challenge') }
}

function approvalPage(state: XState, scopes: readonly string[], passedOn: URLSearchParams): Response {
  return approvalForm({
    title: 'Authorize app',
    heading: 'The app wants to access your X account',
    action: '/i/oauth2/authorize',
    passedOn,
    scopesHtml: `<p>Things this app can do</p>
<ul>
${scopes.map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`).join('\n')}
</ul>`,
    people: state.people.values(),
    approve: 'Authorize app',
  })
}

/** Handles GET /i/oauth2/authorize, which shows the approval page. */
export function askForApproval(state: XState, { url }: Visit): Response {
  const requested = readRequest(state, url.searchParams)
  return requested instanceof Response ? requested : approvalPage(state, requested.scopes, url.searchParams)
}

/** Applies the person's decision: redirects to the app with a code or with the error. */
export function decide(state: XState, params: URLSearchParams): Response {
  const requested = readRequest(state, params)
  if (requested instanceof Response) return requested
  if (params.get('decision') !== 'approve')
    return redirectTo(requested.redirectUri, { error: 'access_denied', state: requested.state })
  const person = findPerson(state, params.get('person') ?? '')
  if (person === null)
    return htmlPage('Who are you?', '<h1>Who are you?</h1><p>Go back and pick a person.</p>', { status: 422 })
  const code = state.seed.token('code')
  state.grants.set(code, {
    code,
    personId: person.id,
    redirectUri: requested.redirectUri,
    scopes: requested.scopes,
    challenge: requested.challenge,
    expiresAt: inSeconds(state, state.settings.codeSeconds),
    used: false,
  })
  return redirectTo(requested.redirectUri, { state: requested.state, code })
}

/** Handles POST /i/oauth2/authorize, the submitted form of the approval page. */
export async function answerApproval(state: XState, { request }: Visit): Promise<Response> {
  return decide(state, new URLSearchParams(new TextDecoder().decode(await readSmallBody(request))))
}
