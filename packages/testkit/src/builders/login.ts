import type { LoginRequest } from '@social/core/platform'

import { anApp } from './account.js'

/** What a platform gets to sign someone in: to `https://app.example/callback`, with the state `fake-state`. */
export function aLoginRequest(init: Partial<LoginRequest> = {}): LoginRequest {
  return {
    redirectUri: 'https://app.example/callback',
    scopes: [],
    host: null,
    state: 'fake-state',
    app: anApp(),
    hints: {},
    ...init,
  }
}
