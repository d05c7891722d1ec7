import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { expect, it } from 'vitest'

import { fall, readMarker, toMarker } from './marker.js'

it.each([
  { id: '34975902', at: null },
  { id: '01HZX4M8Q1T7V9', at: 1_763_726_280_000 },
  { id: '2026-11-21T12:00:00.000Z/mention/0190a1b2', at: 1_763_726_280_000 },
])('a serialised marker is parsed unchanged: %j', (marker) => {
  expect(readMarker(toMarker(marker))).toEqual(marker)
})

it.each([
  [['12', '11', '10'], '9', true],
  [['12', '11'], '11', false],
  [['10', '11'], '9', false],
  [['01HZX9', '01HZX5'], '01HZX1', true],
  [['01HZX5', '01HZX9'], '01HZX1', false],
  [['01HZX9', '01HZX55'], '01HZX1', false],
  [[], 'anything', true],
])('ids %j above %s decrease: %s', (ids, marker, falls) => {
  expect(fall(ids, marker)).toBe(falls)
})

it.each(['1', '~', 'a~', '::', '/'])('a marker of many %j is read in linear time', (piece) => {
  const make = (letters: number) => piece.repeat(letters / piece.length)
  expect(growthOf(readMarker, make)).toBeLessThan(MAX_GROWTH)
})
