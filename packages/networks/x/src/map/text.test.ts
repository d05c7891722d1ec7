import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'

import { postReply } from '../schemas.js'
import { expandText } from './text.js'

const messageOf = (post: object) => expandText(parse(postReply, { id: '1', ...post }))

describe('the text of a post', () => {
  it('contains the original URLs, and not those that X adds', () => {
    const { text, links } = messageOf({
      text: 'See https://t.co/abc &amp; #tag &lt;b&gt; @bo https://t.co/pic https://t.co/quo',
      entities: {
        urls: [
          { url: 'https://t.co/abc', expanded_url: 'https://example.com/a?b=1' },
          { url: 'https://t.co/pic', expanded_url: 'https://x.com/i/status/1/photo/1', media_key: '3_1' },
          { url: 'https://t.co/quo', expanded_url: 'https://twitter.com/bo/status/55' },
        ],
        mentions: [{ username: 'Bo', id: '999' }],
        hashtags: [{ tag: 'tag' }],
      },
      referenced_posts: [{ type: 'quoted', id: '55' }],
    })

    expect(text).toBe('See https://example.com/a?b=1 & #tag <b> @bo')
    expect(links.map(({ start, end, kind, target }) => [text.slice(start, end), kind, target])).toEqual([
      ['https://example.com/a?b=1', 'LINK', 'https://example.com/a?b=1'],
      ['#tag', 'TAG', 'tag'],
      ['@bo', 'MENTION', '999'],
    ])
  })

  it('contains decoded entities', () => {
    expect(messageOf({ text: '&lt;i&gt; &quot;a&#39;s&quot; &amp;amp; &copy;' }).text).toBe(
      `<i> "a's" &amp; &copy;`,
    )
  })

  it('has no links to people and tags that X does not list', () => {
    expect(messageOf({ text: '@bo #tag ＠cy ＃sun' }).links).toEqual([])
  })

  it('has links to people and tags in any letter case, and to unlisted short URLs', () => {
    const { text, links } = messageOf({
      text: '＠BO ＃Sun https://t.co/a https://t.co/b',
      entities: {
        urls: [{ url: 'https://t.co/b' }],
        mentions: [{ username: 'bo' }],
        hashtags: [{ tag: 'sun' }],
      },
    })

    expect(text).toBe('＠BO ＃Sun https://t.co/a https://t.co/b')
    expect(links).toEqual([
      { start: 0, end: 3, kind: 'MENTION', target: 'bo', url: 'https://x.com/BO' },
      { start: 4, end: 8, kind: 'TAG', target: 'Sun', url: 'https://x.com/hashtag/Sun' },
      { start: 9, end: 23, kind: 'LINK', target: 'https://t.co/a', url: 'https://t.co/a' },
      { start: 24, end: 38, kind: 'LINK', target: 'https://t.co/b', url: 'https://t.co/b' },
    ])
  })

  it('contains the URL of a post other than the quoted one', () => {
    const urls = [{ url: 'https://t.co/a', expanded_url: 'https://x.com/bo/status/56' }]

    expect(
      messageOf({
        text: 'https://t.co/a',
        entities: { urls },
        referenced_tweets: [{ type: 'quoted', id: '55' }],
      }).text,
    ).toBe('https://x.com/bo/status/56')
    expect(
      messageOf({
        text: 'hi https://t.co/a',
        entities: { urls },
        referenced_tweets: [{ type: 'quoted', id: '56' }],
      }).text,
    ).toBe('hi')
  })

  it('is read in linear time', () => {
    for (const piece of ['https://t.co/', 'https://t.co/abc ', '&amp;', '&amp', '@a', '#', '@@', 'a'])
      expect(growthOf(messageOf, (letters) => ({ text: piece.repeat(letters / piece.length) }))).toBeLessThan(
        MAX_GROWTH,
      )
  })
})
