import { expect, it } from 'vitest'

import { SeenIds } from './seen-ids.js'

it('an id is new only once', () => {
  const seen = new SeenIds()
  expect([seen.add('1'), seen.add('2'), seen.add('1')]).toEqual([true, true, false])
})

it('the last 10,000 are remembered, and the oldest is forgotten first', () => {
  const seen = new SeenIds()
  for (let n = 0; n < 10_000; n += 1) seen.add(`${n}`)
  expect(seen.add('0')).toBe(false)
  expect(seen.add('one more')).toBe(true)
  expect([seen.add('1'), seen.add('9999')]).toEqual([false, false])
  expect(seen.add('0')).toBe(true)
  // Adding the id 0 again removed the id 1, which was then the oldest.
  expect([seen.add('2'), seen.add('1')]).toEqual([false, true])
})
