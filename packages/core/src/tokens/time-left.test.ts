import { expect, it } from 'vitest'

import { aConnection, InstantClock } from './__fixtures__/a-keeper.js'
import { TimeLeft } from './time-left.js'

it('counts down, past zero too', () => {
  const clock = new InstantClock()
  const timeLeft = new TimeLeft(clock)
  const connection = aConnection(clock, 100)

  expect(timeLeft.seconds(connection)).toBe(100)
  clock.advance(30)
  expect(timeLeft.seconds(connection)).toBe(70)
  clock.advance(80)
  expect(timeLeft.seconds(connection)).toBe(-10)
})

it('is infinite for a token without expiry', () => {
  const clock = new InstantClock()

  expect(new TimeLeft(clock).seconds(aConnection(clock, null))).toBe(Infinity)
})

it('uses the clock with the shorter time', () => {
  const clock = new InstantClock()
  const timeLeft = new TimeLeft(clock)
  const connection = aConnection(clock, 100)
  timeLeft.seconds(connection)

  clock.wallError = -1_000
  expect(timeLeft.seconds(connection)).toBe(100)
  clock.wallError = 60
  expect(timeLeft.seconds(connection)).toBe(40)
})

it('measures another token of the same account separately', () => {
  const clock = new InstantClock()
  const timeLeft = new TimeLeft(clock)
  timeLeft.seconds(aConnection(clock, 100))
  clock.wallError = -1_000

  // The token is the same, but its expiry is later, because the network has extended it.
  expect(timeLeft.seconds(aConnection(clock, 150))).toBe(150)
  expect(timeLeft.seconds(aConnection(clock, 100, { accessToken: 'another' }))).toBe(100)
  expect(timeLeft.seconds(aConnection(clock, 200, { accessToken: 'another' }))).toBe(200)
})

it('remembers the ten thousand connections used last', () => {
  const clock = new InstantClock()
  const timeLeft = new TimeLeft(clock)
  const { token } = aConnection(clock, 100)
  for (let id = 0; id <= 10_000; id += 1) timeLeft.seconds({ id: `bluesky:${id}`, token })
  clock.wallError = -1_000

  expect(timeLeft.seconds({ id: 'bluesky:1', token })).toBe(100)
  expect(timeLeft.seconds({ id: 'bluesky:0', token })).toBe(1_100)
})
