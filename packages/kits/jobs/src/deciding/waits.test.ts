import { FakeClock } from '@social/testkit/application'
import { expect, it } from 'vitest'

import { Waits } from './waits.js'

it('returns the remaining wait of a connection, and 0 for any other connection', async () => {
  const clock = new FakeClock()
  const waits = new Waits(clock)
  waits.note('fake:1', 60)
  await clock.advance(45)
  expect([waits.secondsFor('fake:1'), waits.secondsFor('fake:2')]).toEqual([15, 0])
  waits.note('fake:1', 60)
  await clock.advance(59)
  expect(waits.secondsFor('fake:1')).toBe(1)
  await clock.advance(1)
  expect(waits.secondsFor('fake:1')).toBe(0)
})

it('forgets the oldest of more than ten thousand connections', () => {
  const waits = new Waits(new FakeClock())
  for (let number = 0; number < 10_000; number += 1) waits.note(`fake:${number}`, 60)
  expect(waits.secondsFor('fake:0')).toBe(60)
  waits.note('fake:one-more', 60)
  expect(['fake:0', 'fake:1', 'fake:one-more'].map((id) => waits.secondsFor(id))).toEqual([0, 60, 60])
})
