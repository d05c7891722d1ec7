import { expect, it } from 'vitest'

import { cashtagsIn, weightOf } from './text-weight.js'

// The expected values come from the official implementation: `parseTweet` of twitter-text 3.1.0.
it.each([
  ['Hello', 5],
  ['café', 4],
  ['cafe\u0301', 4],
  ['日本語', 6],
  ['👾', 2],
  ['🙋🏽', 2],
  ['👨‍🎤', 2],
  ['👨‍👩‍👧‍👦', 2],
  ['🇫🇷', 2],
  ['1️⃣', 2],
  ['™', 2],
  ['…', 2],
  ['€', 2],
  ['—', 1],
  ['’', 1],
  ['½', 1],
  ['\u200B', 1],
  ['👍🏽'.repeat(71), 142],
  ['あ'.repeat(141), 282],
  ['a'.repeat(280), 280],
  ['http://example.com', 23],
  ['example.com', 23],
  ['foo.bar', 23],
  ['x.y', 3],
  ['user@example.com', 16],
  ['http://a.co http://b.co', 47],
  ['https://例え.jp', 23],
  ['#tag $TSLA', 10],
  ['', 0],
  ['Hello https://a.example/x, and more', 35],
  ['(https://a.com/x)', 25],
  ['see example.com.', 28],
  ['https://例え.jp/パス', 27],
  ['日本語https://a.com日本語', 35],
  ['http://1.2.3.4/x', 16],
  ['http://a_b.com', 14],
  ['http://localhost:3000', 21],
  ['#a.com', 6],
])('counts %j as %i', (text, weight) => {
  expect(weightOf(text)).toBe(weight)
})

it('counts cashtags but not prices', () => {
  expect([cashtagsIn('$TSLA and $AAPL'), cashtagsIn('$5 for US$AB')]).toEqual([2, 0])
})
