import { expectTypeOf, it } from 'vitest'

import type { FollowerOptions, InMemoryMarkersOptions } from '../events/index.js'
import type { PollerOptions } from '../events/polling/poller-options.js'
import type { AppCredentialsInit, ConnectionInit, TokenInit } from '../models/index.js'
import type { SignedMediaHostOptions } from './media/signed-media-host.js'
import type { RoutesOptions } from './options.js'

/** The options, with `undefined` for every optional field. */
type AllUndefined<T> = { readonly [K in keyof T]: undefined extends T[K] ? undefined : T[K] }

it('accepts undefined for every optional field, also with exactOptionalPropertyTypes', () => {
  expectTypeOf<AllUndefined<RoutesOptions>>().toExtend<RoutesOptions>()
  expectTypeOf<AllUndefined<PollerOptions>>().toExtend<PollerOptions>()
  expectTypeOf<AllUndefined<FollowerOptions>>().toExtend<FollowerOptions>()
  expectTypeOf<AllUndefined<InMemoryMarkersOptions>>().toExtend<InMemoryMarkersOptions>()
  expectTypeOf<AllUndefined<AppCredentialsInit>>().toExtend<AppCredentialsInit>()
  expectTypeOf<AllUndefined<ConnectionInit>>().toExtend<ConnectionInit>()
  expectTypeOf<AllUndefined<TokenInit>>().toExtend<TokenInit>()
  expectTypeOf<AllUndefined<SignedMediaHostOptions>>().toExtend<SignedMediaHostOptions>()
})
