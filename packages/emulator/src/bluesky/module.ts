import { withoutUndefined } from '../framework/left-out.js'
import type { ModuleSetup, NetworkModule, OpenModule } from '../framework/module.js'
import { refuseUnknownSettings } from '../framework/settings-names.js'
import { type BlueskyOperations, blueskyOperations } from './control/operations.js'
import { blueskyHandler } from './handler.js'
import { addPerson } from './people/people.js'
import { BLUESKY_DEFAULTS, type BlueskyNetworkOptions } from './settings.js'
import { accountOf } from './sign-in/access.js'
import { makeState } from './state.js'

/** Module type of `blueskyNetwork()`. All services of Bluesky have the same base URL. */
export type BlueskyModule = NetworkModule<
  'bluesky',
  BlueskyOperations,
  'resolver' | 'plc' | 'entryway' | 'video'
>

/**
 * Creates an emulated Bluesky: PDS, AppView, chat service, video service, and the PLC directory.
 *
 * @param options - Settings that differ from the defaults: people, limits, lifetimes, video
 * processing.
 * @example
 * const emulator = await startEmulator({ networks: [blueskyNetwork()] })
 * const platform = bluesky({ addresses: emulator.addresses('bluesky') })
 */
export function blueskyNetwork(options: BlueskyNetworkOptions = {}): BlueskyModule {
  refuseUnknownSettings(options, BLUESKY_DEFAULTS, 'blueskyNetwork')
  return {
    name: 'bluesky',
    addresses: (origin) => ({ resolver: origin, plc: origin, entryway: origin, video: origin }),
    open(setup: ModuleSetup): OpenModule<BlueskyOperations> {
      const settings = { ...BLUESKY_DEFAULTS, ...withoutUndefined(options) }
      const state = makeState(setup, settings)
      for (const person of settings.people) addPerson(state, person)
      return {
        handler: blueskyHandler(state),
        operations: blueskyOperations(state),
        accountOf: (request) => accountOf(state, request),
      }
    },
  }
}
