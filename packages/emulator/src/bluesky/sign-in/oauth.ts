import { createHash } from 'node:crypto'

import { readSmallBody } from '../../framework/bodies/body.js'
import { escapeHtml, htmlPage } from '../../framework/pages/html.js'
import type { Visit } from '../../framework/router.js'
import { findPerson } from '../people/people.js'
import type { BlueskyState, BoundTokens, Grant } from '../state.js'
import { checkProof, nonceOf } from './dpop.js'

/**
 * Lifetime in seconds of an OAuth access token. Access tokens of app password sessions are valid
 * for longer.
 */
const ACCESS_SECONDS = 900
/** Seconds before a pushed authorization request expires. */
const REQUEST_SECONDS = 299

/** Handles GET /.well-known/oauth-protected-resource. */
export function readResource({ origin }: BlueskyState): Response {
  return Response.json({
    resource: origin,
    authorization_servers: [origin],
    scopes_supported: [],
    bearer_methods_supported: ['header'],
  })
}

/** Handles GET /.well-known/oauth-authorization-server. */
export function readServer({ origin }: BlueskyState): Response {
  return Response.json({
    issuer: origin,
    scopes_supported: ['atproto', 'transition:email', 'transition:generic', 'transition:chat.bsky'],
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    pushed_authorization_request_endpoint: `${origin}/oauth/par`,
    require_pushed_authorization_requests: true,
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    dpop_signing_alg_values_supported: ['ES256'],
    client_id_metadata_document_supported: true,
  })
}

function answer(state: BlueskyState, status: number, body: unknown): Response {
  const headers = { 'dpop-nonce': nonceOf(state, 'sign-in'), 'cache-control': 'no-store' }
  return Response.json(body, { status, headers })
}

const refuse = (state: BlueskyState, error: string, text: string): Response =>
  answer(state, 400, { error, error_description: text })

async function readForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(new TextDecoder().decode(await readSmallBody(request)))
}

/** Reads the form and the DPoP proof of a request, or creates the error response. */
async function readProven(
  state: BlueskyState,
  { request }: Visit,
): Promise<{ readonly form: URLSearchParams; readonly thumbprint: string } | Response> {
  const proof = checkProof(state, request, { accessToken: null, audience: 'sign-in' })
  const form = await readForm(request)
  if (proof.problem === 'use_dpop_nonce')
    return refuse(state, 'use_dpop_nonce', 'Authorization server requires nonce in DPoP proof')
  if (proof.problem !== null) return refuse(state, 'invalid_dpop_proof', 'DPoP proof is not valid')
  if (!/^(https:\/\/|http:\/\/localhost(\/?\?|$))/.test(form.get('client_id') ?? ''))
    return refuse(state, 'invalid_client', 'Unknown client')
  return { form, thumbprint: proof.thumbprint }
}

/**
 * Handles POST /oauth/par. Stores an authorization request before the application redirects the
 * person.
 */
export async function pushRequest(state: BlueskyState, visit: Visit): Promise<Response> {
  const read = await readProven(state, visit)
  if (read instanceof Response) return read
  const { form, thumbprint } = read
  const need = (name: string): string => form.get(name) ?? ''
  if (need('response_type') !== 'code') return refuse(state, 'invalid_request', 'response_type must be code')
  if (need('code_challenge_method') !== 'S256' || need('code_challenge') === '')
    return refuse(state, 'invalid_request', 'code_challenge is required')
  if (!need('scope').split(' ').includes('atproto'))
    return refuse(state, 'invalid_scope', 'The "atproto" scope is required')
  if (!URL.canParse(need('redirect_uri'))) return refuse(state, 'invalid_request', 'Invalid redirect_uri')
  const clientId = need('client_id')
  const requested = URL.parse(clientId)?.searchParams.getAll('redirect_uri') ?? []
  if (clientId.startsWith('http://localhost') && !requested.includes(need('redirect_uri')))
    return refuse(state, 'invalid_request', 'Invalid redirect_uri')
  const uri = `urn:ietf:params:oauth:request_uri:req-${state.seed.token('request', 32)}`
  state.grants.set(uri, {
    clientId,
    redirectUri: need('redirect_uri'),
    state: form.get('state'),
    scope: need('scope'),
    challenge: need('code_challenge'),
    loginHint: form.get('login_hint'),
    thumbprint,
    did: null,
    code: null,
  })
  return answer(state, 201, { request_uri: uri, expires_in: REQUEST_SECONDS })
}

/**
 * Handles GET /oauth/authorize, which shows the page on which a person chooses an account and
 * approves.
 */
export function askForApproval(state: BlueskyState, { url }: Visit): Response {
  const uri = url.searchParams.get('request_uri') ?? ''
  const grant = state.grants.get(uri)
  if (!grant || grant.clientId !== url.searchParams.get('client_id'))
    return htmlPage('Sign in', '<h1>This sign-in is not known, or over</h1>', { status: 400 })
  const hinted = grant.loginHint === null ? null : findPerson(state, grant.loginHint)
  const people = [...state.people.values()].map(
    ({ did, handle, displayName }) =>
      `<label><input type="radio" name="did" value="${did}"${hinted === null || hinted.did === did ? ' checked' : ''}> <span>${escapeHtml(displayName || handle)}<small>@${escapeHtml(handle)}</small></span></label>`,
  )
  return htmlPage(
    'Sign in',
    `<h1>Allow an application to use your account?</h1>
<form method="post" action="/oauth/authorize"><input type="hidden" name="request_uri" value="${escapeHtml(uri)}">
<fieldset><legend>Account</legend>${people.join('')}</fieldset>
<p>It asks for: <code>${escapeHtml(grant.scope)}</code></p>
<button name="answer" value="approve">Allow</button> <button name="answer" value="deny">Deny</button></form>`,
  )
}

/** Handles POST /oauth/authorize, the submitted form of the approval page. */
export async function answerApproval(state: BlueskyState, { request }: Visit): Promise<Response> {
  const form = await readForm(request)
  const uri = form.get('request_uri') ?? ''
  const grant = state.grants.get(uri)
  const person = state.people.get(form.get('did') ?? '')
  if (!grant || grant.code !== null)
    return htmlPage('Sign in', '<h1>This sign-in is over</h1>', { status: 400 })
  const back = new URL(grant.redirectUri)
  back.searchParams.set('iss', state.origin)
  if (grant.state !== null) back.searchParams.set('state', grant.state)
  if (form.get('answer') !== 'approve' || !person) {
    state.grants.delete(uri)
    back.searchParams.set('error', 'access_denied')
  } else {
    grant.did = person.did
    grant.code = `cod-${state.seed.token('code', 32)}`
    back.searchParams.set('code', grant.code)
  }
  return new Response(null, { status: 303, headers: { location: back.href } })
}

function tokensJson(state: BlueskyState, tokens: BoundTokens): Response {
  const { accessToken, refreshToken, scope, did } = tokens
  return answer(state, 200, {
    access_token: accessToken,
    token_type: 'DPoP',
    refresh_token: refreshToken,
    scope,
    expires_in: ACCESS_SECONDS,
    sub: did,
  })
}

function makeTokens(
  state: BlueskyState,
  parts: Pick<BoundTokens, 'did' | 'scope' | 'clientId' | 'thumbprint'>,
): BoundTokens {
  const tokens: BoundTokens = {
    ...parts,
    accessToken: `tok-${state.seed.token('bound')}`,
    refreshToken: `ref-${state.seed.token('bound-refresh')}`,
    accessEnds: new Date(state.clock.now().getTime() + ACCESS_SECONDS * 1000),
    refreshUsed: false,
    revoked: false,
  }
  state.boundTokens.push(tokens)
  return tokens
}

function exchangeCode(state: BlueskyState, form: URLSearchParams, thumbprint: string): BoundTokens | null {
  const code = form.get('code')
  const [uri, grant] = [...state.grants].find(([, one]) => one.code !== null && one.code === code) ?? []
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  if (!uri || !grant || grant.did === null) return null
  state.grants.delete(uri) // the code cannot be used again, even if a later check fails
  const fits = (one: Grant): boolean =>
    one.clientId === form.get('client_id') &&
    one.redirectUri === form.get('redirect_uri') &&
    one.challenge === challenge &&
    one.thumbprint === thumbprint
  return fits(grant) ? makeTokens(state, { ...grant, did: grant.did }) : null
}

function renew(state: BlueskyState, form: URLSearchParams, thumbprint: string): BoundTokens | null {
  const old = state.boundTokens.find(({ refreshToken }) => refreshToken === form.get('refresh_token'))
  if (!old || old.revoked || old.clientId !== form.get('client_id') || old.thumbprint !== thumbprint)
    return null
  if (old.refreshUsed) {
    // A reused refresh token can be stolen, so the server revokes all tokens of the session.
    for (const one of state.boundTokens)
      if (one.did === old.did && one.thumbprint === thumbprint) one.revoked = true
    return null
  }
  old.refreshUsed = true
  return makeTokens(state, old)
}

/** Handles POST /oauth/token. */
export async function createToken(state: BlueskyState, visit: Visit): Promise<Response> {
  const read = await readProven(state, visit)
  if (read instanceof Response) return read
  const { form, thumbprint } = read
  const type = form.get('grant_type')
  if (type !== 'authorization_code' && type !== 'refresh_token')
    return refuse(state, 'unsupported_grant_type', `Grant type "${type}" is not supported`)
  const tokens =
    type === 'refresh_token' ? renew(state, form, thumbprint) : exchangeCode(state, form, thumbprint)
  return tokens ? tokensJson(state, tokens) : refuse(state, 'invalid_grant', 'Invalid grant')
}

/** Handles POST /oauth/revoke. The response for an unknown token is not an error. */
export async function revokeToken(state: BlueskyState, { request }: Visit): Promise<Response> {
  const token = (await readForm(request)).get('token')
  for (const one of state.boundTokens)
    if (one.accessToken === token || one.refreshToken === token) one.revoked = true
  return answer(state, 200, {})
}
