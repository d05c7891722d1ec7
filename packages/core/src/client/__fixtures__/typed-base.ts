import { makeLimits } from '../../models/index.js'

/** The members that every platform must have, for type tests that never call them. */
export const base = {
  displayName: 'Sample',
  developerPortal: null,
  origins: () => ['https://sample.example'],
  apiBase: () => 'https://sample.example',
  authHeaders: () => ({}),
  readError: () => null,
  renewal: () => ({ beforeSeconds: 60, needsRefreshToken: true, rotates: false }),
  limits: async () => makeLimits({}),
  startLogin: async () => ({ step: 'CHOOSE_ACCOUNT' as const, options: [], resumeToken: '' }),
  finishLogin: async () => ({ step: 'CHOOSE_ACCOUNT' as const, options: [], resumeToken: '' }),
  refresh: async () => Promise.reject(new Error('never called')),
}
