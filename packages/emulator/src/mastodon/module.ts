import type { ModuleSetup, NetworkModule, OpenModule } from '../framework/module.js'
import { refuseUnknownSettings } from '../framework/settings-names.js'
import { type MastodonOperations, mastodonOperations } from './control/operations.js'
import { mastodonHandler } from './handler.js'
import { addPerson } from './people/people.js'
import { type MastodonOptions, toSettings } from './settings.js'
import { accountOf } from './sign-in/access.js'
import { makeState } from './state.js'
import { closeStreams } from './streaming/streams.js'

/** A Mastodon server: the module type behind `mastodonNetwork()`. */
export type MastodonModule = NetworkModule<'mastodon', MastodonOperations, 'api'>

/**
 * A Mastodon server of your own. Its host is what a client is given: `emulator.host('mastodon')`.
 *
 * @param options - What is not to be as on a fresh server: its people, limits, expiring tokens, how long videos take.
 * @example
 * const emulator = await startEmulator({ networks: [mastodonNetwork({ limits: { characters: 5000 } })] })
 */
export function mastodonNetwork(options: MastodonOptions = {}): MastodonModule {
  refuseUnknownSettings(options, toSettings({}), 'mastodonNetwork')
  return {
    name: 'mastodon',
    addresses: (origin) => ({ api: origin }),
    open(setup: ModuleSetup): OpenModule<MastodonOperations> {
      const settings = toSettings(options)
      const state = makeState(setup, settings)
      for (const person of settings.people) addPerson(state, person)
      return {
        handler: mastodonHandler(state),
        operations: mastodonOperations(state),
        accountOf: (request) => accountOf(state, request),
        close: () => closeStreams(state),
      }
    },
  }
}
