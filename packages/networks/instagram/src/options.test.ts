import { ConfigError } from '@social/core/platform'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { growthOf, MOST_GROWTH } from '../../../../tooling/growth.js'
import { postOptions, readSettings } from './options.js'
import { instagram } from './platform.js'

describe('instagram()', () => {
  it.each<[string, object, RegExp]>([
    ['an unknown name', { recentPost: 5 }, /recentPosts/],
    ['no posts', { recentPosts: 0 }, /from 1 to 100/],
    ['too many posts', { recentPosts: 101 }, /from 1 to 100/],
    ['no time', { checkEverySeconds: 0 }, /seconds/],
    ['too long a time', { waitUpToSeconds: 86_401 }, /seconds/],
    ['a version that is none', { apiVersion: '26' }, /v26\.0/],
    ['a word for a switch', { appSecretProof: 'yes' }, /true or false/],
    ['a page that is not safe', { deletionStatusUrl: 'http://a.example' }, /https/],
    ['an address that is none', { addresses: { api: 'graph' } }, /whole address/],
    ['no object', 7 as unknown as object, /object of options/], // what JavaScript lets through
  ])('refuses %s, and says what it takes', (_what, options, words) => {
    expect(() => instagram(options)).toThrow(ConfigError)
    expect(() => instagram(options)).toThrow(words)
  })

  it('fills in what is left out', () => {
    expect(readSettings({})).toMatchObject({
      checkEverySeconds: 60,
      waitUpToSeconds: 300,
      recentPosts: 25,
      appSecretProof: false,
      deletionStatusUrl: null,
    })
    expect([1, 100].map((recentPosts) => readSettings({ recentPosts }).recentPosts)).toEqual([1, 100])
    expect(readSettings({ apiVersion: 'v27.0' }).addresses.api).toBe('https://graph.instagram.com/v27.0')
  })
})

it.each([
  ['coverUrl', (letters: number) => `https://a.example/${'a'.repeat(letters)}`],
  ['locationId', (letters: number) => `${'1'.repeat(letters)}x`],
  ['audioName', (letters: number) => 'a'.repeat(letters)],
])('options.%s is read in linear time', (name, make) => {
  const read = (text: string) => v.safeParse(postOptions, { [name]: text })
  expect(growthOf(read, make)).toBeLessThan(MOST_GROWTH)
})
