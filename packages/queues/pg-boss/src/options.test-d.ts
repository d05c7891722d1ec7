import type { Filled } from '@social/core/store'
import { expectTypeOf, it } from 'vitest'

import type { PgBossOptions, readSettings } from './options.js'

/** For each field, the values that can be passed instead of omitting the field. */
type LeftOut<T> = { readonly [K in keyof T]: undefined extends T[K] ? undefined : T[K] }

it('accepts undefined for every optional setting, also with exactOptionalPropertyTypes', () => {
  expectTypeOf<LeftOut<PgBossOptions>>().toExtend<PgBossOptions>()
})

it('has no undefined in validated settings', () => {
  expectTypeOf<ReturnType<typeof readSettings>>().toEqualTypeOf<Filled<PgBossOptions>>()
  expectTypeOf<ReturnType<typeof readSettings>[keyof PgBossOptions]>()
    .exclude<undefined>()
    .toEqualTypeOf<ReturnType<typeof readSettings>[keyof PgBossOptions]>()
})
