import type { ModuleSetup, NetworkModule, OpenModule } from '../framework/module.js'
import { refuseUnknownSettings } from '../framework/settings-names.js'
import { accountOf } from '../meta/access.js'
import { type InstagramOperations, instagramOperations } from './control.js'
import { instagramHandler } from './handler.js'
import { type InstagramOptions, toSettings } from './settings.js'
import { makeState } from './state.js'

/** Module type of `instagramNetwork()`. */
export type InstagramModule = NetworkModule<
  'instagram',
  InstagramOperations,
  'api' | 'signIn' | 'code' | 'token' | 'refresh'
>

/**
 * An emulated Instagram: the Instagram API with Instagram Login. `api` replaces graph.instagram.com with its
 * version, `code` replaces api.instagram.com. Token and refresh endpoints have no version.
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
