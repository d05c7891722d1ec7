import { keepsBounds } from '@social-internal/testing/bounds'
import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { ConfigError } from '@social/core/platform'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { postOptions, readSettings } from './options.js'
import { instagram } from './platform.js'

describe('instagram()', () => {
  it.each<[string, object, RegExp]>([
    ['an unknown name', { recentPost: 5 }, /recentPosts/],
    ['no posts', { recentPosts: 0 }, /from 1 to 100/],
    ['too many posts', { recentPosts: 101 }, /from 1 to 100/],
    ['no time', { checkEverySeconds: 0 }, /seconds/],
    ['too long a time', { waitUpToSeconds: 86_401 }, /seconds/],
    ['an invalid version', { apiVersion: '26' }, /v26\.0/],
    ['a text for a boolean', { appSecretProof: 'yes' }, /true or false/],
    ['a page that is not safe', { deletionStatusUrl: 'http://a.example' }, /https/],
    ['an address that is none', { addresses: { api: 'graph' } }, /full URL/],
    ['no object', 7 as unknown as object, /object of options/], // the cast passes an invalid value, as a JavaScript application can
  ])('refuses %s, and lists the valid values', (_what, options, expected) => {
    expect(() => instagram(options)).toThrow(ConfigError)
    expect(() => instagram(options)).toThrow(expected)
  })

  it('fills in the defaults', () => {
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
  expect(growthOf(read, make)).toBeLessThan(MAX_GROWTH)
})

keepsBounds(readSettings, {
  checkEverySeconds: { default: 60, min: 1, max: 3600, fractions: true, unit: 'seconds' },
  waitUpToSeconds: { default: 300, min: 1, max: 86_400, fractions: true, unit: 'seconds' },
  recentPosts: { default: 25, min: 1, max: 100 },
})

it('takes a deletion page and the app secret proof', () => {
  const given = { appSecretProof: true, deletionStatusUrl: 'https://app.example/deletions' }
  expect(readSettings(given)).toMatchObject(given)
})

const takes = (options: object) => v.safeParse(postOptions, options).success

describe('the options of a post', () => {
  it('are optional', () => {
    expect(takes({})).toBe(true)
  })

  it.each<object>([
    { carousel: true },
    { placement: 'feed' },
    { placement: 'reel' },
    { placement: 'story' },
    { shareToFeed: false },
    { coverUrl: 'https://a.example/c.jpg' },
    { thumbOffsetMs: 0 },
    { audioName: 'Song' },
    { trial: 'MANUAL' },
    { trial: 'SS_PERFORMANCE' },
    { collaborators: ['a'] },
    { collaborators: ['a', 'b.c', 'D_9'] },
    { collaborators: ['a'.repeat(30)] },
    { userTags: [{ username: 'bo' }] },
    { userTags: [{ username: 'bo', x: 0, y: 1 }] },
    { locationId: '1' },
    { locationId: '1'.repeat(32) },
    { isAiGenerated: true },
  ])('take %j', (options) => {
    expect(takes(options)).toBe(true)
  })

  it.each<object>([
    { carousel: 'yes' },
    { placement: 'page' },
    { shareToFeed: 1 },
    { coverUrl: 'http://a.example/c.jpg' },
    { coverUrl: 'c.jpg' },
    { thumbOffsetMs: -1 },
    { thumbOffsetMs: 0.5 },
    { audioName: '' },
    { trial: 'AUTO' },
    { collaborators: [] },
    { collaborators: ['a', 'b', 'c', 'd'] },
    { collaborators: ['@a'] },
    { collaborators: ['a b'] },
    { collaborators: [''] },
    { collaborators: ['a'.repeat(31)] },
    { userTags: [{ x: 0, y: 1 }] },
    { userTags: [{ username: 'bo', x: -0.1, y: 0 }] },
    { userTags: [{ username: 'bo', x: 0, y: 1.1 }] },
    { userTags: [{ username: 'bo', z: 1 }] },
    { locationId: 'x1' },
    { locationId: '1x' },
    { locationId: '' },
    { locationId: '1'.repeat(33) },
    { isAiGenerated: 'yes' },
  ])('refuse %j', (options) => {
    expect(takes(options)).toBe(false)
  })
})
