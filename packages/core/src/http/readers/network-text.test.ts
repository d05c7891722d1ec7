import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { networkText, quoteNetwork, withoutStops } from './network-text.js'

describe('networkText', () => {
  it('puts a text on one line, without control characters', () => {
    expect(networkText(' \tThe token\r\n has\u0000\u001B[2J run out. \n')).toBe('The token has [2J run out.')
  })

  it('removes C1 controls, NEL and direction marks', () => {
    expect(networkText('a\u0085\u009B[31mb\u202Egnp.exe\u202C\u2066\u200F')).toBe('a [31mbgnp.exe')
    expect(networkText('\u0080\u202E a')).toBe('a')
  })

  it('keeps 300 characters without a lone surrogate', () => {
    expect(networkText('a'.repeat(301))).toHaveLength(300)
    expect(networkText(`${'a'.repeat(298)}👋👋`)).toBe(`${'a'.repeat(298)}👋`)
    expect(networkText(`${'a'.repeat(299)}👋`)).toBe('a'.repeat(299))
    expect(networkText('a\uD800b')).toBe('a\uFFFDb')
    expect(networkText(`${' '.repeat(5000)}late`)).toBe('late')
  })

  it.each([undefined, null, 7, {}, ['text']])('returns empty text for %o', (value) => {
    expect(networkText(value)).toBe('')
  })

  it.each([
    ['white space', (letters: number) => `${' '.repeat(letters)}x`],
    ['full stops', (letters: number) => `${'. '.repeat(letters / 2)}x`],
    ['direction overrides', (letters: number) => '\u202E'.repeat(letters)],
    ['line breaks', (letters: number) => `x${'\n'.repeat(letters)}x`],
  ])('processes much %s in linear time', (_what, make) => {
    expect(growthOf((text: string) => quoteNetwork('refused', text), make)).toBeLessThan(MAX_GROWTH)
  })
})

describe('quoteNetwork', () => {
  it('ends the sentence with one full stop', () => {
    expect(quoteNetwork('It refused', 'Not you!!. ')).toBe('It refused: Not you.')
    expect(quoteNetwork('It refused', 'Not you')).toBe('It refused: Not you.')
  })

  it('omits empty quotes', () => {
    for (const text of ['', ' ', '...', '\n'])
      expect([text, quoteNetwork('It refused', text)]).toEqual([text, 'It refused.'])
  })
})

describe('withoutStops', () => {
  it('removes stops only from the end', () => {
    expect(withoutStops('a.b! c . !')).toBe('a.b! c')
    expect(withoutStops('.!. ')).toBe('')
  })
})
