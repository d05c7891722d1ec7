import type { ModuleSetup, NetworkModule, OpenModule } from '../framework/module.js'
import { refuseUnknownSettings } from '../framework/settings-names.js'
import { type MastodonOperations, mastodonOperations } from './control/operations.js'
import { FIELD_REPORTS } from './field-reports.js'
import { mastodonHandler } from './handler.js'
import { addPerson } from './people/people.js'
import { type MastodonOptions, toSettings } from './settings.js'
import { accountOf } from './sign-in/access.js'
import { makeState } from './state.js'
import { closeStreams } from './streaming/streams.js'

/** Module type of `mastodonNetwork()`. */
export type MastodonModule = NetworkModule<'mastodon', MastodonOperations, 'api'>

/**
 * Creates an emulated Mastodon server. Clients use its host: `emulator.host('mastodon')`.
 *
 * @param options - Settings that differ from the defaults: people, limits, expiring tokens, video
 * processing.
 * @example
 * const emulator = await startEmulator({ networks: [mastodonNetwork({ limits: { characters: 5000 }
 * })] })
 */
export function mastodonNetwork(options: MastodonOptions = {}): MastodonModule {
  refuseUnknownSettings(options, toSettings({}), 'mastodonNetwork')
  return {
    name: 'mastodon',
    fieldReports: FIELD_REPORTS,
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
