import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { readRange } from './byte-range.js'

describe('readRange', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    [' bytes=0-9 ', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-99', { start: 90, end: 99 }],
    ['bytes=90-100', { start: 90, end: 99 }],
    ['bytes=99-99', { start: 99, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-100', { start: 0, end: 99 }],
    ['bytes=-101', { start: 0, end: 99 }],
    ['bytes=-0', 'UNSATISFIABLE'],
    ['bytes=100-', 'UNSATISFIABLE'],
    ['bytes=100-101', 'UNSATISFIABLE'],
    ['bytes=9-8', null],
    ['bytes=8-8', { start: 8, end: 8 }],
    ['bytes=-', null],
    ['bytes=', null],
    ['bytes=1-2,4-5', null],
    ['bytes=1.5-2', null],
    ['bytes=9999999999999999-', null],
    ['x', null],
    ['', null],
    [undefined, null],
  ])('reads %o of 100 bytes as %o', (header, expected) => {
    expect(readRange(header, 100)).toEqual(expected)
  })

  it('finds nothing in an empty file', () => {
    expect(readRange('bytes=0-', 0)).toBe('UNSATISFIABLE')
    expect(readRange('bytes=-5', 0)).toBe('UNSATISFIABLE')
  })

  it.each([
    ['digits', (letters: number) => `bytes=${'1'.repeat(letters)}-`],
    ['commas', (letters: number) => `bytes=${'1-2,'.repeat(letters / 4)}`],
    ['spaces', (letters: number) => `${' '.repeat(letters)}bytes=1-2`],
  ])('reads a header of many %s in linear time', (_what, make) => {
    expect(growthOf((header: string) => readRange(header, 100), make)).toBeLessThan(MAX_GROWTH)
  })
})
