import { expect, it } from 'vitest'

import { threadsLength } from './text-length.js'

it('counts an emoji as its bytes and every other character as one', () => {
  expect(threadsLength('héllo 👍 日本 👨‍👩‍👧')).toBe(32)
  expect(threadsLength('')).toBe(0)
})
