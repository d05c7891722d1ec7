import { ConfigError } from '@social/core/platform'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { growthOf, MOST_GROWTH } from '../../../../tooling/growth.js'
import { postOptions } from './options.js'
import { threads } from './platform.js'

describe('threads()', () => {
  it.each<[string, object, RegExp]>([
    ['an unknown name', { recentPost: 5 }, /recentPosts/],
    ['no posts', { recentPosts: 0 }, /from 1 to 100/],
    ['too many posts', { recentPosts: 101 }, /from 1 to 100/],
    ['no time', { checkEverySeconds: 0 }, /seconds/],
    ['a word for a switch', { appSecretProof: 'yes' }, /true or false/],
    ['a page that is not safe', { deletionStatusUrl: 'http://a.example' }, /https/],
    ['an address that is none', { addresses: { api: 'graph' } }, /whole address/],
    ['an unknown address', { addresses: { ap: 'https://a.example' } }, /ap/],
    ['no object', 7 as unknown as object, /object of options/], // what JavaScript lets through
  ])('refuses %s, and says what it takes', (_what, options, words) => {
    expect(() => threads(options)).toThrow(ConfigError)
    expect(() => threads(options)).toThrow(words)
  })
})

it.each([
  ['topicTag', (letters: number) => `${'a'.repeat(letters)}.`],
  ['quotePostId', (letters: number) => `${'1'.repeat(letters)}x`],
  ['linkAttachment', (letters: number) => `https://a.example/${'a'.repeat(letters)}`],
  ['gifId', (letters: number) => 'a'.repeat(letters)],
])('options.%s is read in linear time', (name, make) => {
  const read = (text: string) => v.safeParse(postOptions, { [name]: text })
  expect(growthOf(read, make)).toBeLessThan(MOST_GROWTH)
})
