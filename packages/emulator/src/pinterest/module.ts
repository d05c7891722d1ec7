import type { ModuleSetup, NetworkModule, OpenModule } from '../framework/module.js'
import { refuseUnknownSettings } from '../framework/settings-names.js'
import { type PinterestOperations, pinterestOperations } from './control/operations.js'
import { pinterestHandler } from './handler.js'
import { addPerson } from './people.js'
import { type PinterestOptions, toSettings } from './settings.js'
import { accountOf } from './sign-in/access.js'
import { makeState } from './state.js'

/** Type of the module that `pinterestNetwork()` returns. */
export type PinterestModule = NetworkModule<'pinterest', PinterestOperations, 'api' | 'signIn' | 'upload'>

/**
 * Emulates Pinterest: version 5 of its API, its sign-in page, and its storage for videos.
 *
 * @param options - Settings that differ from the defaults: people, the app and its access, delays, limits.
 * @example
 * const emulator = await startEmulator({ networks: [pinterestNetwork({ access: 'TRIAL' })] })
 */
export function pinterestNetwork(options: PinterestOptions = {}): PinterestModule {
  refuseUnknownSettings(options, toSettings({}), 'pinterestNetwork')
  return {
    name: 'pinterest',
    addresses: (origin) => ({
      api: `${origin}/v5`,
      signIn: `${origin}/oauth/`,
      upload: `${origin}/upload/`,
    }),
    open(setup: ModuleSetup): OpenModule<PinterestOperations> {
      const settings = toSettings(options)
      const state = makeState(setup, settings)
      for (const person of settings.people) addPerson(state, person)
      return {
        handler: pinterestHandler(state),
        operations: pinterestOperations(state),
        accountOf: (request) => accountOf(state, request),
      }
    },
  }
}
