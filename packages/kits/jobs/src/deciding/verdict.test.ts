import { AuthError, NetworkError, RateLimitError } from '@social/core'
import type { Random } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { FRESH } from '../memo.js'
import { backoffSeconds, verdictFor } from './verdict.js'

const NOW = new Date('2026-11-22T12:00:00Z')
const chance = (fraction: number): Random => ({
  bytes: (count) => new Uint8Array(count),
  fraction: () => fraction,
})
const context = { memo: FRESH, now: NOW, random: chance(0), patienceSeconds: 3600 }
const limited = (retryAfter: number): RateLimitError => new RateLimitError('Slow down.', { retryAfter })

describe('the wait before the next try', () => {
  it('begins with a minute, doubles, and ends at a day, whatever chance adds', () => {
    const waits = [0, 1, 2, 3, 40].map((tries) => backoffSeconds(tries, chance(0)))
    expect(waits).toEqual([60, 120, 240, 480, 72_000])
    expect([0, 40].map((tries) => backoffSeconds(tries, chance(1)))).toEqual([72, 86_400])
  })

  it.each([
    [10, 0, 10],
    [10, 1, 12],
    [900, 1, 905],
    [900, 0.5, 902.5],
  ])(
    'is what the network asked for, %d seconds, and a little more by chance',
    (asked, fraction, expected) => {
      expect(verdictFor(limited(asked), { ...context, random: chance(fraction) })).toMatchObject({
        to: 'WAITING',
        afterSeconds: expected,
      })
    },
  )

  it('counts no try that the network has asked to wait for', () => {
    const memo = { ...FRESH, tries: 3 }
    expect(verdictFor(limited(10), { ...context, memo }).memo['tries']).toBe(3)
    const outage = verdictFor(new NetworkError('The line was cut.', { platform: 'fake' }), {
      ...context,
      memo,
    })
    expect(outage).toMatchObject({ to: 'WAITING', afterSeconds: 480, memo: { tries: 4 } })
  })
})

const away = (seconds: number, fraction: number) => {
  const since = new Date(NOW.getTime() - seconds * 1000).toISOString()
  const memo = { ...FRESH, tries: 3, since }
  return verdictFor(new NetworkError('PostgreSQL did not answer.'), {
    ...context,
    memo,
    random: chance(fraction),
  })
}

describe('the wait for a server of the application’s own', () => {
  it.each([
    [0, 0, 1],
    [0, 0.99, 1.99],
    [4, 0.5, 6],
    [20, 0, 20],
    [3_000, 0, 30],
    [3_000, 1, 60],
    [-600, 0, 1],
  ])('after %d seconds, with %d of chance, is %d seconds', (seconds, fraction, expected) => {
    expect(away(seconds, fraction)).toMatchObject({ to: 'WAITING', afterSeconds: expected })
  })

  it('does not make the waits for a network longer', () => {
    expect(away(10, 0).memo['tries']).toBe(3)
  })
})

const waitFor = (...errors: readonly Error[]) => {
  const verdict = verdictFor(new AggregateError(errors), { ...context, retriesForeign: true })
  return verdict.to === 'WAITING' ? verdict.afterSeconds : verdict.to
}
const store = new NetworkError('PostgreSQL did not answer.')

describe('the wait after several failures at once', () => {
  it('is the longest of theirs', () => {
    expect(waitFor(limited(3))).toBe(3)
    expect(waitFor(store)).toBe(1)
    expect(waitFor(store, limited(3))).toBe(3)
    expect(waitFor(store, limited(3), new Error('a mistake'))).toBe(60)
    expect(waitFor(limited(900), new Error('a mistake'))).toBe(900)
    expect(waitFor()).toBe(60)
  })
})

const failingFor = (seconds: number) =>
  verdictFor(new NetworkError('The line was cut.'), {
    ...context,
    memo: { ...FRESH, since: new Date(NOW.getTime() - seconds * 1000).toISOString() },
  })

describe('what fails again and again', () => {
  it('remembers since when, and is held for a person once it is longer than they are patient for', () => {
    expect(verdictFor(new NetworkError('Cut.'), context).memo['since']).toBe(NOW.toISOString())
    expect(failingFor(3600).to).toBe('WAITING')
    expect(failingFor(3601)).toMatchObject({ to: 'HELD', memo: { problem: { todo: 'LOOK_AT_ACCOUNT' } } })
  })
})

describe('what is no outage', () => {
  it('is held where a person can mend it, and has failed otherwise', () => {
    const signIn = verdictFor(new AuthError('Signed out.'), context)
    expect(signIn).toMatchObject({ to: 'HELD', memo: { problem: { todo: 'SIGN_IN_AGAIN' } } })
    expect(verdictFor(new Error('a mistake'), context)).toMatchObject({
      to: 'FAILED',
      memo: { problem: { todo: 'GIVE_UP', code: null } },
    })
  })

  it('is tried again where the application’s own handler failed, which may pass', () => {
    const own = { ...context, retriesForeign: true }
    expect(verdictFor(new Error('a mistake'), own)).toMatchObject({ to: 'WAITING', afterSeconds: 60 })
    expect(verdictFor(new AuthError('Signed out.'), own).to).toBe('HELD')
  })
})
