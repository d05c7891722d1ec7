import type { usingEmulator } from './at-emulator.js'

/** The network, and a client that speaks to it. */
export type At = Awaited<ReturnType<typeof usingEmulator>>

/** What trades a code, or a token, for another token. */
export const TOKEN = 'POST /:version/oauth/access_token'
