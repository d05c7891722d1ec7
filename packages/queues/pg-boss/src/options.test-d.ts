import type { Filled } from '@social/core/store'
import { expectTypeOf, it } from 'vitest'

import type { PgBossOptions, readSettings } from './options.js'

/** What may be passed for a field that is left out. */
type LeftOut<T> = { readonly [K in keyof T]: undefined extends T[K] ? undefined : T[K] }

it('takes undefined for every option that may be left out, also with exactOptionalPropertyTypes', () => {
  expectTypeOf<LeftOut<PgBossOptions>>().toExtend<PgBossOptions>()
})

it('has no undefined left in what was read', () => {
  expectTypeOf<ReturnType<typeof readSettings>>().toEqualTypeOf<Filled<PgBossOptions>>()
  expectTypeOf<ReturnType<typeof readSettings>[keyof PgBossOptions]>()
    .exclude<undefined>()
    .toEqualTypeOf<ReturnType<typeof readSettings>[keyof PgBossOptions]>()
})
