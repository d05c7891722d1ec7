import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { toFacets } from './facets.js'
import { findMarks } from './find-marks.js'
import { isTopLevelDomain } from './top-level-domains.js'

const find = (text: string) => findMarks(text, isTopLevelDomain)

describe('the marks of a text', () => {
  it.each([
    ['#a!…?', 'a'],
    ['#a𐄀', 'a'],
    ['#a😀', 'a😀'],
    ['#a.b.', 'a.b'],
  ])('of %s are the tag %s, without trailing punctuation', (text, tag) => {
    expect(find(text)).toMatchObject([{ kind: 'TAG', value: tag }])
  })

  it('include a name only with a valid top-level domain', () => {
    expect(find('see a.com b.notanending c.museum d.').map(({ value }) => value)).toEqual([
      'https://a.com',
      'https://c.museum',
    ])
    expect(isTopLevelDomain('')).toBe(false)
  })

  it('include a handle only with a valid top-level domain, or with .test', () => {
    const text = '@ada.com @com @ada.notanending @ada.test (@bea.org) x@cleo.com'
    expect(find(text).map(({ kind, value }) => [kind, value])).toEqual([
      ['MENTION', 'ada.com'],
      ['MENTION', 'ada.test'],
      ['MENTION', 'bea.org'],
    ])
  })

  it.each([
    ['mentions', (letters: number) => '@'.padEnd(letters, 'a.')],
    ['mentions without an end', (letters: number) => '@'.padEnd(letters, '-')],
    ['many mentions', (letters: number) => ' @a.com'.repeat(letters / 7)],
    ['brackets', (letters: number) => '('.repeat(letters)],
    ['links', (letters: number) => ' https://a.com/b'.repeat(letters / 16)],
    ['dots', (letters: number) => 'a.'.repeat(letters / 2)],
    ['tags with punctuation inside', (letters: number) => `#a${'.'.repeat(letters)}b`],
    ['digits after #', (letters: number) => `#${'1'.repeat(letters)}`],
    ['characters of two units', (letters: number) => `#a${'𐄀'.repeat(letters / 2)}`],
    ['many tags', (letters: number) => ' #a'.repeat(letters / 3)],
    ['cashtags', (letters: number) => ' $ABC'.repeat(letters / 5)],
    ['white space', (letters: number) => ' '.repeat(letters)],
    ['lines', (letters: number) => '\n'.repeat(letters)],
  ])('are found in linear time: %s', (_what, make) => {
    expect(growthOf(find, make)).toBeLessThan(MAX_GROWTH)
    expect(growthOf((text: string) => toFacets(text, find(text), new Map()), make)).toBeLessThan(MAX_GROWTH)
  })
})
