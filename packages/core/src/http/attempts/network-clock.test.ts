import { describe, expect, it } from 'vitest'

import { NetworkClock } from './network-clock.js'

const ORIGIN = 'https://api.example'
const START = '2026-11-23T12:00:00.000Z'

function aNetworkClock() {
  let seconds = 0
  const network = new NetworkClock({
    now: () => new Date(Date.parse(START) + seconds * 1000),
    monotonic: () => seconds,
    sleep: () => Promise.resolve(),
  })
  const pass = (more: number): void => {
    seconds += more
  }
  return { network, pass }
}

describe('the time at a network', () => {
  it('is what its replies say, and goes on by the clock that never goes back', () => {
    const { network, pass } = aNetworkClock()
    network.note(ORIGIN, { date: 'Sun, 22 Nov 2026 12:00:00 GMT' })
    pass(90)
    expect(network.now(ORIGIN).toISOString()).toBe('2026-11-22T12:01:30.000Z')
    expect(network.now('https://other.example').toISOString()).toBe('2026-11-23T12:01:30.000Z')
  })

  it.each(['', 'now', '+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', 'x'.repeat(100_000)])(
    'is that of this machine where a reply says %j',
    (date) => {
      const { network } = aNetworkClock()
      network.note(ORIGIN, { date })
      expect(network.now(ORIGIN).toISOString()).toBe(START)
    },
  )
})
