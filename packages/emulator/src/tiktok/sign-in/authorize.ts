import { problemPage } from '../../framework/pages/approval.js'
import { htmlPage } from '../../framework/pages/html.js'
import { redirectTo } from '../../framework/pages/redirect.js'
import type { Visit } from '../../framework/router.js'
import { findPerson } from '../people.js'
import type { Person } from '../records.js'
import type { TiktokState } from '../state.js'
import { type ApprovalRequest, approvalPage, FIXED_SCOPE } from './authorize-page.js'

/** Lifetime of an authorization code: ten minutes. */
const CODE_SECONDS = 600
/**
 * Maximum length of a redirect URI.
 * https://developers.tiktok.com/doc/login-kit-web (copy of October 2026)
 */
const MAX_REDIRECT_LENGTH = 512

const FORM_FIELDS = [
  'client_key',
  'response_type',
  'scope',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
]

/**
 * Error of an invalid sign-in request. The server redirects to the app with the error. If
 * `redirectUri` is null, the server shows an error page instead.
 */
interface Problem {
  readonly error: string
  readonly description: string
  readonly redirectUri: string | null
  readonly state: string | null
}

function isTrusted(state: TiktokState, redirectUri: string): boolean {
  const { redirectUris } = state.settings
  const address = URL.parse(redirectUri)
  const isPlain = address !== null && address.search === '' && address.hash === ''
  return (
    isPlain &&
    redirectUri.length <= MAX_REDIRECT_LENGTH &&
    (redirectUris === null || redirectUris.includes(redirectUri))
  )
}

/**
 * Returns an error that is shown as a page, because the server must not redirect to an unknown
 * URI.
 */
const untrusted = (description: string): Problem => ({
  error: 'invalid_request',
  description,
  redirectUri: null,
  state: null,
})

/** Reads a sign-in request. Empty parameters count as missing. */
function readRequest(state: TiktokState, params: URLSearchParams): ApprovalRequest | Problem {
  const given = (name: string): string | null => params.get(name) || null
  if (given('client_key') !== state.settings.clientKey) return untrusted('client_key')
  const redirectUri = given('redirect_uri') ?? ''
  if (!isTrusted(state, redirectUri)) return untrusted('redirect_uri')
  const refuse = (error: string, description: string): Problem => ({
    error,
    description,
    redirectUri,
    state: given('state'),
  })
  if (given('response_type') !== 'code')
    return refuse('unsupported_response_type', 'response_type must be code')
  const scopes = (given('scope') ?? '').split(',')
  if (!scopes.every((scope) => state.settings.scopes.includes(scope)))
    return refuse('invalid_scope', 'The requested scope is invalid, unknown, or not approved for this app.')
  const challenge = given('code_challenge')
  if (challenge !== null && !/^[0-9a-f]{64}$/.test(challenge))
    return refuse('invalid_request', 'code_challenge must be the hex encoding of SHA256(code_verifier)')
  if (challenge !== null && given('code_challenge_method') !== 'S256')
    return refuse('invalid_request', 'code_challenge_method must be S256')
  return { redirectUri, scopes, state: given('state'), challenge }
}

function answerProblem({ error, description, redirectUri, state }: Problem): Response {
  if (redirectUri === null) return problemPage(`We couldn't log in with TikTok. (${description})`)
  return redirectTo(redirectUri, { error, error_description: description, state })
}

/**
 * GET /v2/auth/authorize/: shows the approval page. The page always asks for a person, so
 * `disable_auto_auth` has no effect.
 */
export function askForApproval(state: TiktokState, { url }: Visit): Response {
  const request = readRequest(state, url.searchParams)
  if ('error' in request) return answerProblem(request)
  const formFields = FORM_FIELDS.flatMap((name) => {
    const value = url.searchParams.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return approvalPage(state, request, formFields)
}

/**
 * Stores the approval and returns the authorization code. Special characters in the code show
 * whether the client encodes it correctly.
 */
function grantCode(
  state: TiktokState,
  request: ApprovalRequest,
  person: Person,
  scopes: readonly string[],
): string {
  const code = `${state.seed.token('code')}*1!4608.va`
  state.grants.set(code, {
    code,
    openId: person.openId,
    redirectUri: request.redirectUri,
    scopes,
    challenge: request.challenge,
    expiresAt: new Date(state.clock.now().getTime() + CODE_SECONDS * 1000),
    used: false,
  })
  return code
}

/**
 * Applies the person's decision: redirects to the app with a code and the granted scopes, or with
 * an error.
 */
export function decide(state: TiktokState, params: URLSearchParams): Response {
  const request = readRequest(state, params)
  if ('error' in request) return answerProblem(request)
  if (params.get('decision') !== 'approve')
    return redirectTo(request.redirectUri, {
      error: 'access_denied',
      error_description: 'The user denied the request.',
      state: request.state,
    })
  const person = findPerson(state, params.get('person') ?? '')
  if (person === null)
    return htmlPage('Who are you?', '<h1>Who are you?</h1><p>Go back and pick a person.</p>', { status: 422 })
  const allowed = params.getAll('allow')
  const scopes = request.scopes.filter((scope) => scope === FIXED_SCOPE || allowed.includes(scope))
  const code = grantCode(state, request, person, scopes)
  return redirectTo(request.redirectUri, { code, scopes: scopes.join(','), state: request.state })
}

/** POST /v2/auth/authorize/: handles the submitted form of the approval page. */
export async function answerApproval(state: TiktokState, { request }: Visit): Promise<Response> {
  return decide(state, new URLSearchParams(await request.text()))
}
