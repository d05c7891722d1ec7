import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { parse } from 'valibot'
import { expect, it } from 'vitest'

import { postReply } from '../schemas.js'
import { hashText, isSought, type Sought } from './find-post.js'

const aPost = (changes: object) =>
  parse(postReply, { id: '1', text: 'Hello', created_at: '2026-11-22T12:00:05.000Z', ...changes })
const sought: Sought = {
  words: hashText('Hello'),
  mediaKeys: [],
  replyTo: null,
  quoted: null,
  hasPoll: false,
  since: new Date('2026-11-22T12:00:00Z'),
}

it.each([
  ['the same words', {}, {}, true],
  ['other words', { text: 'Hello!' }, {}, false],
  ['one with a file', { attachments: { media_keys: ['3_7'] } }, {}, false],
  ['its own file', { attachments: { media_keys: ['3_7'] } }, { mediaKeys: ['3_7'] }, true],
  [
    'its own file, whatever X has made of the text',
    { text: 'Hi', attachments: { media_keys: ['3_7'] } },
    { mediaKeys: ['3_7'] },
    true,
  ],
  ['a file of which X gave no key', { attachments: { media_keys: ['3_7'] } }, { mediaKeys: [null] }, true],
  [
    'nothing but a file of which X gave no key',
    { text: '', attachments: { media_keys: ['3_7'] } },
    { words: hashText(''), mediaKeys: [null] },
    false,
  ],
  [
    'nothing but a quote',
    { text: '', referenced_posts: [{ type: 'quoted', id: '5' }] },
    { words: hashText(''), quoted: '5' },
    false,
  ],
  ['a foreign file', { attachments: { media_keys: ['3_8'] } }, { mediaKeys: ['3_7'] }, false],
  ['one with a poll', { attachments: { poll_ids: ['9'] } }, {}, false],
  [
    'an answer, told in the new words',
    { referenced_posts: [{ type: 'replied_to', id: '5' }] },
    { replyTo: '5' },
    true,
  ],
  [
    'an answer, told in the old words',
    { referenced_tweets: [{ type: 'replied_to', id: '5' }] },
    { replyTo: '5' },
    true,
  ],
  ['an answer to another', { referenced_posts: [{ type: 'replied_to', id: '6' }] }, { replyTo: '5' }, false],
  [
    'an answer with the name of whom it answers',
    { text: '@bo @cleo Hello', referenced_posts: [{ type: 'replied_to', id: '5' }] },
    { replyTo: '5' },
    true,
  ],
  ['words behind names in no answer', { text: '@bo Hello' }, {}, false],
])('takes for the lost post: %s', (_what, post, changes, isIt) => {
  expect(isSought(aPost(post), { ...sought, ...changes })).toBe(isIt)
})

it('finds words again that X has changed the spelling of', () => {
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

  expect(isSought(shown, { ...sought, words: hashText(written), mediaKeys: ['3_7'] })).toBe(true)
})

it('reads the words of strangers in linear time', () => {
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
