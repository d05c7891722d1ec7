import {
  AuthError,
  ConfigError,
  InvalidPostError,
  NetworkError,
  PortError,
  RateLimitError,
  SpendingLimitError,
} from '@social/core'
import type { Random } from '@social/core/store'
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

describe('the wait for a reset time that the network sent', () => {
  it('may be hours, and does not count as an attempt', () => {
    const patient = { ...context, patienceSeconds: 604_800 }
    const verdict = verdictFor(limited(50_400), patient)
    expect(verdict).toMatchObject({ to: 'WAITING', afterSeconds: 50_400, memo: { tries: 0 } })
    const spent = new SpendingLimitError('The daily budget is used up.', {
      bucket: 'x',
      units: 10,
      freeAt: null,
      retryAfter: 30_000,
    })
    expect(verdictFor(spent, patient)).toMatchObject({
      to: 'WAITING',
      afterSeconds: 30_000,
      memo: { tries: 0 },
    })
  })
})

describe('the wait before the next attempt', () => {
  it('starts at one minute, doubles, and ends at one day, with any jitter', () => {
    const waits = [0, 1, 2, 3, 40].map((tries) => backoffSeconds(tries, chance(0)))
    expect(waits).toEqual([60, 120, 240, 480, 72_000])
    expect([0, 40].map((tries) => backoffSeconds(tries, chance(1)))).toEqual([72, 86_400])
  })

  it.each([
    [10, 0, 10],
    [10, 1, 12],
    [900, 1, 905],
    [900, 0.5, 902.5],
  ])('is the %d seconds that the network requires, plus a small jitter', (asked, fraction, expected) => {
    expect(verdictFor(limited(asked), { ...context, random: chance(fraction) })).toMatchObject({
      to: 'WAITING',
      afterSeconds: expected,
    })
  })

  it('does not count an attempt if the network sent a wait time', () => {
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

describe('the wait for one of the application’s own servers', () => {
  it.each([
    [0, 0, 1],
    [0, 0.99, 1.99],
    [4, 0.5, 6],
    [20, 0, 20],
    [3_000, 0, 30],
    [3_000, 1, 60],
    [-600, 0, 1],
  ])('after %d seconds, with jitter %d, is %d seconds', (seconds, fraction, expected) => {
    expect(away(seconds, fraction)).toMatchObject({ to: 'WAITING', afterSeconds: expected })
  })

  it('does not extend the waits for a network', () => {
    expect(away(10, 0).memo['tries']).toBe(3)
  })
})

const waitFor = (...errors: readonly Error[]) => {
  const verdict = verdictFor(new AggregateError(errors), context)
  return verdict.to === 'WAITING' ? verdict.afterSeconds : verdict.to
}
const store = new NetworkError('PostgreSQL did not answer.')

describe('the wait after an AggregateError', () => {
  it('is the longest wait of its errors', () => {
    expect(waitFor(limited(3))).toBe(3)
    expect(waitFor(store)).toBe(1)
    expect(waitFor(store, limited(3))).toBe(3)
    expect(waitFor(store, limited(3), new Error('a mistake'))).toBe(60)
    expect(waitFor(limited(900), new Error('a mistake'))).toBe(900)
    expect(waitFor()).toBe(60)
  })
})

const failingFor = (seconds: number, error: unknown) =>
  verdictFor(error, {
    ...context,
    memo: { ...FRESH, since: new Date(NOW.getTime() - seconds * 1000).toISOString() },
  })
const cut = new NetworkError('The line was cut.', { platform: 'fake' })

describe('a job that fails repeatedly', () => {
  it('stores the time of the first failure, and is held for a person after the end of its patience', () => {
    expect(verdictFor(cut, context).memo['since']).toBe(NOW.toISOString())
    expect(failingFor(3600, cut).to).toBe('WAITING')
    expect(failingFor(3601, cut)).toMatchObject({
      to: 'HELD',
      memo: { problem: { todo: 'LOOK_AT_ACCOUNT' } },
    })
  })

  it('has its last attempt when the patience ends, not after a longer wait', () => {
    expect(failingFor(3000, limited(7200))).toMatchObject({ to: 'WAITING', afterSeconds: 601 })
    expect(failingFor(3600, limited(7200))).toMatchObject({ to: 'WAITING', afterSeconds: 1 })
  })
})

/**
 * Errors on the operator's side: a missing platform, an unreachable store, a database driver, a
 * programming mistake.
 */
const OPERATORS: readonly (readonly [what: string, error: unknown])[] = [
  ['a mistake in the configuration', new ConfigError('There is no platform "threads".')],
  ['a store that is away', new NetworkError('PostgreSQL did not answer.')],
  ['a port of the application that failed', new PortError('journal.open failed.', { port: 'journal.open' })],
  ['an error that is not the library’s', new TypeError('a mistake')],
  ['several of them', new AggregateError([new ConfigError('One.'), new Error('Two.')])],
  ['a value that is not an error', 'away'],
]

describe.each(OPERATORS)('a failure on the operator’s side: %s', (_what, error) => {
  it('waits, then is held after the end of the patience, and never becomes FAILED', () => {
    expect(verdictFor(error, context)).toMatchObject({
      to: 'WAITING',
      memo: { since: NOW.toISOString(), problem: { todo: 'RETRY' } },
    })
    expect(failingFor(3601, error)).toMatchObject({ to: 'HELD', memo: { problem: { todo: 'RETRY' } } })
  })
})

const reasonOf = (error: unknown) => verdictFor(error, context).memo['problem']

describe('the reason of a failure on the operator’s side', () => {
  it('is the message of a library error, or the name and code of any other error', () => {
    expect(reasonOf(new ConfigError('There is no platform "threads".'))).toMatchObject({
      todo: 'RETRY',
      message: 'There is no platform "threads".',
      code: 'CONFIG',
    })
    const secret = Object.assign(new Error('postgres://user:secret@db'), { code: 'ECONNREFUSED' })
    const both = reasonOf(new AggregateError([secret, new ConfigError('No dispatcher.')]))
    expect(both).toMatchObject({ code: null })
    expect(JSON.stringify(both)).toContain('Error ECONNREFUSED')
    expect(JSON.stringify(both)).toContain('No dispatcher.')
    expect(JSON.stringify(both)).not.toContain('secret')
    expect(JSON.stringify(reasonOf(null))).toContain('object')
  })
})

describe('an error that is not temporary', () => {
  it('is held if a person can repair it, and otherwise fails', () => {
    expect(verdictFor(new AuthError('Signed out.'), context)).toMatchObject({
      to: 'HELD',
      memo: { problem: { todo: 'SIGN_IN_AGAIN' } },
    })
    expect(verdictFor(new InvalidPostError('Too long.'), context)).toMatchObject({
      to: 'FAILED',
      memo: { problem: { todo: 'CHANGE_POST', code: 'INVALID_POST' } },
    })
  })
})
