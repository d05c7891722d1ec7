import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { pushMark } from './push-mark.js'

const NOON = new Date('2026-11-22T12:00:00.900Z')

const messageOf = (letters: number) => ({ message: 'x'.repeat(letters) })

describe('identity of a push without an id', () => {
  it('is equal for repeated deliveries', () => {
    expect(pushMark({ rating: 5 }, NOON)).toBe(pushMark({ rating: 5 }, NOON))
    expect(pushMark({ rating: 5 }, null)).toBe(pushMark({ rating: 5 }, null))
  })

  it('differs by content within a second, and by second for equal content', () => {
    const later = new Date(NOON.getTime() + 1000)
    const marks = [
      pushMark({ rating: 5 }, NOON),
      pushMark({ rating: 4 }, NOON),
      pushMark({ rating: 5 }, later),
    ]
    expect(new Set(marks).size).toBe(3)
  })

  it('contains the second of the network, if present', () => {
    expect(pushMark({}, NOON)).toMatch(/^1795348800:[0-9a-f]{24}$/)
    expect(pushMark({}, null)).toMatch(/^[0-9a-f]{24}$/)
  })

  it('is computed in linear time', () => {
    expect(growthOf((value) => pushMark(value, null), messageOf)).toBeLessThan(MAX_GROWTH)
  })
})
