import type { ModuleSetup, NetworkModule, OpenModule } from '../framework/module.js'
import { refuseUnknownSettings } from '../framework/settings-names.js'
import { accountOf } from '../meta/access.js'
import { type InstagramOperations, instagramOperations } from './control.js'
import { instagramHandler } from './handler.js'
import { type InstagramOptions, toSettings } from './settings.js'
import { makeState } from './state.js'

/** Type of the module that `instagramNetwork()` returns. */
export type InstagramModule = NetworkModule<
  'instagram',
  InstagramOperations,
  'api' | 'signIn' | 'code' | 'token' | 'refresh'
>

/**
 * Emulates the Instagram API with Instagram Login. The address `api` replaces graph.instagram.com and contains
 * the API version. `code` replaces api.instagram.com. The addresses `token` and `refresh` have no version.
 *
 * @param options - Settings that differ from the defaults: accounts, the app, container processing, limits.
 * @example
 * const emulator = await startEmulator({ networks: [instagramNetwork({ videoSeconds: 5 })] })
 */
export function instagramNetwork(options: InstagramOptions = {}): InstagramModule {
  refuseUnknownSettings(options, toSettings({}), 'instagramNetwork')
  const settings = toSettings(options)
  return {
    name: 'instagram',
    addresses: (origin) => ({
      api: `${origin}/${settings.versions[0]}`,
      signIn: `${origin}/www/oauth/authorize`,
      code: `${origin}/api-host/oauth/access_token`,
      token: `${origin}/access_token`,
      refresh: `${origin}/refresh_access_token`,
    }),
    open(setup: ModuleSetup): OpenModule<InstagramOperations> {
      const state = makeState(setup, settings)
      return {
        handler: instagramHandler(state),
        operations: instagramOperations(state),
        accountOf: (request) => accountOf(state, request),
        close: () => state.sender.close(),
      }
    },
  }
}
