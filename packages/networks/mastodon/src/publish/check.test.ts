import { FakeClock } from '@social/testkit'
import { expect, it } from 'vitest'

import { isTooSoon } from './check.js'

const clock = new FakeClock({ now: '2026-11-22T12:00:00Z' })
const inSeconds = (seconds: number): Date => new Date(clock.now().getTime() + seconds * 1000)

it('a post is scheduled from five minutes and ten seconds ahead, for clocks differ', () => {
  expect(isTooSoon(inSeconds(310), clock)).toBe(false)
  expect(isTooSoon(inSeconds(309.999), clock)).toBe(true)
  expect(isTooSoon(null, clock)).toBe(false)
})

it('a post whose moment is further away may still come too near while it is sent', () => {
  expect(isTooSoon(inSeconds(610), clock, 300)).toBe(false)
  expect(isTooSoon(inSeconds(609.999), clock, 300)).toBe(true)
})
