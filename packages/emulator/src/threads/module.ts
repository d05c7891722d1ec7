import type { ModuleSetup, NetworkModule, OpenModule } from '../framework/module.js'
import { refuseUnknownSettings } from '../framework/settings-names.js'
import { accountOf } from '../meta/access.js'
import { type ThreadsOperations, threadsOperations } from './control.js'
import { FIELD_REPORTS } from './field-reports.js'
import { threadsHandler } from './handler.js'
import { type ThreadsOptions, toSettings } from './settings.js'
import { makeState } from './state.js'

/** Module type of `threadsNetwork()`. */
export type ThreadsModule = NetworkModule<
  'threads',
  ThreadsOperations,
  'api' | 'signIn' | 'code' | 'token' | 'refresh'
>

/**
 * Creates an emulated Threads. The address `api` replaces graph.threads.net and includes the
 * version. The token endpoints have no version.
 *
 * @param options - Settings that differ from the defaults: accounts, the app, container
 * processing, limits.
 * @example
 * const emulator = await startEmulator({ networks: [threadsNetwork({ notFoundSeconds: 10 })] })
 */
export function threadsNetwork(options: ThreadsOptions = {}): ThreadsModule {
  refuseUnknownSettings(options, toSettings({}), 'threadsNetwork')
  const settings = toSettings(options)
  return {
    name: 'threads',
    fieldReports: FIELD_REPORTS,
    addresses: (origin) => ({
      api: `${origin}/${settings.versions[0]}`,
      signIn: `${origin}/www/oauth/authorize`,
      code: `${origin}/oauth/access_token`,
      token: `${origin}/access_token`,
      refresh: `${origin}/refresh_access_token`,
    }),
    open(setup: ModuleSetup): OpenModule<ThreadsOperations> {
      const state = makeState(setup, settings)
      return {
        handler: threadsHandler(state),
        operations: threadsOperations(state),
        accountOf: (request) => accountOf(state, request),
        close: () => state.sender.close(),
      }
    },
  }
}
