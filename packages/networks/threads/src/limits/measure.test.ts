import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { threadsLength } from './measure.js'

describe('the length of a text', () => {
  it.each([
    ['', 0],
    ['héllo', 5],
    ['日本', 2],
    ['👍', 4],
    ['👨‍👩‍👧', 18],
    ['🇨🇭', 8],
    ['1️⃣', 7],
    ['héllo 👍 日本 👨‍👩‍👧', 32],
  ])('counts characters one by one, and emoji by their bytes: %s', (text, length) => {
    expect(threadsLength(text)).toBe(length)
  })

  it.each([
    ['letters', (letters: number) => 'a'.repeat(letters)],
    ['emoji', (letters: number) => '👍'.repeat(letters / 2)],
    ['one emoji that never ends', (letters: number) => '👍\u200d'.repeat(letters / 3)],
    ['marks on one letter', (letters: number) => `a${'\u0301'.repeat(letters)}`],
  ])('is computed in linear time, with many %s', (_what, make) => {
    expect(growthOf(threadsLength, make)).toBeLessThan(MAX_GROWTH)
  })
})
