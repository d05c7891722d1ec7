import { readSmallBody } from '../../framework/bodies/body.js'
import type { Visit } from '../../framework/router.js'
import type { Access, Grant } from '../records.js'
import { inSeconds, type PinterestState } from '../state.js'
import { countRequest } from '../wire/rate-limits.js'
import { invalid, notAuthenticated, Refusal } from '../wire/refusals.js'

/**
 * Creates an access token, with a refresh token if `isContinuous`. Default scopes: all that the
 * person ever approved.
 */
export function makeAccess(
  state: PinterestState,
  parts: {
    readonly personId: string
    readonly isContinuous: boolean
    readonly scopes?: readonly string[]
    /** Existing refresh token that remains valid for the new access token. */
    readonly keeps?: Pick<Access, 'refreshToken' | 'refreshExpiresAt'>
  },
): Access {
  const { accessSeconds, refreshSeconds } = state.settings
  const access: Access = {
    personId: parts.personId,
    scopes: parts.scopes ?? [...(state.approved.get(parts.personId) ?? [])],
    accessToken: `pina_${state.seed.token('access')}`,
    refreshToken: parts.isContinuous ? `pinr.${state.seed.token('refresh')}` : null,
    expiresAt: inSeconds(state, accessSeconds),
    refreshExpiresAt: inSeconds(state, refreshSeconds),
    refreshUsed: false,
    revoked: false,
    ...parts.keeps,
  }
  state.accesses.push(access)
  return access
}

function tokenReply(
  state: PinterestState,
  access: Access,
  parts: {
    readonly kind: string
    readonly reportsRefresh: boolean
  },
): Response {
  const now = state.clock.now().getTime()
  const left = (end: Date): number => Math.floor((end.getTime() - now) / 1000)
  return Response.json({
    response_type: parts.kind,
    access_token: access.accessToken,
    token_type: 'bearer',
    expires_in: left(access.expiresAt),
    scope: access.scopes.join(' '),
    ...(parts.reportsRefresh && {
      refresh_token: access.refreshToken,
      refresh_token_expires_in: left(access.refreshExpiresAt),
      refresh_token_expires_at: Math.floor(access.refreshExpiresAt.getTime() / 1000),
    }),
  })
}

async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) throw invalid()
  return new URLSearchParams(new TextDecoder().decode(await readSmallBody(request)))
}

/**
 * Checks the client id and secret in the `Authorization` header. A secret in the form is ignored.
 */
function requireApp(state: PinterestState, request: Request): void {
  const { clientId, clientSecret } = state.settings
  const given = /^Basic (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  if (Buffer.from(given, 'base64').toString() !== `${clientId}:${clientSecret}`) throw notAuthenticated()
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ['grant_type', 'code', 'redirect_uri', 'continuous_refresh'],
  refresh_token: ['grant_type', 'refresh_token', 'continuous_refresh', 'scope'],
}

function checkForm(form: URLSearchParams): string {
  const kind = form.get('grant_type') ?? ''
  const fields = FIELDS[kind]
  if (fields === undefined) throw invalid("'grant_type' must be authorization_code or refresh_token")
  for (const name of form.keys())
    if (!fields.includes(name)) throw invalid(`'${name.slice(0, 100)}' is not a parameter of this grant type`)
  return kind
}

function useGrant(state: PinterestState, form: URLSearchParams): Grant {
  const grant = state.grants.get(form.get('code') ?? '')
  if (grant === undefined || grant.used || grant.expiresAt <= state.clock.now()) throw notAuthenticated()
  if (form.get('redirect_uri') !== grant.redirectUri) throw invalid("'redirect_uri' does not match")
  grant.used = true
  return grant
}

/**
 * Exchanges a refresh token for new tokens. With continuous refresh, the used refresh token
 * becomes invalid. Without it, the app keeps the same refresh token.
 */
function renew(state: PinterestState, form: URLSearchParams, isContinuous: boolean): Access {
  const given = form.get('refresh_token') ?? ''
  const old = state.accesses.findLast(({ refreshToken }) => refreshToken === given)
  if (old === undefined || old.revoked || old.refreshUsed || old.refreshExpiresAt <= state.clock.now())
    throw notAuthenticated()
  const requested = form.get('scope')
  const scopes = requested === null ? old.scopes : requested.split(/[ ,]/)
  if (!scopes.every((scope) => old.scopes.includes(scope))) throw invalid("'scope' was not approved")
  const { personId } = old
  if (!isContinuous) {
    const { refreshToken, refreshExpiresAt } = old
    return makeAccess(state, { personId, scopes, isContinuous, keeps: { refreshToken, refreshExpiresAt } })
  }
  for (const one of state.accesses) if (one.refreshToken === given) one.refreshUsed = true
  return makeAccess(state, { personId, scopes, isContinuous })
}

/** POST /v5/oauth/token: exchanges an authorization code or a refresh token. */
export async function createToken(state: PinterestState, { request }: Visit): Promise<Response> {
  requireApp(state, request)
  countRequest(state, 'org_read', { access: null, request })
  const form = await readForm(request)
  const kind = checkForm(form)
  const isContinuous = state.settings.alwaysContinuous || form.get('continuous_refresh') === 'true'
  if (kind === 'refresh_token')
    return tokenReply(state, renew(state, form, isContinuous), { kind, reportsRefresh: isContinuous })
  const { personId } = useGrant(state, form)
  const access = makeAccess(state, { personId, isContinuous })
  return tokenReply(state, access, { kind, reportsRefresh: isContinuous })
}

/**
 * POST /v5/oauth/token/revoke: always fails, because the route only revokes tokens of system
 * users. The emulator has none.
 */
export function revokeToken(state: PinterestState, { request }: Visit): Response {
  requireApp(state, request)
  throw new Refusal(403, 403, 'Only tokens of system users can be revoked.')
}
