import { expectTypeOf, it } from 'vitest'

import type { FollowerOptions, InMemoryMarkersOptions } from '../events/index.js'
import type { PollerOptions } from '../events/polling/poller-options.js'
import type { AppCredentialsInit, ConnectionInit, TokenInit } from '../models/index.js'
import type { SignedMediaHostOptions } from './media/signed-media-host.js'
import type { RoutesOptions } from './options.js'

/** What may be passed for a field that is left out. */
type LeftOut<T> = { readonly [K in keyof T]: undefined extends T[K] ? undefined : T[K] }

it('takes undefined for every option that may be left out, also with exactOptionalPropertyTypes', () => {
  expectTypeOf<LeftOut<RoutesOptions>>().toExtend<RoutesOptions>()
  expectTypeOf<LeftOut<PollerOptions>>().toExtend<PollerOptions>()
  expectTypeOf<LeftOut<FollowerOptions>>().toExtend<FollowerOptions>()
  expectTypeOf<LeftOut<InMemoryMarkersOptions>>().toExtend<InMemoryMarkersOptions>()
  expectTypeOf<LeftOut<AppCredentialsInit>>().toExtend<AppCredentialsInit>()
  expectTypeOf<LeftOut<ConnectionInit>>().toExtend<ConnectionInit>()
  expectTypeOf<LeftOut<TokenInit>>().toExtend<TokenInit>()
  expectTypeOf<LeftOut<SignedMediaHostOptions>>().toExtend<SignedMediaHostOptions>()
})
