import { describe, expect, it } from 'vitest'

import { NetworkError, RateLimitError } from '../errors/index.js'
import { aConnection, InstantClock } from './__fixtures__/a-keeper.js'
import { PostponedRenewals } from './postponed-renewals.js'
import { TimeLeft } from './time-left.js'

const DAY = 86_400
const outage = new NetworkError('the line was cut')

function parts() {
  const clock = new InstantClock()
  return { clock, postponed: new PostponedRenewals(clock, new TimeLeft(clock)) }
}

describe('a postponed renewal', () => {
  it('is tried again after five minutes', () => {
    const { clock, postponed } = parts()
    const connection = aConnection(clock, 20 * DAY)
    expect(postponed.has(connection)).toBe(false)
    expect(postponed.add(connection, outage)).toBe(true)

    clock.advance(299)
    expect(postponed.has(connection)).toBe(true)
    clock.advance(1)
    expect(postponed.has(connection)).toBe(false)
  })

  it('waits as long as the network requests, if that is longer', () => {
    const { clock, postponed } = parts()
    const connection = aConnection(clock, 20 * DAY)
    postponed.add(connection, new RateLimitError('later', { retryAfter: 3_600 }))
    clock.advance(3_599)
    expect(postponed.has(connection)).toBe(true)
    clock.advance(1)
    expect(postponed.has(connection)).toBe(false)
  })

  it.each([null, 10])('waits five minutes if the network requests %s seconds', (retryAfter) => {
    const { clock, postponed } = parts()
    const connection = aConnection(clock, 20 * DAY)
    postponed.add(connection, new RateLimitError('later', { retryAfter }))
    clock.advance(299)

    expect(postponed.has(connection)).toBe(true)
  })

  it('is not postponed if a day or less is left, and ends at that time', () => {
    const { clock, postponed } = parts()
    expect(postponed.add(aConnection(clock, DAY), outage)).toBe(false)
    const connection = aConnection(clock, DAY + 1)
    expect(postponed.add(connection, outage)).toBe(true)
    expect(postponed.has(connection)).toBe(true)
    clock.advance(1)

    expect(postponed.has(connection)).toBe(false)
  })

  it('is possible for a token without expiry', () => {
    const { clock, postponed } = parts()

    expect(postponed.add(aConnection(clock, null), outage)).toBe(true)
  })
})
