import { keepsBounds } from '@social-internal/testing/bounds'
import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { ConfigError } from '@social/core/platform'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { postOptions, readSettings } from './options.js'
import { threads } from './platform.js'

describe('threads()', () => {
  // Holds R-0350.
  it.each<[string, object, RegExp]>([
    ['an unknown name', { recentPost: 5 }, /recentPosts/],
    ['no posts', { recentPosts: 0 }, /from 1 to 100/],
    ['too many posts', { recentPosts: 101 }, /from 1 to 100/],
    ['no time', { checkEverySeconds: 0 }, /seconds/],
    ['a text for a boolean', { appSecretProof: 'yes' }, /true or false/],
    ['a page that is not safe', { deletionStatusUrl: 'http://a.example' }, /https/],
    ['an address that is none', { addresses: { api: 'graph' } }, /full URL/],
    ['an unknown address', { addresses: { ap: 'https://a.example' } }, /ap/],
    ['no object', 7 as unknown as object, /object of options/], // the cast passes an invalid value, as a JavaScript application can
  ])('refuses %s, and lists the valid values', (_what, options, expected) => {
    expect(() => threads(options)).toThrow(ConfigError)
    expect(() => threads(options)).toThrow(expected)
  })
})

it.each([
  ['topicTag', (letters: number) => `${'a'.repeat(letters)}.`],
  ['quotePostId', (letters: number) => `${'1'.repeat(letters)}x`],
  ['linkAttachment', (letters: number) => `https://a.example/${'a'.repeat(letters)}`],
  ['gifId', (letters: number) => 'a'.repeat(letters)],
])('options.%s is read in linear time', (name, make) => {
  const read = (text: string) => v.safeParse(postOptions, { [name]: text })
  expect(growthOf(read, make)).toBeLessThan(MAX_GROWTH)
})

keepsBounds(readSettings, {
  checkEverySeconds: { default: 30, min: 1, max: 3600, fractions: true, unit: 'seconds' },
  waitUpToSeconds: { default: 300, min: 1, max: 86_400, fractions: true, unit: 'seconds' },
  recentPosts: { default: 25, min: 1, max: 100 },
})

it('sends no proof and has no deletion page, by default', () => {
  expect(readSettings({})).toMatchObject({ appSecretProof: false, deletionStatusUrl: null })
  const given = { appSecretProof: true, deletionStatusUrl: 'https://app.example/deletions' }
  expect(readSettings(given)).toMatchObject(given)
})

const takes = (options: object) => v.safeParse(postOptions, options).success

describe('the options of a post', () => {
  it('are optional', () => {
    expect(takes({})).toBe(true)
  })

  it.each<object>([
    { carousel: false },
    ...['everyone', 'accounts_you_follow', 'mentioned_only', 'parent_post_author_only', 'followers_only'].map(
      (replyControl) => ({ replyControl }),
    ),
    { topicTag: 'a' },
    { topicTag: 'a'.repeat(50) },
    { linkAttachment: 'https://a.example' },
    { linkAttachment: 'http://a.example' },
    { quotePostId: '1' },
    { quotePostId: '1'.repeat(32) },
    { poll: { options: ['a', 'b'] } },
    { poll: { options: ['a', 'b', 'c', 'd'.repeat(25)] } },
    { isSpoilerMedia: true },
    { spoilers: [{ start: 0, end: 1 }] },
    { spoilers: Array.from({ length: 10 }, () => ({ start: 0, end: 1 })) },
    { gifId: 'g'.repeat(100) },
    { enableReplyApprovals: true },
    { allowlistedCountryCodes: ['US', 'CA'] },
    { locationId: '7' },
  ])('take %j', (options) => {
    expect(takes(options)).toBe(true)
  })

  it.each<object>([
    { carousel: 1 },
    { replyControl: 'nobody' },
    { topicTag: '' },
    { topicTag: 'a'.repeat(51) },
    { topicTag: 'a.b' },
    { topicTag: 'a&b' },
    { topicTag: '.a' },
    { topicTag: 'a&' },
    { linkAttachment: 'ftp://a.example' },
    { linkAttachment: 'a.example' },
    { quotePostId: 'x1' },
    { quotePostId: '1x' },
    { quotePostId: '1'.repeat(33) },
    { poll: { options: ['a'] } },
    { poll: { options: ['a', 'b', 'c', 'd', 'e'] } },
    { poll: { options: ['a', ''] } },
    { poll: { options: ['a', 'b'.repeat(26)] } },
    { poll: { options: ['a', 'b'], days: 2 } },
    { isSpoilerMedia: 'yes' },
    { spoilers: [] },
    { spoilers: Array.from({ length: 11 }, () => ({ start: 0, end: 1 })) },
    { spoilers: [{ start: -1, end: 1 }] },
    { spoilers: [{ start: 0, end: 0.5 }] },
    { spoilers: [{ start: 0 }] },
    { gifId: '' },
    { gifId: 'g'.repeat(101) },
    { enableReplyApprovals: 1 },
    { allowlistedCountryCodes: [] },
    { allowlistedCountryCodes: ['us'] },
    { allowlistedCountryCodes: ['USA'] },
    { allowlistedCountryCodes: ['xUS'] },
    { locationId: 'x' },
  ])('refuse %j', (options) => {
    expect(takes(options)).toBe(false)
  })
})
