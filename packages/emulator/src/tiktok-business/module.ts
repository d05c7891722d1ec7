import type { ModuleSetup, NetworkModule, OpenModule } from '../framework/module.js'
import { refuseUnknownSettings } from '../framework/settings-names.js'
import { type TiktokBusinessOperations, tiktokBusinessOperations } from './control/operations.js'
import { businessHandler } from './handler.js'
import { addPerson } from './people.js'
import { type TiktokBusinessOptions, toSettings } from './settings.js'
import { accountOf, PREFIX } from './sign-in/access.js'
import { makeState } from './state.js'

/** Type of the module that `tiktokBusinessNetwork()` returns. */
export type TiktokBusinessModule = NetworkModule<
  'tiktok_business',
  TiktokBusinessOperations,
  'api' | 'signIn'
>

/**
 * Emulates TikTok for Business: the Accounts API with its comments, and its webhooks.
 *
 * @param options - Settings that differ from the defaults: accounts, the app, limits, behaviour of lists.
 * @example
 * const emulator = await startEmulator({ networks: [tiktokBusinessNetwork({ listDelaySeconds: 60 })] })
 */
export function tiktokBusinessNetwork(options: TiktokBusinessOptions = {}): TiktokBusinessModule {
  refuseUnknownSettings(options, toSettings({}), 'tiktokBusinessNetwork')
  return {
    name: 'tiktok_business',
    addresses: (origin) => ({ api: `${origin}${PREFIX}`, signIn: `${origin}/v2/auth/authorize/` }),
    open(setup: ModuleSetup): OpenModule<TiktokBusinessOperations> {
      const settings = toSettings(options)
      const state = makeState(setup, settings)
      for (const person of settings.people) addPerson(state, person)
      return {
        handler: businessHandler(state),
        operations: tiktokBusinessOperations(state),
        accountOf: (request) => accountOf(state, request),
        close: () => state.sender.close(),
      }
    },
  }
}
