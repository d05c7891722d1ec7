import type { Params } from './params.js'
import type { Grant } from './records.js'
import type { GraphState } from './state.js'

/**
 * Takes the authorization code of a call. A code works once and only with its redirect URI. Returns the network's
 * error message for an invalid code.
 */
export function takeCode(state: GraphState, params: Params): Grant | string {
  const grant = state.grants.get(params.text('code') ?? '')
  if (grant === undefined || grant.expiresAt <= state.clock.now())
    return 'Matching code was not found or was already used'
  if (grant.used) return 'This authorization code has been used.'
  if (params.text('redirect_uri') !== grant.redirectUri)
    return 'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request'
  grant.used = true
  return grant
}
