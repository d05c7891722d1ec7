import type { LoginNotes } from '@social/core/store'

/** Creates the data that the library stores when a sign-in starts. */
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
