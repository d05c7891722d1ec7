import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { countGraphemes, measureText } from './measure.js'

describe('measureText', () => {
  it.each([
    ['a skin-toned thumb', '👍🏽', { CHARACTERS: 2, GRAPHEMES: 1, UTF8_BYTES: 8, UTF16_UNITS: 4 }],
    ['a family', '👨‍👩‍👧‍👦', { CHARACTERS: 7, GRAPHEMES: 1, UTF8_BYTES: 25, UTF16_UNITS: 11 }],
    ['plain letters', 'hello', { CHARACTERS: 5, GRAPHEMES: 5, UTF8_BYTES: 5, UTF16_UNITS: 5 }],
    ['nothing', '', { CHARACTERS: 0, GRAPHEMES: 0, UTF8_BYTES: 0, UTF16_UNITS: 0 }],
    ['a Windows line end', '\r\n', { CHARACTERS: 2, GRAPHEMES: 1, UTF8_BYTES: 2, UTF16_UNITS: 2 }],
    ['a lone surrogate', '\ud83d', { CHARACTERS: 1, GRAPHEMES: 1, UTF8_BYTES: 3, UTF16_UNITS: 1 }],
  ] as const)('counts %s in every unit', (_what, text, expected) => {
    const units = ['CHARACTERS', 'GRAPHEMES', 'UTF8_BYTES', 'UTF16_UNITS'] as const

    const counted = Object.fromEntries(units.map((unit) => [unit, measureText(text, unit)]))

    expect(counted).toEqual(expected)
  })

  it('counts code points by default', () => {
    expect(measureText('👍🏽')).toBe(2)
  })

  it('matches JavaScript for code points, bytes and units, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(measureText(text, 'CHARACTERS')).toBe(Array.from(text).length)
        expect(measureText(text, 'UTF8_BYTES')).toBe(new TextEncoder().encode(text).length)
        expect(measureText(text, 'UTF16_UNITS')).toBe(text.length)
      }),
    )
  })

  it('never counts more graphemes than code points, or more code points than units or bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const characters = measureText(text, 'CHARACTERS')
        expect(measureText(text, 'GRAPHEMES')).toBeLessThanOrEqual(characters)
        expect(characters).toBeLessThanOrEqual(text.length)
        expect(characters).toBeLessThanOrEqual(measureText(text, 'UTF8_BYTES'))
      }),
    )
  })
})

describe('countGraphemes', () => {
  it.each([
    ['nothing', '', 0],
    ['e with a combining accent', 'e\u0301', 1],
    ['one flag', '🇳🇱', 1],
    ['two flags', '🇳🇱🇧🇪', 2],
    ['a flag followed by a letter', '🇳🇱a', 2],
    ['a keycap', '#️⃣', 1],
    ['a joined family', '👨‍👩‍👧‍👦', 1],
  ])('counts %s', (_what, text, count) => {
    expect(countGraphemes(text)).toBe(count)
  })

  it('counts plain text like the segmenter', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
    const plain = fc.string({ unit: 'binary-ascii' })

    fc.assert(
      fc.property(plain, (text) => {
        expect(countGraphemes(text)).toBe([...segmenter.segment(text)].length)
      }),
    )
  })
})

it.each([
  ['the last character below the surrogate pairs', '\uffff', 1],
  ['the first surrogate pair', '\u{10000}', 1],
  ['consecutive surrogate pairs', '\u{10000}\u{10ffff}a', 3],
])('counts %s once', (_what, text, count) => {
  expect(measureText(text, 'CHARACTERS')).toBe(count)
})

it('counts letters instead of word segments', () => {
  expect(countGraphemes('zwei Wörter — 日本語')).toBe(17)
})
