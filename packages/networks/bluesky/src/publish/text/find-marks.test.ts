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
  ])('of %s are the tag %s, without the punctuation behind it', (text, tag) => {
    expect(find(text)).toMatchObject([{ kind: 'TAG', value: tag }])
  })

  it('count a name only with an ending of the root zone', () => {
    expect(find('see a.com b.notanending c.museum d.').map(({ value }) => value)).toEqual([
      'https://a.com',
      'https://c.museum',
    ])
    expect(isTopLevelDomain('')).toBe(false)
  })

  it('count a handle only with a dot and such an ending, or where it is for tests', () => {
    const text = '@ada.com @com @ada.notanending @ada.test (@bea.org) x@cleo.com'
    expect(find(text).map(({ kind, value }) => [kind, value])).toEqual([
      ['MENTION', 'ada.com'],
      ['MENTION', 'ada.test'],
      ['MENTION', 'bea.org'],
    ])
  })

  it.each([
    ['mentions', (letters: number) => '@'.padEnd(letters, 'a.')],
    ['mentions that end in nothing', (letters: number) => '@'.padEnd(letters, '-')],
    ['many mentions', (letters: number) => ' @a.com'.repeat(letters / 7)],
    ['brackets', (letters: number) => '('.repeat(letters)],
    ['links', (letters: number) => ' https://a.com/b'.repeat(letters / 16)],
    ['dots', (letters: number) => 'a.'.repeat(letters / 2)],
    ['tags with punctuation inside', (letters: number) => `#a${'.'.repeat(letters)}b`],
    ['digits behind #', (letters: number) => `#${'1'.repeat(letters)}`],
    ['letters of two units', (letters: number) => `#a${'𐄀'.repeat(letters / 2)}`],
    ['many tags', (letters: number) => ' #a'.repeat(letters / 3)],
    ['cashtags', (letters: number) => ' $ABC'.repeat(letters / 5)],
    ['white space', (letters: number) => ' '.repeat(letters)],
    ['lines', (letters: number) => '\n'.repeat(letters)],
  ])('are found in linear time: %s', (_what, make) => {
    expect(growthOf(find, make)).toBeLessThan(MAX_GROWTH)
    expect(growthOf((text: string) => toFacets(text, find(text), new Map()), make)).toBeLessThan(MAX_GROWTH)
  })
})
