import type { LoginNotes } from '@social/core/store'

/** Stored data of a started sign-in. */
export const loginNotes = (changes: Partial<LoginNotes> = {}): LoginNotes => ({
  platform: 'fake',
  host: null,
  scopes: [],
  redirectUri: 'https://app.example/callback',
  remember: {},
  applicationState: null,
  resumeToken: null,
  expectConnectionId: null,
  browser: null,
  ...changes,
})
