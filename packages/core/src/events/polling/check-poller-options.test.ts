import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { refuseOtherOptions } from './check-poller-options.js'
import type { PollerOptions } from './poller-options.js'
import { Poller } from './poller.js'

const account = {}
const fetch = () => []
const fetchAfter = () => ({ updates: [], marker: null })

/** Calls the check with options that a TypeScript application could not write. */
const refuse = (options: object) => refuseOtherOptions(options as PollerOptions)

describe('a poller', () => {
  it.each([
    ['none', {}],
    ['account and fetch', { account, fetch }],
    ['account and fetchAfter', { account, fetchAfter }],
    ['fetch and fetchAfter', { fetch, fetchAfter }],
    ['all three', { account, fetch, fetchAfter }],
    ['a function as account', { account: fetch }],
    ['null as account', { account: null }],
    ['an object as fetch', { fetch: account }],
    ['an object as fetchAfter', { fetchAfter: account }],
  ])('requires exactly one way to fetch, and refuses %s', (_what, options) => {
    expect(() => {
      refuse(options)
    }).toThrow(ConfigError)
    expect(() => {
      refuse(options)
    }).toThrow(/requires exactly one way to fetch/)
  })

  it.each([
    ['an account', { account, markers: {}, dispatcher: {}, overlapSeconds: 60 }],
    ['the time', { fetch, deliver: fetch, marker: null, saveMarker: fetch, since: 'x', overlapSeconds: 60 }],
    ['a marker', { fetchAfter, deliver: fetch, marker: null, saveMarker: fetch, markSeen: fetch }],
  ])('that fetches by %s accepts all its options', (_what, options) => {
    const settings = {
      everySeconds: 1,
      jitter: 0,
      deadlineSeconds: 1,
      onError: fetch,
      signal: {},
      clock: {},
      random: {},
    }
    expect(() => {
      refuse({ ...options, ...settings })
    }).not.toThrow()
  })

  it.each([
    ['deliver', 'account', { account, deliver: fetch }],
    ['marker', 'account', { account, marker: null }],
    ['markSeen', 'fetch', { fetch, markSeen: fetch }],
    ['dispatcher', 'fetch', { fetch, dispatcher: {} }],
    ['since', 'fetchAfter', { fetchAfter, since: 'x' }],
    ['overlapSeconds', 'fetchAfter', { fetchAfter, overlapSeconds: 1 }],
    ['markers', 'fetchAfter', { fetchAfter, markers: {} }],
  ])('refuses %s with %s, where it has no effect', (name, way, options) => {
    expect(() => {
      refuse(options)
    }).toThrow(`Remove ${name}: it has no effect with ${way}.`)
  })

  it('refuses an unknown name, and suggests the closest one', () => {
    expect(() => {
      refuse({ fetch, overlapSecond: 1 })
    }).toThrow('Poller does not know the option "overlapSecond". Did you mean "overlapSeconds"?')
  })

  it('treats undefined as a missing option', () => {
    expect(() => {
      refuse({ fetch, account: undefined, fetchAfter: undefined, markers: undefined })
    }).not.toThrow()
  })
})

it.each([
  [{ deadlineSeconds: 0 }, 'deadlineSeconds must be a number above 0.'],
  [{ deadlineSeconds: Infinity }, 'deadlineSeconds must be a number above 0.'],
  [{ everySeconds: 0 }, 'everySeconds must be a number above 0.'],
  [{ jitter: 1.1 }, 'jitter must be a number'],
  [{ overlapSeconds: -1 }, 'overlapSeconds must be a number, 0 or more.'],
])('a poller refuses %j by its name', (options, message) => {
  // safe cast: before the refusal, the constructor reads only the names and the numbers of these
  // options.
  const given = {
    fetch,
    deliver: fetch,
    marker: null,
    saveMarker: fetch,
    ...options,
  } as unknown as PollerOptions
  expect(() => new Poller(given)).toThrow(ConfigError)
  expect(() => new Poller(given)).toThrow(message)
})
