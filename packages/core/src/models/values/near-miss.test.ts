import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { nearMiss } from './near-miss.js'

const NAMES = ['title', 'madeForKids', 'privacyStatus', 'categoryId', 'tags']

describe('nearMiss', () => {
  it.each([
    ['made_for_kids', 'madeForKids'],
    ['MADEFORKIDS', 'madeForKids'],
    ['titel', 'title'],
    ['titl', 'title'],
    ['tag', 'tags'],
    ['madeForKid', 'madeForKids'],
    ['category', 'categoryId'],
    ['privacy', 'privacyStatus'],
  ])('corrects %s to %s', (written, meant) => {
    expect(nearMiss(written, NAMES)).toBe(meant)
  })

  it('checks names of up to 64 letters, so that long names do not slow it down', () => {
    const longest = 'a'.repeat(63)
    expect(nearMiss(`${longest}b`, [longest])).toBe(longest)
    expect(nearMiss(`${longest}bc`, [longest])).toBeNull()
  })

  it.each(['x', 'visibility', '', 'a'.repeat(10_000), '__proto__'])(
    'finds no name near "%.20s"',
    (written) => {
      expect(nearMiss(written, NAMES)).toBeNull()
    },
  )

  it('prefers the nearest name', () => {
    expect(nearMiss('altTexts', ['text', 'altText'])).toBe('altText')
  })

  it('finds no name when two names begin with the given text', () => {
    expect(nearMiss('video', ['videoCoverTimestampMs', 'videoThumbnailUrl'])).toBeNull()
  })

  it('finds every camel-case name by its snake-case spelling', () => {
    const word = fc.stringMatching(/^[a-z]{2,8}$/)
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 2, maxLength: 4 }), (parts) => {
        const camel = parts
          .map((part, index) => (index === 0 ? part : part[0]?.toUpperCase() + part.slice(1)))
          .join('')

        expect(nearMiss(parts.join('_'), ['another', camel])).toBe(camel)
      }),
    )
  })

  it('only returns accepted names', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (written, accepted) => {
        const found = nearMiss(written, accepted)

        expect(found === null || accepted.includes(found)).toBe(true)
      }),
    )
  })
})
