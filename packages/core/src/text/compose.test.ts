import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { composeText } from './compose.js'

describe('composeText', () => {
  it.each([
    ['cafe\u0301', 'café'],
    ['e\u0316\u0301', '\u00E9\u0316'],
    ['\u1100\u1161\u11A8', '\uAC01'],
    ['plain', 'plain'],
    ['', ''],
  ])('normalizes %j to NFC', (text, composed) => {
    expect(composeText(text)).toBe(composed)
    expect(composeText(composed)).toBe(composed)
  })

  it('normalizes the text around a letter with too many marks to NFC', () => {
    const marks = '\u0301'.repeat(500)
    const composed = composeText(`cafe\u0301 a${marks} cafe\u0301`)
    expect(composed.startsWith('café á')).toBe(true)
    expect(composed.endsWith(' café')).toBe(true)
    expect(composed.length).toBe('café a'.length + 499 + ' café'.length)
  })

  it('takes linear time for marks that have to be sorted', () => {
    expect(growthOf(composeText, (length) => `a${'\u0316\u0301'.repeat(length / 2)}`)).toBeLessThan(
      MAX_GROWTH,
    )
  })
})
