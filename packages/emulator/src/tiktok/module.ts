import type { ModuleSetup, NetworkModule, OpenModule } from '../framework/module.js'
import { refuseUnknownSettings } from '../framework/settings-names.js'
import { type TiktokOperations, tiktokOperations } from './control/operations.js'
import { tiktokHandler } from './handler.js'
import { addPerson } from './people.js'
import { type TiktokOptions, toSettings } from './settings.js'
import { accountOf } from './sign-in/access.js'
import { makeState } from './state.js'

/** Type of the module that `tiktokNetwork()` returns. */
export type TiktokModule = NetworkModule<'tiktok', TiktokOperations, 'api' | 'signIn' | 'upload'>

/**
 * Emulates TikTok: Login Kit, the Content Posting API and its webhooks.
 *
 * @param options - Settings that differ from the defaults: people, the app and its audit, delays, limits.
 * @example
 * const emulator = await startEmulator({ networks: [tiktokNetwork({ audited: false })] })
 */
export function tiktokNetwork(options: TiktokOptions = {}): TiktokModule {
  refuseUnknownSettings(options, toSettings({}), 'tiktokNetwork')
  return {
    name: 'tiktok',
    addresses: (origin) => ({
      api: `${origin}/v2`,
      signIn: `${origin}/v2/auth/authorize/`,
      upload: `${origin}/upload`,
    }),
    open(setup: ModuleSetup): OpenModule<TiktokOperations> {
      const settings = toSettings(options)
      const state = makeState(setup, settings)
      for (const person of settings.people) addPerson(state, person)
      return {
        handler: tiktokHandler(state),
        operations: tiktokOperations(state),
        accountOf: (request) => accountOf(state, request),
        close: () => state.sender.close(),
      }
    },
  }
}
