import { type LoginRequest, type PartialInit, refuseUnknownNames } from '@social/core/platform'
import { withoutUndefined } from '@social/core/routes'

import { anApp } from './account.js'

const FIELDS: Record<keyof LoginRequest, true> = {
  redirectUri: true,
  scopes: true,
  host: true,
  state: true,
  app: true,
  hints: true,
}

/**
 * Builds a login request in the form that a platform receives, with the redirect URI
 * `https://app.example/callback` and the state `fake-state`.
 */
export function aLoginRequest(init: PartialInit<LoginRequest> = {}): LoginRequest {
  refuseUnknownNames(init, Object.keys(FIELDS), 'aLoginRequest')
  return {
    redirectUri: 'https://app.example/callback',
    scopes: [],
    host: null,
    state: 'fake-state',
    app: anApp(),
    hints: {},
    ...withoutUndefined(init),
  }
}
