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
  ])('takes %s for %s', (written, meant) => {
    expect(nearMiss(written, NAMES)).toBe(meant)
  })

  it('looks at names of up to 64 letters, so that nobody can make it slow', () => {
    const longest = 'a'.repeat(63)
    expect(nearMiss(`${longest}b`, [longest])).toBe(longest)
    expect(nearMiss(`${longest}bc`, [longest])).toBeNull()
  })

  it.each(['x', 'visibility', '', 'a'.repeat(10_000), '__proto__'])(
    'finds nothing near "%.20s"',
    (written) => {
      expect(nearMiss(written, NAMES)).toBeNull()
    },
  )

  it('prefers the nearest', () => {
    expect(nearMiss('altTexts', ['text', 'altText'])).toBe('altText')
  })

  it('finds nothing when two names begin with what was written', () => {
    expect(nearMiss('video', ['videoCoverTimestampMs', 'videoThumbnailUrl'])).toBeNull()
  })

  it('knows every camel-case name in its snake-case spelling', () => {
    const word = fc.stringMatching(/^[a-z]{2,8}$/)
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 2, maxLength: 4 }), (words) => {
        const camel = words
          .map((part, index) => (index === 0 ? part : part[0]?.toUpperCase() + part.slice(1)))
          .join('')

        expect(nearMiss(words.join('_'), ['another', camel])).toBe(camel)
      }),
    )
  })

  it('only ever answers an accepted name', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (written, accepted) => {
        const found = nearMiss(written, accepted)

        expect(found === null || accepted.includes(found)).toBe(true)
      }),
    )
  })
})
