import type { ModuleSetup, NetworkModule, OpenModule } from '../framework/module.js'
import { refuseUnknownSettings } from '../framework/settings-names.js'
import { type YoutubeOperations, youtubeOperations } from './control/operations.js'
import { youtubeHandler } from './handler.js'
import { makePerson } from './people/people.js'
import { toSettings, type YoutubeOptions } from './settings.js'
import { accountOf } from './sign-in/access.js'
import { makeState } from './state.js'

/** Base URLs of the emulated YouTube. */
type YoutubeAddress = 'api' | 'upload' | 'analytics' | 'signIn' | 'token'

/** Type of the module that `youtubeNetwork()` returns. */
export type YoutubeModule = NetworkModule<'youtube', YoutubeOperations, YoutubeAddress>

/**
 * Emulates the YouTube Data API, the YouTube Analytics API and Google's sign-in, on one origin. Configure an application with
 * `emulator.addresses('youtube')`.
 *
 * @param options - Settings that differ from the defaults: people and channels, quota, video processing.
 * @example
 * const emulator = await startEmulator({ networks: [youtubeNetwork({ uploadsPerDay: 1 })] })
 */
export function youtubeNetwork(options: YoutubeOptions = {}): YoutubeModule {
  refuseUnknownSettings(options, toSettings({}), 'youtubeNetwork')
  return {
    name: 'youtube',
    addresses: (origin) => ({
      api: `${origin}/youtube/v3`,
      upload: `${origin}/upload/youtube/v3/videos`,
      analytics: `${origin}/v2`,
      signIn: `${origin}/o/oauth2/v2/auth`,
      token: `${origin}/token`,
    }),
    open(setup: ModuleSetup): OpenModule<YoutubeOperations> {
      const settings = toSettings(options)
      const state = makeState(setup, settings)
      for (const person of settings.people) makePerson(state, person)
      return {
        handler: youtubeHandler(state),
        operations: youtubeOperations(state),
        accountOf: (request) => accountOf(state, request),
      }
    },
  }
}
