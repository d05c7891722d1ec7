import type { usingEmulator } from './at-emulator.js'

/** The emulated Facebook, and a client that calls it. */
export type At = Awaited<ReturnType<typeof usingEmulator>>

/** Token endpoint, which exchanges a code or a token for another token. */
export const TOKEN = 'POST /:version/oauth/access_token'
