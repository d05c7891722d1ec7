import type { LoginNotes } from '@social/core/store'

/** What is remembered of a sign-in that was begun. */
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
