import type { Filled } from '@social/core/store'
import { expectTypeOf, it } from 'vitest'

import type { BullQueueOptions, readSettings } from './options.js'

/** For each field, the values that can be passed instead of omitting the field. */
type LeftOut<T> = { readonly [K in keyof T]: undefined extends T[K] ? undefined : T[K] }

it('accepts undefined for every optional setting, also with exactOptionalPropertyTypes', () => {
  expectTypeOf<LeftOut<BullQueueOptions>>().toExtend<BullQueueOptions>()
})

it('has no undefined in validated settings', () => {
  expectTypeOf<ReturnType<typeof readSettings>>().toEqualTypeOf<Filled<BullQueueOptions>>()
  expectTypeOf<ReturnType<typeof readSettings>[keyof BullQueueOptions]>()
    .exclude<undefined>()
    .toEqualTypeOf<ReturnType<typeof readSettings>[keyof BullQueueOptions]>()
})
