import { describe, expect, it } from 'vitest'

import { makeUpdate } from './index.js'
import * as words from './words.js'

it.each(Object.entries(words))('%s has no word that means another', (_name, table) => {
  for (const [word, value] of Object.entries(table)) expect(value).toBe(word)
})

describe('an update', () => {
  it('cannot be changed', () => {
    const update = makeUpdate({
      id: '1',
      kind: 'MENTION',
      platform: 'sample',
      connectionId: 'sample:1',
      timestamp: '2026-01-01T00:00:00Z',
    })
    expect(Object.isFrozen(update)).toBe(true)
  })
})
