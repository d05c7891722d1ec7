import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { readCookies } from './cookies.js'

describe('readCookies', () => {
  it('finds every cookie of a name, and none of another', () => {
    expect(readCookies('a=1; b=2;a = 3 ;aa=4;a', 'a')).toEqual(['1', '3'])
    expect(readCookies('a=1=2; A=3', 'a')).toEqual(['1=2'])
    expect(readCookies('=1;;=;', '')).toEqual([])
    expect(readCookies('', 'a')).toEqual([])
  })

  it.each([
    ['semicolons', (letters: number) => ';'.repeat(letters)],
    ['equals signs', (letters: number) => '='.repeat(letters)],
    ['cookies', (letters: number) => 'a=1; '.repeat(letters / 5)],
    ['spaces', (letters: number) => `${' '.repeat(letters)}a${' '.repeat(letters)}=1`],
  ])('reads many %s in linear time', (_what, make) => {
    expect(growthOf((header: string) => readCookies(header, 'a'), make)).toBeLessThan(MAX_GROWTH)
  })
})
