import type { ModuleSetup, NetworkModule, OpenModule } from '../framework/module.js'
import { refuseUnknownSettings } from '../framework/settings-names.js'
import { accountOf } from '../meta/access.js'
import { type FacebookOperations, facebookOperations } from './control/operations.js'
import { facebookHandler } from './handler.js'
import { type FacebookOptions, toSettings } from './settings.js'
import { makeState } from './state.js'

/** Type of the module that `facebookNetwork()` returns. */
export type FacebookModule = NetworkModule<
  'facebook',
  FacebookOperations,
  'api' | 'video' | 'upload' | 'signIn' | 'token'
>

/**
 * Emulates Facebook: pages, their posts and comments. The address `api` replaces graph.facebook.com and
 * contains the API version. `video` replaces graph-video.facebook.com. `upload` replaces rupload.facebook.com.
 *
 * @param options - Settings that differ from the defaults: people and pages, the app, video processing, limits.
 * @example
 * const emulator = await startEmulator({ networks: [facebookNetwork({ videoSeconds: 5 })] })
 */
export function facebookNetwork(options: FacebookOptions = {}): FacebookModule {
  refuseUnknownSettings(options, toSettings({}), 'facebookNetwork')
  const settings = toSettings(options)
  const [version = ''] = settings.versions
  return {
    name: 'facebook',
    addresses: (origin) => ({
      api: `${origin}/${version}`,
      video: `${origin}/graph-video/${version}`,
      upload: `${origin}/rupload/video-upload/${version}`,
      signIn: `${origin}/www/${version}/dialog/oauth`,
      token: `${origin}/${version}/oauth/access_token`,
    }),
    open(setup: ModuleSetup): OpenModule<FacebookOperations> {
      const state = makeState(setup, settings)
      return {
        handler: facebookHandler(state),
        operations: facebookOperations(state),
        accountOf: (request) => accountOf(state, request),
        close: () => state.sender.close(),
      }
    },
  }
}
