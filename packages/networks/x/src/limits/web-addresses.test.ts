import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { expect, it } from 'vitest'

import { findWebAddresses } from './web-addresses.js'

it('returns the positions of URLs', () => {
  expect(findWebAddresses('See example.com, and https://a.co/b(c).')).toEqual([
    { start: 4, length: 11 },
    { start: 21, length: 17 },
  ])
  expect(findWebAddresses('a.co')).toEqual([{ start: 0, length: 4 }])
  expect(findWebAddresses('日本語example.com/パス')).toEqual([{ start: 3, length: 12 }])
  expect(findWebAddresses('no address')).toEqual([])
})

it('ignores URLs of more than 4,096 characters, and labels of more than 63', () => {
  expect(findWebAddresses(`https://a.co/${'b'.repeat(4075)}`)).toHaveLength(1)
  expect(findWebAddresses(`https://a.co/${'b'.repeat(4076)}`)).toEqual([])
  // X counts `https://` towards the maximum length of a URL without a protocol.
  expect(findWebAddresses(`a.co/${'b'.repeat(4083)}`)).toHaveLength(1)
  expect(findWebAddresses(`a.co/${'b'.repeat(4084)}`)).toEqual([])
  expect(findWebAddresses(`${'a'.repeat(63)}.com`)).toHaveLength(1)
  expect(findWebAddresses(`${'a'.repeat(64)}.com`)).toEqual([])
})

it.each([
  ['letters', 'a'],
  ['characters of other scripts', '日'],
  ['labels', 'a.'],
  ['labels with underscores', 'a_'],
  ['addresses', 'a.co '],
  ['URLs without spaces', 'a.co'],
  ['protocols', 'http://'],
  ['protocols before a letter', 'http://a'],
  ['brackets', '('],
  ['brackets of URLs', 'a.co/('],
  ['brackets in brackets', 'a.co/((a)'],
  ['question marks', 'a.co?!'],
  ['full stops', '.'],
  ['dashes', '-.'],
  ['punycode', 'xn--a.'],
  ['short links', 'https://t.co/a?'],
])('reads many %s in linear time', (_what, piece) => {
  const make = (letters: number): string => `.com${piece.repeat(letters / piece.length)}!`
  expect(growthOf(findWebAddresses, make)).toBeLessThan(MAX_GROWTH)
})
