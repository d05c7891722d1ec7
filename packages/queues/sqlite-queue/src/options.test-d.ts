import { expectTypeOf, it } from 'vitest'

import type { SqliteQueueOptions } from './options.js'

/** For each field, the values that can be passed instead of omitting the field. */
type LeftOut<T> = { readonly [K in keyof T]: undefined extends T[K] ? undefined : T[K] }

it('accepts undefined for every optional setting, also with exactOptionalPropertyTypes', () => {
  expectTypeOf<LeftOut<SqliteQueueOptions>>().toExtend<SqliteQueueOptions>()
})
