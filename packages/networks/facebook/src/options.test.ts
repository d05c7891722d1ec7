import { keepsBounds } from '@social-internal/testing/bounds'
import { ConfigError } from '@social/core/platform'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { postOptions, readSettings } from './options.js'
import { facebook } from './platform.js'

describe('facebook()', () => {
  it.each<[string, object, RegExp]>([
    ['an unknown name', { recentPost: 5 }, /recentPosts/],
    ['too many posts', { recentPosts: 101 }, /from 1 to 100/],
    ['no bytes', { maxVideoBytes: 0 }, /bytes/],
    ['half a retry', { resendsAllowed: 0.5 }, /whole number/],
    ['a text for a boolean', { appSecretProof: 'yes' }, /true or false/],
    ['an invalid version', { apiVersion: 'latest' }, /v26\.0/],
    ['a page that is not safe', { deletionStatusUrl: 'http://a.example' }, /https/],
    ['an address that is none', { addresses: { api: 'graph' } }, /full URL/],
    ['an unknown address', { addresses: { grap: 'https://a.example' } }, /grap/],
    ['no object', 7 as unknown as object, /object of options/],
  ])('refuses %s, and lists the valid values', (_what, options, expected) => {
    expect(() => facebook(options)).toThrow(ConfigError)
    expect(() => facebook(options)).toThrow(expected)
  })

  it('puts another version into every URL', () => {
    const platform = facebook({ apiVersion: 'v25.0' })
    expect(platform.apiBase(anAccount())).toBe('https://graph.facebook.com/v25.0')
  })
})

keepsBounds(readSettings, {
  recentPosts: { default: 25, min: 1, max: 100 },
  maxVideoBytes: { default: 1_000_000_000, min: 1, unit: 'bytes' },
  resendsAllowed: { default: 3, min: 0 },
})

it('sends the app secret proof and has no deletion page, by default', () => {
  expect(readSettings({})).toMatchObject({ appSecretProof: true, deletionStatusUrl: null })
  const given = { appSecretProof: false, deletionStatusUrl: 'https://app.example/deletions' }
  expect(readSettings(given)).toMatchObject(given)
})

const takes = (options: object) => v.safeParse(postOptions, options).success

describe('the options of a post', () => {
  it('are optional', () => {
    expect(takes({})).toBe(true)
  })

  it.each<object>([
    { link: 'https://a.example' },
    { link: 'http://a.example/x' },
    ...[
      'BOOK_TRAVEL',
      'DOWNLOAD',
      'LEARN_MORE',
      'LISTEN_MUSIC',
      'SIGN_UP',
      'USE_APP',
      'WATCH_MORE',
      'WATCH_VIDEO',
      'NO_BUTTON',
    ].map((callToAction) => ({ callToAction })),
    { placement: 'feed' },
    { placement: 'reel' },
    { placement: 'story' },
    { place: '1' },
    { place: '1'.repeat(32) },
    { title: 'T' },
  ])('take %j', (options) => {
    expect(takes(options)).toBe(true)
  })

  it.each<object>([
    { link: 'ftp://a.example' },
    { link: 'xhttp://a.example' },
    { link: 'a.example' },
    { callToAction: 'BUY' },
    { placement: 'page' },
    { place: 'x1' },
    { place: '1x' },
    { place: '' },
    { place: '1'.repeat(33) },
    { title: '' },
    { subtitle: 'T' },
  ])('refuse %j', (options) => {
    expect(takes(options)).toBe(false)
  })
})
