import { checkToken, makeAccess, requireAge, requireApp } from '../meta/access.js'
import { askForApproval, decide, type SignInPage } from '../meta/authorize.js'
import type { GraphVisit } from '../meta/dispatch.js'
import { takeCode } from '../meta/exchange.js'
import { badParameter, missingPermission, Refusal } from '../meta/refusal.js'
import { asNumber } from '../meta/reply.js'
import type { ThreadsState } from './state.js'

const BASIC = 'threads_basic'

/** Returns the content of the sign-in page with its accounts. */
export function signInPage(state: ThreadsState): SignInPage {
  return {
    action: '/www/oauth/authorize',
    network: 'Threads',
    fixedScopes: [BASIC],
    ticks: null,
    fragment: '#_',
    candidates: () =>
      [...state.accounts.values()].map(({ id, username, name, isPrivate }) => ({
        owner: id,
        name: `@${username}`,
        note: isPrivate ? `${name}, a private account` : name,
        refusal: null,
      })),
  }
}

/** Handles GET /www/oauth/authorize. */
export const showSignIn = (state: ThreadsState, visit: GraphVisit): Response =>
  askForApproval(state, signInPage(state), visit)

/** Handles POST /www/oauth/authorize, the submitted form of the sign-in page. */
export const answerSignIn = async (state: ThreadsState, request: Request): Promise<Response> =>
  decide(state, signInPage(state), new URLSearchParams(await request.text()))

/** Creates a token with a lifetime of sixty days. */
export const makeLongToken = (state: ThreadsState, owner: string): string =>
  makeAccess(state, {
    kind: 'LONG',
    owner,
    pageId: null,
    prefix: 'THAAL',
    lifetimeSeconds: state.settings.longTokenSeconds,
  }).token

/** Handles POST /oauth/access_token. */
export function exchangeCode(state: ThreadsState, { params }: GraphVisit): unknown {
  params.only('client_id', 'client_secret', 'grant_type', 'redirect_uri', 'code')
  if (params.text('client_id') !== state.settings.appId)
    throw new Refusal({ code: 100, message: 'Invalid platform app' })
  requireApp(state, params, { withId: true })
  if (params.text('grant_type') !== 'authorization_code') throw badParameter('Invalid grant_type')
  const grant = takeCode(state, params)
  if (typeof grant === 'string') throw new Refusal({ code: 100, message: grant })
  const { token } = makeAccess(state, {
    kind: 'SHORT',
    owner: grant.owner,
    pageId: null,
    prefix: 'THAA',
    lifetimeSeconds: state.settings.shortTokenSeconds,
  })
  return { access_token: token, user_id: asNumber(grant.owner) }
}

const tokenReply = (state: ThreadsState, owner: string): unknown => ({
  access_token: makeLongToken(state, owner),
  token_type: 'bearer',
  expires_in: state.settings.longTokenSeconds,
})

/** Handles GET /access_token. Exchanges a short-lived token for a long-lived token. */
export function exchangeToken(state: ThreadsState, { params }: GraphVisit): unknown {
  params.only('grant_type', 'client_secret')
  if (params.text('grant_type') !== 'th_exchange_token') throw badParameter('Invalid grant_type')
  requireApp(state, params, { withId: false })
  const access = checkToken(state, params.text('access_token'))
  if (access.kind !== 'SHORT') throw badParameter('Only a short-lived token can be exchanged')
  return tokenReply(state, access.owner)
}

/**
 * Handles GET /refresh_access_token. Exchanges a long-lived token for a new token that is valid
 * for sixty days. The old token stays valid.
 */
export function refreshToken(state: ThreadsState, { params }: GraphVisit): unknown {
  params.only('grant_type')
  if (params.text('grant_type') !== 'th_refresh_token') throw badParameter('Invalid grant_type')
  const access = checkToken(state, params.text('access_token'))
  if (access.kind !== 'LONG') throw badParameter('Only a long-lived token can be refreshed')
  requireAge(state, access)
  if (state.authorizations.get(access.owner)?.scopes.has(BASIC) !== true) throw missingPermission(BASIC, 10)
  return tokenReply(state, access.owner)
}
