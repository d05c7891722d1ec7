import { describe, expect, it } from 'vitest'

import { NetworkClock } from './network-clock.js'

const ORIGIN = 'https://api.example'
const START = '2026-11-23T12:00:00.000Z'

/** Arbitrary start value of the monotonic clock. */
const MONOTONIC_START = 5_000

function aNetworkClock() {
  let seconds = 0
  const network = new NetworkClock({
    now: () => new Date(Date.parse(START) + seconds * 1000),
    monotonic: () => MONOTONIC_START + seconds,
    sleep: () => Promise.resolve(),
  })
  const pass = (more: number): void => {
    seconds += more
  }
  return { network, pass }
}

describe('the time at a network', () => {
  it('is the time of its responses, advanced by the monotonic clock', () => {
    const { network, pass } = aNetworkClock()
    network.note(ORIGIN, { date: 'Sun, 22 Nov 2026 12:00:00 GMT' })
    pass(90)
    expect(network.now(ORIGIN).toISOString()).toBe('2026-11-22T12:01:30.000Z')
    expect(network.now('https://other.example').toISOString()).toBe('2026-11-23T12:01:30.000Z')
  })

  it('is updated after more than 30 seconds', () => {
    const { network, pass } = aNetworkClock()
    network.note(ORIGIN, { date: 'Sun, 22 Nov 2026 12:00:00 GMT' })
    pass(30)
    network.note(ORIGIN, { date: 'Sun, 22 Nov 2026 13:00:00 GMT' })
    expect(network.now(ORIGIN).toISOString()).toBe('2026-11-22T12:00:30.000Z')
    pass(1)
    network.note(ORIGIN, { date: 'Sun, 22 Nov 2026 13:00:00 GMT' })
    expect(network.now(ORIGIN).toISOString()).toBe('2026-11-22T13:00:00.000Z')
  })

  it.each([
    ['Thu, 01 Jan 1970 00:00:00 GMT', '1970-01-01T00:00:00.000Z'],
    ['Fri, 31 Dec 9999 23:59:59 GMT', '9999-12-31T23:59:59.000Z'],
  ])('can be any time that the header can express: %s', (date, moment) => {
    const { network } = aNetworkClock()
    network.note(ORIGIN, { date })
    expect(network.now(ORIGIN).toISOString()).toBe(moment)
  })

  it.each(['', 'now', '+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', 'x'.repeat(100_000)])(
    'is the local time if a response has the date %j',
    (date) => {
      const { network } = aNetworkClock()
      network.note(ORIGIN, { date })
      expect(network.now(ORIGIN).toISOString()).toBe(START)
    },
  )
})
