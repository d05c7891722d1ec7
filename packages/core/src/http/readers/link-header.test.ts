import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { expect, it } from 'vitest'

import { readLinkHeader } from './link-header.js'

it.each([
  [undefined, {}],
  ['', {}],
  ['garbage', {}],
  ['<https://a.example/x>', {}],
  [
    '<https://a.example/x?max_id=1,2>; rel="next", <https://a.example/x?min_id=3>; rel="prev"',
    { next: 'https://a.example/x?max_id=1,2', prev: 'https://a.example/x?min_id=3' },
  ],
  ['< https://a.example/x >;title="a, <b>; rel=no"; REL=Next', { next: 'https://a.example/x' }],
  ['<https://a.example/1>; rel="next last"', { next: 'https://a.example/1', last: 'https://a.example/1' }],
  ['<https://a.example/1>; rel=next, <https://a.example/2>; rel=next', { next: 'https://a.example/1' }],
])('parses the links of %s', (header, links) => {
  expect(readLinkHeader(header)).toEqual(links)
})

it('parses a hostile header quickly', () => {
  const hostile = `<${'<"'.repeat(50_000)}`
  expect(readLinkHeader(hostile)).toEqual({})
})

it.each([
  ['angle brackets', (letters: number) => '<'.repeat(letters)],
  ['empty links', (letters: number) => '<>'.repeat(letters / 2)],
  ['links', (letters: number) => '<a>;rel=x,'.repeat(letters / 10)],
  ['spaces', (letters: number) => `<a>${' '.repeat(letters)}x`],
  ['semicolons', (letters: number) => `<a>${';'.repeat(letters)}`],
  ['open quotes', (letters: number) => '<a>;rel="'.repeat(letters / 9)],
  ['escapes', (letters: number) => `<a>;rel="${'\\x'.repeat(letters / 2)}`],
  ['relations', (letters: number) => `<a>;rel="${'a '.repeat(letters / 2)}"`],
])('parses a header of many %s in linear time', (_what, make) => {
  expect(growthOf(readLinkHeader, make)).toBeLessThan(MAX_GROWTH)
})
