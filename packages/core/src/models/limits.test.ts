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
  postsLeftToday: 0,
  extra: { reservedPerUrl: 23 },
} as const

// Holds R-0044.
it('limits are what the network says', () => {
  expect(makeLimits(ALL)).toEqual(ALL)
})

it('a limit that nobody knows is null, which is not 0', () => {
  const unknown = Object.fromEntries(Object.keys(ALL).map((name) => [name, null]))
  expect(makeLimits({})).toEqual({ ...unknown, textCountedIn: 'CHARACTERS', extra: {} })
})

it('limits cannot be changed by whoever gets them', () => {
  expect(Object.isFrozen(makeLimits(ALL))).toBe(true)
})
