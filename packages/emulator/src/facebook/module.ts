import type { ModuleSetup, NetworkModule, OpenModule } from '../framework/module.js'
import { refuseUnknownSettings } from '../framework/settings-names.js'
import { accountOf } from '../meta/access.js'
import { type FacebookOperations, facebookOperations } from './control/operations.js'
import { facebookHandler } from './handler.js'
import { type FacebookOptions, toSettings } from './settings.js'
import { makeState } from './state.js'

/** Facebook: the module type behind `facebookNetwork()`. */
export type FacebookModule = NetworkModule<
  'facebook',
  FacebookOperations,
  'api' | 'video' | 'upload' | 'signIn' | 'token'
>

/**
 * A Facebook of your own: pages, their posts and comments. `api` stands for graph.facebook.com with its version, `video`
 * for graph-video.facebook.com, `upload` for rupload.facebook.com.
 *
 * @param options - What is not to be as usual: its people and pages, the app, how long videos take, limits.
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
