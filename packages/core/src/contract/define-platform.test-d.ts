import * as v from 'valibot'
import { expectTypeOf, test } from 'vitest'

import { makeLimits, makePostResult } from '../models/index.js'
import type { AllAbilities } from './abilities/index.js'
import { definePlatform } from './define-platform.js'
import type { Platform } from './platform.js'

const base = {
  displayName: 'Sample',
  developerPortal: null,
  origins: () => ['https://sample.example'],
  apiBase: () => 'https://sample.example',
  authHeaders: () => ({}),
  readError: () => null,
  renewal: () => ({ beforeSeconds: 60, needsRefreshToken: true, rotates: false }),
  limits: async () => makeLimits({}),
  startLogin: async () => ({ step: 'CHOOSE_ACCOUNT' as const, options: [], resumeToken: '' }),
  finishLogin: async () => ({ step: 'CHOOSE_ACCOUNT' as const, options: [], resumeToken: '' }),
  refresh: async () => {
    throw new Error('never called')
  },
}

test('a definition keeps its own types and is a platform', () => {
  const sample = definePlatform({
    ...base,
    name: 'sample',
    features: ['POST_TEXT', 'READ_STATS'],
    postOptions: v.strictObject({ title: v.string(), tags: v.optional(v.array(v.string()), []) }),
    async publish(post) {
      expectTypeOf(post.options).toEqualTypeOf<{ title: string; tags: string[] }>()
      return makePostResult({ id: post.options.title })
    },
    async readStats(postId) {
      return { id: postId, likes: 1, comments: null, shares: null, raw: {} }
    },
  })
  expectTypeOf(sample).toExtend<Platform>()
  expectTypeOf(sample.name).toEqualTypeOf<'sample'>()
})

test('a platform may publish nothing at all', () => {
  expectTypeOf(definePlatform({ ...base, name: 'quiet', features: [] })).toExtend<Platform>()
})

test('an undefined ability counts as missing', () => {
  const lacking = definePlatform({ ...base, name: 'lacking', features: [], checkState: undefined })
  expectTypeOf(lacking).toExtend<Platform>()
  expectTypeOf(lacking).not.toExtend<Pick<AllAbilities, 'checkState'>>()
  // @ts-expect-error READ_STATS requires readStats
  definePlatform({ ...base, name: 'bad', features: ['READ_STATS'], readStats: undefined })
})

// Holds R-0088.
test('a flag without its methods does not compile', () => {
  // @ts-expect-error READ_STATS requires readStats
  definePlatform({ ...base, name: 'bad', features: ['READ_STATS'] })
  // @ts-expect-error POST_TEXT requires publish and postOptions
  definePlatform({ ...base, name: 'bad', features: ['POST_TEXT'] })
})

test('an ability of the wrong type does not compile', () => {
  const numbered = { checkState: async (id: number) => makePostResult({ id: String(id) }) }
  // @ts-expect-error checkState requires the id as a string
  definePlatform({ ...base, ...numbered, name: 'bad', features: [] })
})
