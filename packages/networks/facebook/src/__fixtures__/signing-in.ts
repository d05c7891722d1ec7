import type { usingEmulator } from './at-emulator.js'

/** The network, and a client that speaks to it. */
export type At = Awaited<ReturnType<typeof usingEmulator>>

/** Token endpoint: exchanges a code or a token. */
export const TOKEN = 'POST /:version/oauth/access_token'
