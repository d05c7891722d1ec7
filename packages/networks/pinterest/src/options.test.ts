import { ConfigError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { type PinterestOptions, readSettings } from './options.js'
import { pinterest } from './platform.js'

describe('settings of pinterest', () => {
  it.each<[string, object, RegExp]>([
    ['no questions', { mediaChecks: 0 }, /mediaChecks.*1 or more/],
    ['half a question', { mediaChecks: 1.5 }, /whole number/],
    ['a negative pause', { mediaWaitSeconds: -1 }, /mediaWaitSeconds/],
    ['no time', { timeoutSeconds: 0 }, /timeoutSeconds/],
    ['no patience', { stallSeconds: Number.NaN }, /stallSeconds/],
    ['a word for a flag', { continuousRefresh: 'yes' }, /true or false/],
    ['an address without encryption', { addresses: { api: 'http://api.pinterest.com/v5' } }, /https/],
    ['a path as address', { addresses: { signIn: '/oauth/' } }, /whole address/],
    ['an unknown address', { addresses: { token: 'https://a.example' } }, /token/],
    ['the spelling of other libraries', { media_checks: 3 }, /mediaChecks/],
  ])('refuse %s', (_what, options, words) => {
    // As an application without types writes it.
    expect(() => pinterest(options as PinterestOptions)).toThrow(ConfigError)
    expect(() => pinterest(options as PinterestOptions)).toThrow(words)
  })

  it.each<PinterestOptions>([
    { timeoutSeconds: 1 },
    { timeoutSeconds: 1.5 },
    { stallSeconds: 1 },
    { mediaChecks: 1 },
    { mediaWaitSeconds: 0 },
    { mediaWaitSeconds: 0.5 },
    { continuousRefresh: false },
  ])('take %j', (options) => {
    expect(readSettings(options)).toMatchObject(options)
  })

  it.each<PinterestOptions>([{ timeoutSeconds: 0.9 }, { stallSeconds: 0.9 }])(
    'refuse %j, in seconds',
    (options) => {
      expect(() => readSettings(options)).toThrow(/a number of seconds/)
    },
  )

  it('are Pinterest’s own unless given', () => {
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
