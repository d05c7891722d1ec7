import { readSmallBody } from '../../framework/bodies/body.js'
import { problemPage } from '../../framework/pages/approval.js'
import { htmlPage } from '../../framework/pages/html.js'
import { redirectTo } from '../../framework/pages/redirect.js'
import type { Visit } from '../../framework/router.js'
import { findPerson } from '../people.js'
import type { Person } from '../records.js'
import { inSeconds, type PinterestState } from '../state.js'
import { KNOWN_SCOPES } from './access.js'
import { approvalPage } from './authorize-page.js'

/** Lifetime of an authorization code: ten minutes. */
const CODE_SECONDS = 600

/** Allowed query parameters. Pinterest does not support PKCE, so `code_challenge` is refused. */
const FIELDS: ReadonlySet<string> = new Set(['response_type', 'client_id', 'redirect_uri', 'scope', 'state'])
/** Fields that the form of the approval page adds. */
const ADDED: ReadonlySet<string> = new Set(['person', 'decision'])

interface ApprovalRequest {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string | null
}

/** Reads a sign-in request. Returns an error page for an invalid request. */
function readRequest(state: PinterestState, params: URLSearchParams): ApprovalRequest | Response {
  const { clientId, redirectUris } = state.settings
  if (params.get('client_id') !== clientId) return problemPage('The client_id is not known.')
  const redirectUri = params.get('redirect_uri') ?? ''
  const isRegistered = redirectUris === null || redirectUris.includes(redirectUri)
  if (!URL.canParse(redirectUri) || !isRegistered)
    return problemPage('The provided redirect_uri does not match any of the registered redirect URIs.')
  const foreign = [...params.keys()].find((name) => !FIELDS.has(name) && !ADDED.has(name))
  if (foreign !== undefined) return problemPage(`"${foreign}" is not a parameter of this page.`)
  if (params.get('response_type') !== 'code') return problemPage('The response_type must be code.')
  // Commas separate the scopes. A list separated by spaces counts as one unknown scope.
  const scopes = (params.get('scope') ?? '').split(',')
  const unknown = scopes.find((scope) => !KNOWN_SCOPES.has(scope))
  if (unknown !== undefined) return problemPage(`The scope "${unknown}" is invalid.`)
  return { redirectUri, scopes, state: params.get('state') }
}

/** GET /oauth/: shows the approval page. */
export function askForApproval(state: PinterestState, { url }: Visit): Response {
  const requested = readRequest(state, url.searchParams)
  return requested instanceof Response ? requested : approvalPage(state, requested.scopes, url.searchParams)
}

/** Adds scopes to those that the person approved before. */
export function approveScopes(state: PinterestState, person: Person, scopes: readonly string[]): void {
  state.approved.set(person.id, new Set([...(state.approved.get(person.id) ?? []), ...scopes]))
}

/** Applies the person's decision: redirects to the app with an authorization code or an error. */
export function decide(state: PinterestState, params: URLSearchParams): Response {
  const requested = readRequest(state, params)
  if (requested instanceof Response) return requested
  if (params.get('decision') !== 'approve')
    return redirectTo(requested.redirectUri, {
      error: 'access_denied',
      error_description: 'The user denied the request.',
      state: requested.state,
    })
  const person = findPerson(state, params.get('person') ?? '')
  if (person === null)
    return htmlPage('Who are you?', '<h1>Who are you?</h1><p>Go back and pick a person.</p>', { status: 422 })
  approveScopes(state, person, requested.scopes)
  const code = state.seed.token('code', 40)
  state.grants.set(code, {
    code,
    personId: person.id,
    redirectUri: requested.redirectUri,
    expiresAt: inSeconds(state, CODE_SECONDS),
    used: false,
  })
  return redirectTo(requested.redirectUri, { code, state: requested.state })
}

/** POST /oauth/: handles the submitted form of the approval page. */
export async function answerApproval(state: PinterestState, { request }: Visit): Promise<Response> {
  return decide(state, new URLSearchParams(new TextDecoder().decode(await readSmallBody(request))))
}
