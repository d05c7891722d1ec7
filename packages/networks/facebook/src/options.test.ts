import { ConfigError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { facebook } from './platform.js'

describe('facebook()', () => {
  it.each<[string, object, RegExp]>([
    ['an unknown name', { recentPost: 5 }, /recentPosts/],
    ['too many posts', { recentPosts: 101 }, /from 1 to 100/],
    ['no bytes', { biggestVideoBytes: 0 }, /bytes/],
    ['half a try', { resendsAllowed: 0.5 }, /whole number/],
    ['a word for a switch', { appSecretProof: 'yes' }, /true or false/],
    ['a version that is none', { apiVersion: 'latest' }, /v26\.0/],
    ['a page that is not safe', { deletionStatusUrl: 'http://a.example' }, /https/],
    ['an address that is none', { addresses: { api: 'graph' } }, /whole address/],
    ['an unknown address', { addresses: { grap: 'https://a.example' } }, /grap/],
    ['no object', 7 as unknown as object, /object of options/],
  ])('refuses %s, and says what it takes', (_what, options, words) => {
    expect(() => facebook(options)).toThrow(ConfigError)
    expect(() => facebook(options)).toThrow(words)
  })

  it('puts another version into every address', () => {
    const platform = facebook({ apiVersion: 'v25.0' })
    expect(platform.apiBase(anAccount())).toBe('https://graph.facebook.com/v25.0')
  })
})
