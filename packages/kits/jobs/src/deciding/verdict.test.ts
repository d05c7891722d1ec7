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

describe('the wait for a reset that the network has named', () => {
  it('is hours where the network says so, and does not count as an attempt', () => {
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
  const verdict = verdictFor(new AggregateError(errors), context)
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

const failingFor = (seconds: number, error: unknown) =>
  verdictFor(error, {
    ...context,
    memo: { ...FRESH, since: new Date(NOW.getTime() - seconds * 1000).toISOString() },
  })
const cut = new NetworkError('The line was cut.', { platform: 'fake' })

describe('what fails again and again', () => {
  it('remembers since when, and is held for a person once it is longer than they are patient for', () => {
    expect(verdictFor(cut, context).memo['since']).toBe(NOW.toISOString())
    expect(failingFor(3600, cut).to).toBe('WAITING')
    expect(failingFor(3601, cut)).toMatchObject({
      to: 'HELD',
      memo: { problem: { todo: 'LOOK_AT_ACCOUNT' } },
    })
  })

  it('is attempted once more when the patience ends, not after the rest of a long wait', () => {
    expect(failingFor(3000, limited(7200))).toMatchObject({ to: 'WAITING', afterSeconds: 601 })
    expect(failingFor(3600, limited(7200))).toMatchObject({ to: 'WAITING', afterSeconds: 1 })
  })
})

/** Each has another origin: a platform that is missing, a store that is away, a driver, a mistake. */
const OPERATORS: readonly (readonly [what: string, error: unknown])[] = [
  ['a mistake in the configuration', new ConfigError('There is no platform "threads".')],
  ['a store that is away', new NetworkError('PostgreSQL did not answer.')],
  ['a port of the application that failed', new PortError('journal.open failed.', { port: 'journal.open' })],
  ['an error that is not the library’s', new TypeError('a mistake')],
  ['several of them', new AggregateError([new ConfigError('One.'), new Error('Two.')])],
  ['a value that is not an error', 'away'],
]

describe.each(OPERATORS)('trouble on the operator’s side: %s', (_what, error) => {
  it('waits, and is held once the patience is over: never failed', () => {
    expect(verdictFor(error, context)).toMatchObject({
      to: 'WAITING',
      memo: { since: NOW.toISOString(), problem: { todo: 'RETRY' } },
    })
    expect(failingFor(3601, error)).toMatchObject({ to: 'HELD', memo: { problem: { todo: 'RETRY' } } })
  })
})

const reasonOf = (error: unknown) => verdictFor(error, context).memo['problem']

describe('the reason of trouble on the operator’s side', () => {
  it('is the message of a library error, and name and code of every other', () => {
    expect(reasonOf(new ConfigError('There is no platform "threads".'))).toEqual({
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
  it('is held where a person can end it, and has failed otherwise', () => {
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
