import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { expect, it } from 'vitest'

import { toMomentOrNull } from './moments.js'

it.each([
  ['2026-11-21T12:00:00.000Z', '2026-11-21T12:00:00.000Z'],
  ['2026-11-21T12:00:00.123456Z', '2026-11-21T12:00:00.123Z'],
  ['2026-11-21T13:00:00+01:00', '2026-11-21T12:00:00.000Z'],
])('reads %s', (text, moment) => {
  expect(toMomentOrNull(text)?.toISOString()).toBe(moment)
})

it.each([null, undefined, '', 'yesterday', '2026-11-21', '2026-11-21T12:00:00', '2026-13-41T12:00:00Z'])(
  'returns null for %j',
  (text) => {
    expect(toMomentOrNull(text)).toBeNull()
  },
)

it.each(['0', 'Z', '+01:00', '-', '\n'])('reads a long text of %j in linear time', (piece) => {
  const make = (letters: number) => `2026-11-21T12:00:00${piece.repeat(letters / piece.length)}`
  expect(growthOf(toMomentOrNull, make)).toBeLessThan(MAX_GROWTH)
})
