import type { ModuleSetup, NetworkModule, OpenModule } from '../framework/module.js'
import { refuseUnknownSettings } from '../framework/settings-names.js'
import { type XOperations, xOperations } from './control/operations.js'
import { xHandler } from './handler.js'
import { addPerson } from './people/people.js'
import { toSettings, type XOptions } from './settings.js'
import { accountOf } from './sign-in/access.js'
import { makeState } from './state.js'

/** Module type of `xNetwork()`. */
export type XModule = NetworkModule<'x', XOperations, 'api' | 'signIn'>

/**
 * Creates an emulated X with version 2 of its API and its sign-in page.
 *
 * @param options - Settings that differ from the defaults: people, the app, its plan and credits,
 * delays, limits.
 * @example
 * const emulator = await startEmulator({ networks: [xNetwork({ plan: 'ENTERPRISE' })] })
 */
export function xNetwork(options: XOptions = {}): XModule {
  refuseUnknownSettings(options, toSettings({}), 'xNetwork')
  return {
    name: 'x',
    addresses: (origin) => ({ api: `${origin}/2`, signIn: `${origin}/i/oauth2/authorize` }),
    open(setup: ModuleSetup): OpenModule<XOperations> {
      const settings = toSettings(options)
      const state = makeState(setup, settings)
      for (const person of settings.people) addPerson(state, person)
      return {
        handler: xHandler(state),
        operations: xOperations(state),
        accountOf: (request) => accountOf(state, request),
      }
    },
  }
}
