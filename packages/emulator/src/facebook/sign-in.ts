import { checkToken, requireApp } from '../meta/access.js'
import { askForApproval, decide, type SignInPage } from '../meta/authorize.js'
import type { GraphVisit, SignedVisit } from '../meta/dispatch.js'
import { takeCode } from '../meta/exchange.js'
import { project } from '../meta/fields.js'
import { listReply } from '../meta/paging.js'
import type { Access } from '../meta/records.js'
import { badParameter, noSuchObject, Refusal } from '../meta/refusal.js'
import { pageType } from './page-node.js'
import { type FacebookState, requirePageScopes } from './state.js'
import { makePersonToken } from './tokens.js'

/**
 * Returns the content of the sign-in page: the people, and the pages that each person can select.
 */
export function signInPage(state: FacebookState): SignInPage {
  return {
    action: '/www/v26.0/dialog/oauth',
    network: 'Facebook',
    fixedScopes: ['public_profile'],
    ticks: () => [...state.pages.values()],
    fragment: '#_=_',
    candidates: () =>
      [...state.people.values()].map(({ id, name, pages }) => ({
        owner: id,
        name,
        note: [...pages].map((page) => state.pages.get(page)?.name).join(', ') || 'manages no page',
        refusal: null,
      })),
  }
}

/** GET /www/:version/dialog/oauth: shows the sign-in page. */
export const showSignIn = (state: FacebookState, visit: GraphVisit): Response =>
  askForApproval(state, signInPage(state), visit)

/** POST /www/:version/dialog/oauth: handles the submitted form of the sign-in page. */
export const answerSignIn = async (state: FacebookState, request: Request): Promise<Response> =>
  decide(state, signInPage(state), new URLSearchParams(await request.text()))

const reply = ({ token }: Access, seconds: number): unknown => ({
  access_token: token,
  token_type: 'bearer',
  expires_in: seconds,
})

/**
 * GET and POST /:version/oauth/access_token: exchanges an authorization code for a short-lived
 * token, or a short-lived token for a long-lived token.
 */
export function exchange(state: FacebookState, { params }: GraphVisit): unknown {
  params.only('client_id', 'client_secret', 'redirect_uri', 'code', 'grant_type', 'fb_exchange_token')
  requireApp(state, params, { withId: true })
  if (params.text('grant_type') === 'fb_exchange_token') {
    const access = checkToken(state, params.must('fb_exchange_token'))
    if (access.pageId !== null) throw badParameter('A page token cannot be exchanged')
    return reply(makePersonToken(state, access.owner, 'LONG'), state.settings.longTokenSeconds)
  }
  params.must('code')
  const grant = takeCode(state, params)
  if (typeof grant === 'string') throw new Refusal({ code: 100, subcode: 36_009, message: grant })
  return reply(makePersonToken(state, grant.owner, 'SHORT'), state.settings.shortTokenSeconds)
}

/**
 * GET /:id/accounts: lists the pages that the person selected at sign-in and on which the person
 * still has a role.
 */
export function listPages(state: FacebookState, { access, params, path, fields, url }: SignedVisit): unknown {
  const person = state.people.get(access.owner)
  const id = path['id'] ?? ''
  if (access.pageId !== null || person === undefined || (id !== 'me' && id !== person.id))
    throw noSuchObject('get', id)
  params.only('limit', 'after', 'before')
  requirePageScopes(state, access, ['pages_show_list'], 200)
  const ticked = state.authorizations.get(person.id)?.pages ?? new Set<string>()
  const items = [...state.pages.values()].filter((page) => person.pages.has(page.id) && ticked.has(page.id))
  const type = pageType(state, access)
  return listReply(
    { items, idOf: (page) => page.id, write: (page) => project(type, page, fields), url },
    params,
  )
}

/** GET and DELETE /:id/permissions: reads or revokes the permissions of the app. */
export function permissions(state: FacebookState, { access, params, path, request }: SignedVisit): unknown {
  const id = path['id'] ?? ''
  if (id !== 'me' && id !== access.owner) throw noSuchObject(request.method, id)
  params.only('permission')
  const scopes = state.authorizations.get(access.owner)?.scopes ?? new Set<string>()
  if (request.method === 'GET')
    return {
      data: state.settings.scopes.map((permission) => ({
        permission,
        status: scopes.has(permission) ? 'granted' : 'declined',
      })),
    }
  const one = params.text('permission')
  if (one !== null) scopes.delete(one)
  else for (const token of state.accesses) if (token.owner === access.owner) token.deadWith = 458
  return { success: true }
}
