import type { ModuleSetup, NetworkModule, OpenModule } from '../framework/module.js'
import { refuseUnknownSettings } from '../framework/settings-names.js'
import { type GoogleBusinessOperations, googleBusinessOperations } from './control/operations.js'
import { googleHandler } from './handler.js'
import { makePerson } from './places/people.js'
import { type GoogleBusinessOptions, toSettings } from './settings.js'
import { accountOf } from './sign-in/access.js'
import { makeState } from './state.js'

/** Names of the base URLs of Google's services and of its sign-in. */
type AddressName =
  | 'accounts'
  | 'information'
  | 'verifications'
  | 'notifications'
  | 'questions'
  | 'business'
  | 'performance'
  | 'signIn'
  | 'token'
  | 'revoke'
  | 'keys'

/** Type of the module that `googleBusinessNetwork()` returns. */
export type GoogleBusinessModule = NetworkModule<'google_business', GoogleBusinessOperations, AddressName>

/**
 * Emulates Google Business Profile: its seven services, its sign-in, and Pub/Sub with signed pushes.
 *
 * @param options - Settings that differ from the defaults: people and places, quotas, delays.
 * @example
 * const emulator = await startEmulator({ networks: [googleBusinessNetwork({ perMinute: 0 })] })
 */
export function googleBusinessNetwork(options: GoogleBusinessOptions = {}): GoogleBusinessModule {
  refuseUnknownSettings(options, toSettings({}), 'googleBusinessNetwork')
  return {
    name: 'google_business',
    addresses: (origin) => ({
      accounts: `${origin}/accountmanagement/v1`,
      information: `${origin}/businessinformation/v1`,
      verifications: `${origin}/verifications/v1`,
      notifications: `${origin}/notifications/v1`,
      questions: `${origin}/qanda/v1`,
      business: `${origin}/mybusiness/v4`,
      performance: `${origin}/performance/v1`,
      signIn: `${origin}/o/oauth2/v2/auth`,
      token: `${origin}/token`,
      revoke: `${origin}/revoke`,
      keys: `${origin}/oauth2/v3/certs`,
    }),
    open(setup: ModuleSetup): OpenModule<GoogleBusinessOperations> {
      const settings = toSettings(options)
      const state = makeState(setup, settings)
      for (const person of settings.people) makePerson(state, person)
      return {
        handler: googleHandler(state),
        operations: googleBusinessOperations(state),
        accountOf: (request) => accountOf(state, request),
        close: () => state.sender.close(),
      }
    },
  }
}
