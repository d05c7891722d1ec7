import { expect, it } from 'vitest'

import { toGraphMoment } from './moments.js'

it.each([
  ['2026-09-22T10:00:00+0000', '2026-09-22T10:00:00.000Z'],
  ['2026-09-22T10:00:00-0700', '2026-09-22T17:00:00.000Z'],
  ['2026-09-22T10:00:00+02:00', '2026-09-22T08:00:00.000Z'],
  [1_790_000_000, '2026-09-21T14:13:20.000Z'],
  [1_772_998_024_000, '2026-03-08T19:27:04.000Z'],
])('reads %s', (written, moment) => {
  expect(toGraphMoment(written)?.toISOString()).toBe(moment)
})

it.each(['', 'yesterday', '2026-13-40T10:00:00+0000', '1'.repeat(100), null, {}, Number.NaN, Infinity])(
  'reads nothing out of %s',
  (written) => {
    expect(toGraphMoment(written)).toBeNull()
  },
)
