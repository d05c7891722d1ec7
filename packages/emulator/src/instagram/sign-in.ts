import { checkToken, makeAccess, requireAge, requireApp } from '../meta/access.js'
import { askForApproval, decide, type SignInPage } from '../meta/authorize.js'
import type { GraphVisit } from '../meta/dispatch.js'
import { takeCode } from '../meta/exchange.js'
import type { Access } from '../meta/records.js'
import { badParameter, FlatRefusal, missingPermission, Refusal } from '../meta/refusal.js'
import { asNumber } from '../meta/reply.js'
import type { InstagramState } from './state.js'

const BASIC = 'instagram_business_basic'

/**
 * Returns the content of the sign-in page: the accounts, with the reason for each that cannot sign
 * in.
 */
export function signInPage(state: InstagramState): SignInPage {
  return {
    action: '/www/oauth/authorize',
    network: 'Instagram',
    fixedScopes: [BASIC],
    ticks: null,
    fragment: '#_',
    candidates: () =>
      [...state.accounts.values()].map(({ userId, username, name, accountType }) => ({
        owner: userId,
        name: `@${username}`,
        note: `${name}, ${accountType.toLowerCase().replace('_', ' ')} account`,
        refusal:
          accountType === 'PERSONAL'
            ? 'You need a professional account: switch to a business or creator account in the Instagram app.'
            : null,
      })),
  }
}

/** GET /www/oauth/authorize: shows the sign-in page. */
export const showSignIn = (state: InstagramState, visit: GraphVisit): Response =>
  askForApproval(state, signInPage(state), visit)

/** POST /www/oauth/authorize: handles the submitted form of the sign-in page. */
export const answerSignIn = async (state: InstagramState, request: Request): Promise<Response> =>
  decide(state, signInPage(state), new URLSearchParams(await request.text()))

/** Creates a short-lived token. By default the token expires after one hour. */
const makeShortToken = (state: InstagramState, owner: string): Access =>
  makeAccess(state, {
    kind: 'SHORT',
    owner,
    pageId: null,
    prefix: 'IGAA',
    lifetimeSeconds: state.settings.shortTokenSeconds,
  })

/** Creates a long-lived token. By default the token expires after 60 days. */
export const makeLongToken = (state: InstagramState, owner: string): Access =>
  makeAccess(state, {
    kind: 'LONG',
    owner,
    pageId: null,
    prefix: 'IGAAL',
    lifetimeSeconds: state.settings.longTokenSeconds,
  })

/**
 * POST /api-host/oauth/access_token: exchanges an authorization code for a short-lived token.
 * Errors of this route have no `error` object around their fields.
 */
export function exchangeCode(state: InstagramState, { request, params }: GraphVisit): unknown {
  if (request.method !== 'POST') throw new FlatRefusal('Invalid request method')
  const { appId, appSecret } = state.settings
  if (params.text('client_id') !== appId) throw new FlatRefusal('Invalid platform app')
  if (params.text('client_secret') !== appSecret) throw new FlatRefusal('Error validating client secret.')
  if (params.text('grant_type') !== 'authorization_code') throw new FlatRefusal('Invalid grant_type')
  const grant = takeCode(state, params)
  if (typeof grant === 'string') throw new FlatRefusal(grant)
  const scopes = [...(state.authorizations.get(grant.owner)?.scopes ?? [])]
  const { token } = makeShortToken(state, grant.owner)
  if (state.own.codeReply === 'DATA')
    return { data: [{ access_token: token, user_id: grant.owner, permissions: scopes.join(',') }] }
  return { access_token: token, user_id: asNumber(grant.owner), permissions: scopes }
}

function tokenReply(state: InstagramState, owner: string, withPermissions: boolean): unknown {
  const { token } = makeLongToken(state, owner)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: state.settings.longTokenSeconds,
    ...(withPermissions && { permissions: [...(state.authorizations.get(owner)?.scopes ?? [])].join(',') }),
  }
}

/** GET /access_token: exchanges a short-lived token for a long-lived token. */
export function exchangeToken(state: InstagramState, { params }: GraphVisit): unknown {
  params.only('grant_type', 'client_secret')
  if (params.text('grant_type') !== 'ig_exchange_token') throw badParameter('Invalid grant_type')
  requireApp(state, params, { withId: false })
  const access = checkToken(state, params.text('access_token'))
  if (access.kind !== 'SHORT')
    throw new Refusal({
      code: 452,
      message:
        'Session key invalid. This could be because the session key has an incorrect format, or because the user has revoked this session',
    })
  return tokenReply(state, access.owner, false)
}

/**
 * GET /refresh_access_token: exchanges a long-lived token for a new long-lived token. The old
 * token remains valid.
 */
export function refreshToken(state: InstagramState, { params }: GraphVisit): unknown {
  params.only('grant_type')
  if (params.text('grant_type') !== 'ig_refresh_token') throw badParameter('Invalid grant_type')
  const access = checkToken(state, params.text('access_token'))
  if (access.kind !== 'LONG') throw badParameter('Only a long-lived token can be refreshed')
  requireAge(state, access)
  if (state.authorizations.get(access.owner)?.scopes.has(BASIC) !== true) throw missingPermission(BASIC, 10)
  return tokenReply(state, access.owner, true)
}
