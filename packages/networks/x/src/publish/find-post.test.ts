import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { parse } from 'valibot'
import { expect, it } from 'vitest'

import { postReply } from '../schemas.js'
import { hashText, isSought, type Sought } from './find-post.js'

const aPost = (changes: object) =>
  parse(postReply, { id: '1', text: 'Hello', created_at: '2026-11-22T12:00:05.000Z', ...changes })
const sought: Sought = {
  textHash: hashText('Hello'),
  mediaKeys: [],
  replyTo: null,
  quoted: null,
  hasPoll: false,
  since: new Date('2026-11-22T12:00:00Z'),
}

it.each([
  ['the same text', {}, {}, true],
  ['a different text', { text: 'Hello!' }, {}, false],
  ['one with a file', { attachments: { media_keys: ['3_7'] } }, {}, false],
  ['its own file', { attachments: { media_keys: ['3_7'] } }, { mediaKeys: ['3_7'] }, true],
  [
    'its own file, with a text that X changed',
    { text: 'Hi', attachments: { media_keys: ['3_7'] } },
    { mediaKeys: ['3_7'] },
    true,
  ],
  ['a file without a media key', { attachments: { media_keys: ['3_7'] } }, { mediaKeys: [null] }, true],
  [
    'only a file without a media key',
    { text: '', attachments: { media_keys: ['3_7'] } },
    { textHash: hashText(''), mediaKeys: [null] },
    false,
  ],
  [
    'only a quote',
    { text: '', referenced_posts: [{ type: 'quoted', id: '5' }] },
    { textHash: hashText(''), quoted: '5' },
    false,
  ],
  ['another file', { attachments: { media_keys: ['3_8'] } }, { mediaKeys: ['3_7'] }, false],
  ['one with a poll', { attachments: { poll_ids: ['9'] } }, {}, false],
  [
    'a reply in the new format',
    { referenced_posts: [{ type: 'replied_to', id: '5' }] },
    { replyTo: '5' },
    true,
  ],
  [
    'a reply in the old format',
    { referenced_tweets: [{ type: 'replied_to', id: '5' }] },
    { replyTo: '5' },
    true,
  ],
  [
    'a reply to another post',
    { referenced_posts: [{ type: 'replied_to', id: '6' }] },
    { replyTo: '5' },
    false,
  ],
  [
    'a reply that starts with a mention of the author',
    { text: '@bo @cleo Hello', referenced_posts: [{ type: 'replied_to', id: '5' }] },
    { replyTo: '5' },
    true,
  ],
  ['a text after mentions without a reply', { text: '@bo Hello' }, {}, false],
])('decides whether a post matches: %s', (_what, post, changes, isIt) => {
  expect(isSought(aPost(post), { ...sought, ...changes })).toBe(isIt)
})

it('matches a text with URLs that X has changed', () => {
  const written = 'Read <this> & https://Example.com/A?b=1, example.org/ 日本'
  const shown = aPost({
    text: 'Read &lt;this&gt; &amp; https://t.co/abc, https://t.co/def 日本 https://t.co/pic',
    entities: {
      urls: [
        { url: 'https://t.co/abc', expanded_url: 'https://example.com/A?b=1' },
        { url: 'https://t.co/def', expanded_url: 'http://example.org' },
        { url: 'https://t.co/pic', expanded_url: 'https://x.com/ada/status/1/photo/1', media_key: '3_7' },
      ],
    },
    attachments: { media_keys: ['3_7'] },
  })

  expect(isSought(shown, { ...sought, textHash: hashText(written), mediaKeys: ['3_7'] })).toBe(true)
})

it('reads untrusted texts in linear time', () => {
  const answer = { ...sought, replyTo: '5' }
  for (const piece of ['@a ', '@', 'a.co ', '&amp;', 'https://t.co/'])
    expect(
      growthOf(
        (post: ReturnType<typeof aPost>) => isSought(post, answer),
        (letters) =>
          aPost({
            text: piece.repeat(letters / piece.length),
            referenced_posts: [{ type: 'replied_to', id: '5' }],
          }),
      ),
    ).toBeLessThan(MAX_GROWTH)
})
