import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { parseMarker } from './marker.js'

describe('a marker', () => {
  it.each([
    ['addresses', (letters: number) => '2026-11-21T10:00:00Z::at://'.repeat(letters / 27)],
    ['ends', (letters: number) => `2026-11-21T10:00:00Z::at://a/b/c${'::a'.repeat(letters / 3)} `],
    ['a long end', (letters: number) => `2026-11-21T10:00:00Z::at://a/b/c::${'a'.repeat(letters)}!`],
  ])('is read in linear time: %s', (_what, make) => {
    expect(growthOf(parseMarker, make)).toBeLessThan(MAX_GROWTH)
  })
})
