import { htmlPage } from '../../framework/pages/html.js'
import { redirectTo } from '../../framework/pages/redirect.js'
import type { Visit } from '../../framework/router.js'
import { findPerson } from '../people/people.js'
import type { Person } from '../records.js'
import type { MastodonState } from '../state.js'
import { filledOf, type Params, readParams, textOf } from '../wire/params.js'
import { KNOWN_SCOPES, toScopes } from './access.js'
import { findApp, NO_REDIRECT } from './apps.js'
import { type ApprovalRequest, approvalPage, codePage, problemPage } from './authorize-page.js'

/** Lifetime of an authorization code in seconds: ten minutes. */
const CODE_SECONDS = 600

/** Error of an approval request. The server shows it on a page or sends it to the application. */
interface Problem {
  readonly error: string
  readonly description: string
  /**
   * Redirect URI for the error. Null if the URI is not trusted, so that the server shows a page.
   */
  readonly redirectUri: string | null
  readonly state: string | null
}

/** Reads an approval request. https://docs.joinmastodon.org/methods/oauth/#authorize (read 2026-11-21) */
function readRequest(state: MastodonState, params: Params): ApprovalRequest | Problem {
  const given = filledOf(params, 'state')
  const app = findApp(state, textOf(params, 'client_id') ?? '')
  if (app === null)
    return {
      error: 'invalid_client',
      description:
        'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
      redirectUri: null,
      state: null,
    }
  const redirectUri = textOf(params, 'redirect_uri') ?? ''
  if (!app.redirectUris.includes(redirectUri))
    return {
      error: 'invalid_redirect_uri',
      description: 'The redirect uri included is not valid.',
      redirectUri: null,
      state: null,
    }
  const refuse = (error: string, description: string): Problem => ({
    error,
    description,
    redirectUri,
    state: given,
  })
  if (filledOf(params, 'response_type') === null)
    return refuse('invalid_request', 'Missing required parameter: response_type.')
  if (textOf(params, 'response_type') !== 'code')
    return refuse(
      'unsupported_response_type',
      'The authorization server does not support this response type.',
    )
  const scopes = toScopes(filledOf(params, 'scope') ?? 'read')
  if (!scopes.every((scope) => KNOWN_SCOPES.has(scope) && app.scopes.includes(scope)))
    return refuse('invalid_scope', 'The requested scope is invalid, unknown, or malformed.')
  const challenge = filledOf(params, 'code_challenge')
  if (challenge !== null && textOf(params, 'code_challenge_method') !== 'S256')
    return refuse('invalid_code_challenge_method', 'The code_challenge_method must be S256.')
  return { app, redirectUri, scopes, state: given, challenge }
}

function answerProblem({ error, description, redirectUri, state }: Problem): Response {
  if (redirectUri === null || redirectUri === NO_REDIRECT)
    return problemPage(description, error === 'invalid_client' ? 401 : 400)
  return redirectTo(redirectUri, { error, error_description: description, state })
}

/**
 * Handles GET /oauth/authorize. Shows the approval page every time because no person stays signed
 * in, so `force_login` has no effect.
 */
export async function askForApproval(state: MastodonState, visit: Visit): Promise<Response> {
  const params = await readParams(visit)
  const request = readRequest(state, params)
  if ('error' in request) return answerProblem(request)
  return approvalPage(state, request, params)
}

/** Stores the approval and returns the code. */
function grantCode(state: MastodonState, request: ApprovalRequest, person: Person): string {
  const code = state.seed.token('code')
  state.grants.set(code, {
    code,
    appId: request.app.id,
    personId: person.id,
    redirectUri: request.redirectUri,
    scopes: request.scopes,
    challenge: request.challenge,
    expiresAt: new Date(state.clock.now().getTime() + CODE_SECONDS * 1000),
    used: false,
  })
  return code
}

/** Applies the person's decision: redirects to the application with a code or with the error. */
export function decide(state: MastodonState, params: Params): Response {
  const request = readRequest(state, params)
  if ('error' in request) return answerProblem(request)
  const { redirectUri } = request
  if (textOf(params, 'decision') !== 'approve') {
    const description = 'The resource owner or authorization server denied the request.'
    if (redirectUri === NO_REDIRECT) return problemPage(description, 401)
    return redirectTo(redirectUri, {
      error: 'access_denied',
      error_description: description,
      state: request.state,
    })
  }
  const person = findPerson(state, textOf(params, 'person') ?? '')
  if (person === null || person.host !== null)
    return htmlPage('Who are you?', '<h1>Who are you?</h1><p>Go back and pick a person.</p>', { status: 422 })
  const code = grantCode(state, request, person)
  return redirectUri === NO_REDIRECT
    ? codePage(code)
    : redirectTo(redirectUri, { code, state: request.state })
}

/** Handles POST /oauth/authorize, the submitted form of the approval page. */
export async function answerApproval(state: MastodonState, visit: Visit): Promise<Response> {
  return decide(state, await readParams(visit))
}
