import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import type { SentReply } from '../schemas.js'
import { markOf, markOfStatus } from './text-mark.js'

const sent = (text: string, spoilerText = '') => markOf({ spoilerText, text })
const asked = (...choices: string[]) => markOf({ spoilerText: '', text: 'Tea?', choices })
const shown = (content: string, more = {}) => markOfStatus({ content, ...more })

describe('the hash of a post is the same before and after its conversion to HTML', () => {
  it.each([
    ['words', 'Hello ✨ you & me', '<p>Hello ✨ you &amp; me</p>'],
    ['lines', 'one\ntwo\n\nthree', '<p>one<br>two</p><p>three</p>'],
    [
      'a long link',
      'see https://example.com/page/that/is/very/long',
      '<p>see <a href="https://example.com/page/that/is/very/long"><span class="invisible">https://</span><span class="ellipsis">example.com/page/that</span><span class="invisible">/is/very/long</span></a></p>',
    ],
    [
      'a mention on another server',
      'Hi @Bo@other.example, and @ada.',
      '<p>Hi <span class="h-card"><a href="https://other.example/@bo" class="u-url mention">@<span>bo</span></a></span>, and @ada.</p>',
    ],
    ['a mention of a missing person', 'Hi @nobody@nowhere.example!', '<p>Hi @nobody@nowhere.example!</p>'],
    ['a mention at the end of a sentence', 'Hi @bo@other.example.', '<p>Hi @<span>bo</span>.</p>'],
    [
      'a tag',
      '#Cats',
      '<p><a href="https://a.example/tags/Cats" class="mention hashtag">#<span>Cats</span></a></p>',
    ],
    ['a family', '👩‍👩‍👧', '<p>👩‍👩‍👧</p>'],
    ['an accent written in two ways', 'cafe\u0301', '<p>caf\u00e9</p>'],
  ])('%s', async (_what, text, content) => {
    expect(await shown(content)).toBe(sent(text))
  })

  it('with its warning', async () => {
    expect(await shown('<p>sun</p>', { spoiler_text: 'weather' })).toBe(sent('sun', 'weather'))
    expect(await shown('<p>sun</p>')).not.toBe(sent('sun', 'weather'))
  })

  it('with the choices of its poll, in their order', async () => {
    const poll = { options: [{ title: 'Tea' }, { title: 'No  tea' }] } as SentReply['poll'] // safe cast: the tested code reads only these fields

    expect(await shown('<p>Tea?</p>', { poll })).toBe(asked('tea', 'no tea'))
    for (const others of [[], ['tea'], ['no tea', 'tea'], ['tea', 'coffee']])
      expect(await shown('<p>Tea?</p>', { poll })).not.toBe(asked(...others))
  })

  it('without the fallback link of a quote', async () => {
    const content = '<p class="quote-inline">RE: <a href="https://a.example/1">a.example/1</a></p><p>well</p>'

    expect(await shown(content, { quote: { state: 'accepted' } })).toBe(sent('well'))
  })
})

it.each([
  ['yes', 'yes!'],
  ['a b', 'a c'],
  ['https://a.example/1', 'https://a.example/2'],
])('%s and %s have different hashes', (one, other) => {
  expect(sent(one)).not.toBe(sent(other))
})

it('a post without text has no hash', () => {
  expect(sent(' \n')).toBeNull()
})

it.each([
  ['at signs', (letters: number) => '@'.repeat(letters)],
  ['mentions', (letters: number) => '@a@b'.repeat(letters / 4)],
  ['dots after a mention', (letters: number) => `@a@b${'.'.repeat(letters)}`],
  ['dots before a server', (letters: number) => `@${'.'.repeat(letters)}`],
  ['half mentions', (letters: number) => '@a@.'.repeat(letters / 4)],
  ['spaces', (letters: number) => ' '.repeat(letters)],
])('many %s are read in linear time', (_what, make) => {
  expect(growthOf(sent, make)).toBeLessThan(MAX_GROWTH)
})
