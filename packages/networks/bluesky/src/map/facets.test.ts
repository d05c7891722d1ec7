import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { toTextLinks } from './facets.js'

const link = (byteStart: number, byteEnd: number, uri = 'https://example.com') => ({
  index: { byteStart, byteEnd },
  features: [{ $type: 'app.bsky.richtext.facet#link', uri }],
})

const read = ({ text, facets }: { text: string; facets: readonly unknown[] }) => toTextLinks(text, facets)
const make = (letters: number) => ({
  text: '🦋'.repeat(letters / 4),
  facets: Array.from({ length: letters / 64 }, (_value, at) => link(at * 4, at * 4 + 4)),
})

describe('the marks of a text', () => {
  it('have offsets into the string, after any characters', () => {
    const text = 'é🦋a 👨‍👩‍👧 b'
    const before = Buffer.byteLength('é🦋')

    expect(toTextLinks(text, [link(before, before + 1)])).toMatchObject([{ start: 3, end: 4 }])
    expect(toTextLinks(text, [link(0, Buffer.byteLength(text))])).toMatchObject([
      { start: 0, end: text.length },
    ])
  })

  it.each([
    ['inside a character', link(1, 3)],
    ['after the end', link(0, 999)],
    ['before the start', link(-1, 2)],
    ['between two bytes', link(0, 1.5)],
    ['reversed', link(3, 2)],
    ['nothing', null],
    ['no features', { index: { byteStart: 0, byteEnd: 2 }, features: [] }],
    ['of an unknown type', { index: { byteStart: 0, byteEnd: 2 }, features: [{ $type: 'app.example#new' }] }],
  ])('exclude a mark that is %s', (_what, facet) => {
    expect(toTextLinks('é🦋a', [facet])).toEqual([])
  })

  it('keep their offsets after a lone surrogate', () => {
    expect(toTextLinks('\ud83e a', [link(4, 5)])).toMatchObject([{ start: 2, end: 3 }])
  })

  it('are read in linear time for any number of marks', () => {
    expect(growthOf(read, make)).toBeLessThan(MAX_GROWTH)
  })
})
