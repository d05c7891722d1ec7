import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { printOf } from './receipt.js'

const NOTHING = { title: null, description: null, link: null, altText: null }

function read(text: string): unknown {
  return printOf({ title: text, description: text, link: text, altText: text })
}

describe('the hash of a pin', () => {
  it('is independent of white space', () => {
    const ours = printOf({ ...NOTHING, title: ' A red\r\nchair ', description: 'Velvet,\n\n1970.' })
    const theirs = printOf({ ...NOTHING, title: 'A red chair', description: 'Velvet, 1970.' })

    expect(ours).toBe(theirs)
  })

  it('is equal for two spellings of one link', () => {
    expect(printOf({ ...NOTHING, link: 'https://Shop.example' })).toBe(
      printOf({ ...NOTHING, link: 'https://shop.example/' }),
    )
  })

  it('differs when any of the four texts differs, and when two texts are swapped', () => {
    const prints = [
      printOf({ ...NOTHING, title: 'A' }),
      printOf({ ...NOTHING, description: 'A' }),
      printOf({ ...NOTHING, link: 'A' }),
      printOf({ ...NOTHING, altText: 'A' }),
      printOf({ ...NOTHING, title: 'A', description: 'A' }),
      printOf({ ...NOTHING, title: 'B' }),
    ]

    expect(new Set(prints).size).toBe(prints.length)
  })

  it('is null for a pin without text', () => {
    expect(printOf(NOTHING)).toBeNull()
    expect(printOf({ ...NOTHING, title: '', description: ' \n', link: undefined })).toBeNull()
  })

  it('contains no part of the text', () => {
    expect(printOf({ ...NOTHING, title: 'secret plans' })).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is computed in linear time', () => {
    expect(growthOf(read, (letters) => ' '.repeat(letters))).toBeLessThan(MAX_GROWTH)
    expect(growthOf(read, (letters) => 'a \n'.repeat(letters / 3))).toBeLessThan(MAX_GROWTH)
  })
})
