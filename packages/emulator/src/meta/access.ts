import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Params } from './params.js'
import type { Access } from './records.js'
import { badParameter, deadToken, missingPermission, Refusal } from './refusal.js'
import { later, type GraphState } from './state.js'

/** Reads the token of a call from any place where Graph accepts a token. */
function tokenOf(request: Request, params: Params): string | null {
  return (
    /^(?:Bearer|OAuth) (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ??
    params.text('access_token')
  )
}

/** Finds the owner of a call from its headers and URL only. The owner is the page, the account or the person. */
export function accountOf(state: GraphState, request: Request): string | null {
  const sent = new URL(request.url).searchParams.get('access_token')
  const token = /^(?:Bearer|OAuth) (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? sent
  const access = state.accesses.find((one) => one.token === token)
  return access?.pageId ?? access?.owner ?? null
}

/** Creates a token. The token that the caller exchanged for the new token stays valid. */
export function makeAccess(
  state: GraphState,
  parts: Pick<Access, 'kind' | 'owner' | 'pageId'> & {
    readonly prefix: string
    readonly lifetimeSeconds: number | null
  },
): Access {
  const { prefix, lifetimeSeconds, ...kept } = parts
  const issuedAt = state.clock.now()
  const access: Access = {
    ...kept,
    token: `${prefix}${state.seed.token('access', 40)}`,
    issuedAt,
    expiresAt: lifetimeSeconds === null ? null : later(issuedAt, lifetimeSeconds),
    deadWith: null,
  }
  state.accesses.push(access)
  return access
}

/** Finds the token record of a call. @throws Refusal with the reason if the token is not valid. */
export function checkToken(state: GraphState, token: string | null): Access {
  const { tokenRefusalStatus: status } = state.settings
  if (token === null)
    throw new Refusal({
      code: 2500,
      message: 'An active access token must be used to query information about the current user.',
    })
  const access = state.accesses.find((one) => one.token === token)
  if (access === undefined) throw deadToken(null, status)
  if (access.deadWith !== null) throw deadToken(access.deadWith, status)
  if (access.expiresAt !== null && access.expiresAt <= state.clock.now()) throw deadToken(463, status)
  return access
}

/** Computes `appsecret_proof`, which shows that the caller has the app secret. A sent time is part of the proof. */
export function proofOf(secret: string, token: string, time: string | null): string {
  return createHmac('sha256', secret)
    .update(time === null ? token : `${token}|${time}`)
    .digest('hex')
}

function checkProof(state: GraphState, token: string, params: Params): void {
  const given = params.text('appsecret_proof')
  const time = params.text('appsecret_time')
  if (given === null) {
    if (state.settings.requireProof)
      throw new Refusal({
        code: 100,
        type: 'GraphMethodException',
        message: 'API calls from the server require an appsecret_proof argument',
      })
    return
  }
  const right = Buffer.from(proofOf(state.settings.appSecret, token, time))
  const sent = Buffer.from(given)
  const age = time === null ? 0 : Math.abs(state.clock.now().getTime() / 1000 - Number(time))
  if (sent.length !== right.length || !timingSafeEqual(sent, right) || !(age <= 300))
    throw new Refusal({
      code: 100,
      type: 'GraphMethodException',
      message: 'Invalid appsecret_proof provided in the API argument',
    })
}

/** Checks the token and the proof of a call and returns the token record. */
export function requireAccess(state: GraphState, request: Request, params: Params): Access {
  const access = checkToken(state, tokenOf(request, params))
  checkProof(state, access.token, params)
  return access
}

/** True if the person still grants the permission to the app. */
export const allows = (state: GraphState, access: Access, scope: string): boolean =>
  state.authorizations.get(access.owner)?.scopes.has(scope) === true

/** Refuses a call without all of these permissions: code 200 for writes, 10 for reads. */
export function requireScopes(
  state: GraphState,
  access: Access,
  scopes: readonly string[],
  code: 10 | 200 = 200,
): void {
  for (const scope of scopes) if (!allows(state, access, scope)) throw missingPermission(scope, code)
}

/** Invalidates every token of an owner. Later calls with these tokens fail with error 190 and the given subcode. */
export function endTokens(state: GraphState, owner: string, subcode: number): number {
  const ended = state.accesses.filter((access) => access.owner === owner && access.deadWith === null)
  for (const access of ended) access.deadWith = subcode
  return ended.length
}

/** Refuses calls of the token endpoints without the app's id and secret. */
export function requireApp(state: GraphState, params: Params, options: { readonly withId: boolean }): void {
  const { appId, appSecret } = state.settings
  if (options.withId && params.text('client_id') !== appId)
    throw new Refusal({
      code: 101,
      message: 'Error validating application. Cannot get application info due to a system error.',
    })
  if (params.text('client_secret') !== appSecret)
    throw new Refusal({ code: 1, message: 'Error validating client secret.' })
}

/** Refuses to refresh a token that is too new. */
export function requireAge(state: GraphState, access: Access): void {
  const age = (state.clock.now().getTime() - access.issuedAt.getTime()) / 1000
  if (age < state.settings.youngestRenewalSeconds)
    throw badParameter('The access token must be at least 24 hours old to be refreshed')
}
