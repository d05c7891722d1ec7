import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { isWebAddress, parseUri, toPostUri } from './uri.js'

describe('a URI that is valid in a record', () => {
  it.each(['https://example.com', 'http://example.com/a?b#c', 'https://例え.jp', 'mailto:a@b.example'])(
    'is %s',
    (address) => {
      expect(isWebAddress(address)).toBe(true)
    },
  )

  it.each([
    'https:///x',
    'https://',
    'https:// x',
    'https://[',
    'example.com',
    '',
    `https://a.example/${'x'.repeat(8192)}`,
  ])('is not %j', (address) => {
    expect(isWebAddress(address)).toBe(false)
  })
})

describe('an id of a post', () => {
  const did = 'did:plc:abc'

  it.each([
    ['3kabc', 'at://did:plc:abc/app.bsky.feed.post/3kabc'],
    ['at://did:plc:x/app.bsky.feed.post/3k', 'at://did:plc:x/app.bsky.feed.post/3k'],
    ['https://bsky.app/profile/ada.bsky.social/post/3k', 'at://ada.bsky.social/app.bsky.feed.post/3k'],
    ['https://bsky.app/profile/did:plc:x/post/3k/', 'at://did:plc:x/app.bsky.feed.post/3k'],
  ])('%s has the address %s', (id, uri) => {
    expect(toPostUri(id, did)).toBe(uri)
  })

  it.each(['', 'a b', 'at://did:plc:x', 'https://evil.example/profile/a/post/3k', 'at://a/b/c/d'])(
    '%j is invalid',
    (id) => {
      expect(toPostUri(id, did)).toBeNull()
    },
  )

  it.each([
    ['addresses', (letters: number) => `at://${'a'.repeat(letters)}/`],
    ['collections', (letters: number) => `at://a/${'a.'.repeat(letters / 2)}`],
    ['pages', (letters: number) => `https://bsky.app/profile/${'a'.repeat(letters)}/post`],
    ['keys', (letters: number) => `${'a'.repeat(letters)} `],
  ])('is read in linear time: %s', (_what, make) => {
    expect(growthOf((text: string) => toPostUri(text, did), make)).toBeLessThan(MAX_GROWTH)
    expect(growthOf(parseUri, make)).toBeLessThan(MAX_GROWTH)
    expect(growthOf(isWebAddress, make)).toBeLessThan(MAX_GROWTH)
  })
})
