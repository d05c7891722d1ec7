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
])('reads the links of %s', (header, links) => {
  expect(readLinkHeader(header)).toEqual(links)
})

it('reads a hostile header in no time', () => {
  const hostile = `<${'<"'.repeat(50_000)}`
  expect(readLinkHeader(hostile)).toEqual({})
})
