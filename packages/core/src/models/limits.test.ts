import { expect, it } from 'vitest'

import { makeLimits } from './limits.js'

const ALL = {
  maxTextLength: 1,
  maxTextBytes: 2,
  textCountedIn: 'GRAPHEMES',
  maxTitleLength: 3,
  maxImages: 4,
  maxImageBytes: 5,
  maxVideos: 6,
  maxVideoBytes: 7,
  maxDocuments: null,
  maxDocumentBytes: null,
  postsLeftToday: 0,
  extra: { reservedPerUrl: 23 },
} as const

// Holds R-0044.
it('limits have the given values', () => {
  expect(makeLimits(ALL)).toEqual(ALL)
})

it('an unknown limit is null, not 0', () => {
  const unknown = Object.fromEntries(Object.keys(ALL).map((name) => [name, null]))
  expect(makeLimits({})).toEqual({ ...unknown, textCountedIn: 'CHARACTERS', extra: {} })
})

it('limits are frozen', () => {
  expect(Object.isFrozen(makeLimits(ALL))).toBe(true)
})
