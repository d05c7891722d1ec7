import { ConfigError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { type PinterestOptions, readSettings } from './options.js'
import { pinterest } from './platform.js'

describe('settings of pinterest', () => {
  it.each<[string, object, RegExp]>([
    ['no polls', { mediaChecks: 0 }, /mediaChecks.*1 or more/],
    ['half a poll', { mediaChecks: 1.5 }, /whole number/],
    ['a negative pause', { mediaWaitSeconds: -1 }, /mediaWaitSeconds/],
    ['a timeout of 0', { timeoutSeconds: 0 }, /timeoutSeconds/],
    ['an invalid stall timeout', { stallSeconds: Number.NaN }, /stallSeconds/],
    ['text for a flag', { continuousRefresh: 'yes' }, /true or false/],
    ['a URL without encryption', { addresses: { api: 'http://api.pinterest.com/v5' } }, /https/],
    ['a path instead of a URL', { addresses: { signIn: '/oauth/' } }, /full URL/],
    ['an unknown base URL', { addresses: { token: 'https://a.example' } }, /token/],
    ['the spelling of other libraries', { media_checks: 3 }, /mediaChecks/],
  ])('refuse %s', (_what, options, message) => {
    // safe cast: the test passes invalid options on purpose, as JavaScript callers can
    expect(() => pinterest(options as PinterestOptions)).toThrow(ConfigError)
    expect(() => pinterest(options as PinterestOptions)).toThrow(message)
  })

  it.each<PinterestOptions>([
    { timeoutSeconds: 1 },
    { timeoutSeconds: 1.5 },
    { stallSeconds: 1 },
    { mediaChecks: 1 },
    { mediaWaitSeconds: 0 },
    { mediaWaitSeconds: 0.5 },
    { continuousRefresh: false },
  ])('accept %j', (options) => {
    expect(readSettings(options)).toMatchObject(options)
  })

  it.each<PinterestOptions>([{ timeoutSeconds: 0.9 }, { stallSeconds: 0.9 }])(
    'refuse %j, in seconds',
    (options) => {
      expect(() => readSettings(options)).toThrow(/a number of seconds/)
    },
  )

  it('have defaults', () => {
    expect(readSettings({})).toMatchObject({
      timeoutSeconds: 300,
      stallSeconds: 60,
      mediaChecks: 60,
      mediaWaitSeconds: 2,
      continuousRefresh: true,
      addresses: { api: 'https://api.pinterest.com/v5', signIn: 'https://www.pinterest.com/oauth' },
    })
  })
})
