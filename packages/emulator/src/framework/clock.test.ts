import { expect, it } from 'vitest'

import { SettableClock } from './clock.js'

it('is frozen until it is moved', () => {
  const clock = new SettableClock({ start: new Date('2026-11-21T12:00:00Z'), frozen: true })
  clock.advance(90.5)
  expect(clock.now().toISOString()).toBe('2026-11-21T12:01:30.500Z')
  clock.set(new Date(0))
  expect(clock.now().getTime()).toBe(0)
})

it("runs with the machine's clock plus an offset", () => {
  const clock = new SettableClock()
  clock.advance(3600)
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(Date.now() + 3_600_000 - 1)
})
