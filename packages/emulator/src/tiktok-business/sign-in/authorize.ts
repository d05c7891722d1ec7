import { readSmallBody } from '../../framework/bodies/body.js'
import { problemPage } from '../../framework/pages/approval.js'
import { htmlPage } from '../../framework/pages/html.js'
import { redirectTo } from '../../framework/pages/redirect.js'
import type { Visit } from '../../framework/router.js'
import { findPerson } from '../people.js'
import type { BusinessState } from '../state.js'
import { approvalPage, FIXED_SCOPE } from './authorize-page.js'

/** Lifetime of an authorization code: ten minutes. */
const CODE_SECONDS = 600
const FORM_FIELDS = ['client_key', 'response_type', 'scope', 'redirect_uri', 'state']

interface ApprovalRequest {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string | null
}

/**
 * Returns true for an accepted redirect URI. TikTok requires 10 to 512 characters, https and a
 * trailing slash. A port, query or fragment is not allowed.
 * https://business-api.tiktok.com/portal/docs?id=1738083939371009 (copy of August 2026)
 */
function isTrusted(state: BusinessState, redirectUri: string): boolean {
  const { redirectUris, takesLocalRedirects } = state.settings
  const address = URL.parse(redirectUri)
  if (address === null || redirectUri.length < 10 || redirectUri.length > 512) return false
  if (!redirectUri.endsWith('/') || /[?#]/.test(redirectUri)) return false
  const isPublic = address.protocol === 'https:' && address.port === ''
  return (isPublic || takesLocalRedirects) && (redirectUris === null || redirectUris.includes(redirectUri))
}

/** Reads a sign-in request. Returns an error response for an invalid request. */
function readRequest(state: BusinessState, params: URLSearchParams): ApprovalRequest | Response {
  if (params.get('client_key') !== state.settings.appId) return problemPage('client_key')
  const redirectUri = params.get('redirect_uri') ?? ''
  if (!isTrusted(state, redirectUri)) return problemPage('redirect_uri')
  const given = params.get('state')
  if (params.get('response_type') !== 'code')
    return redirectTo(redirectUri, {
      error: 'unsupported_response_type',
      error_type: 'request',
      state: given,
    })
  const scopes = (params.get('scope') ?? '').split(',')
  // A single scope without TikTok's approval fails the whole request.
  if (!scopes.every((scope) => state.settings.scopes.includes(scope)))
    return redirectTo(redirectUri, {
      error: 'invalid_scope',
      error_description: 'The requested scope is invalid, unknown, or not approved for this app.',
      error_type: 'scope',
      state: given,
    })
  return { redirectUri, scopes, state: given }
}

/**
 * GET /v2/auth/authorize/: shows the approval page. The page always asks for a person, so
 * `disable_auto_auth` has no effect.
 */
export function askForApproval(state: BusinessState, { url }: Visit): Response {
  const requested = readRequest(state, url.searchParams)
  if (requested instanceof Response) return requested
  const formFields = FORM_FIELDS.flatMap((name) => {
    const value = url.searchParams.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return approvalPage(state, requested.scopes, formFields)
}

/**
 * Applies the person's decision: redirects to the app with a code and the granted scopes, or with
 * an error.
 */
export function decide(state: BusinessState, params: URLSearchParams): Response {
  const requested = readRequest(state, params)
  if (requested instanceof Response) return requested
  const { redirectUri, state: given } = requested
  if (params.get('decision') !== 'approve')
    return redirectTo(redirectUri, {
      error: 'access_denied',
      error_description: 'The user denied the request.',
      error_type: 'user',
      state: given,
    })
  const person = findPerson(state, params.get('person') ?? '')
  if (person === null)
    return htmlPage('Who are you?', '<h1>Who are you?</h1><p>Go back and pick an account.</p>', {
      status: 422,
    })
  const allowed = params.getAll('allow')
  const scopes = requested.scopes.filter((scope) => scope === FIXED_SCOPE || allowed.includes(scope))
  // Special characters in the code show whether the client encodes it correctly.
  const code = `${state.seed.token('code')}*1!4608.va`
  state.grants.set(code, {
    code,
    openId: person.openId,
    redirectUri,
    scopes,
    expiresAt: new Date(state.clock.now().getTime() + CODE_SECONDS * 1000),
    used: false,
  })
  return redirectTo(redirectUri, { code, scopes: scopes.join(','), state: given })
}

/** POST /v2/auth/authorize/: handles the submitted form of the approval page. */
export async function answerApproval(state: BusinessState, { request }: Visit): Promise<Response> {
  return decide(state, new URLSearchParams(new TextDecoder().decode(await readSmallBody(request))))
}
