import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { array, assert, constantFrom, property } from 'fast-check'
import twitterText from 'twitter-text'
import { describe, expect, it } from 'vitest'

import conformance from '../__fixtures__/twitter-text.validate.json' with { type: 'json' }
import { weightOf } from './measure.js'

const official = (text: string): number => twitterText.parseTweet(text).weightedLength

/**
 * Expected weights of two test cases. Their file has the weights of configuration 2, which does
 * not count an emoji as one character.
 */
const OF_CONFIGURATION_3: Readonly<Record<string, number>> = { 'H🐱☺👨‍👩‍👧‍👦': 7, '🙋🏽👨‍🎤': 4 }

describe('the conformance cases of twitter-text', () => {
  it.each(
    Object.entries(conformance).flatMap(([section, cases]) => cases.map((one) => ({ section, ...one }))),
  )('$section: $description', ({ text, weightedLength }) => {
    expect(weightOf(text)).toBe(OF_CONFIGURATION_3[text] ?? weightedLength)
  })
})

describe('the weight of a text', () => {
  it.each([
    ['Hello', 5],
    ['cafe\u0301', 4],
    ['日本語', 6],
    ['👨‍👩‍👧‍👦', 2],
    ['🇫🇷', 2],
    ['1️⃣', 2],
    ['™', 2],
    ['\u10FF', 1],
    ['\u1100', 2],
    ['…', 2],
    ['€', 2],
    ['—', 1],
    ['\u200B', 1],
    ['👍🏽'.repeat(71), 142],
    ['あ'.repeat(141), 282],
    ['http://example.com', 23],
    ['example.com', 23],
    ['x.y', 3],
    ['user@example.com', 16],
    ['http://a.co http://b.co', 47],
    ['https://例え.jp', 23],
    ['#tag $TSLA', 10],
    ['', 0],
  ])('of %j is %i', (text, weight) => {
    expect(weightOf(text)).toBe(weight)
    expect(official(text)).toBe(weight)
  })

  it('counts an emoji newer than twitter-text like any other', () => {
    // Unicode 17 added 🫪.
    expect(weightOf('🫪')).toBe(2)
    expect(weightOf('🐦‍🔥')).toBe(2)
  })
})

/** Parts of URLs and characters that end a URL, for the generation of texts. */
const PIECES = [
  'a',
  'b',
  'com',
  'co.jp',
  'jp',
  't.co',
  'xn--fiqs8s',
  'XN--A',
  'vermögensberater',
  'москва',
  '中国',
  '한국',
  'みんな',
  'é',
  'ñ',
  'http://',
  'https://',
  'HTTPS://',
  '.',
  '.',
  '.',
  '-',
  '_',
  '/',
  '/',
  '?',
  '=',
  '&',
  '#',
  '@',
  ':',
  '80',
  '(',
  ')',
  '((',
  '))',
  ' ',
  ' ',
  '\n',
  '\u3000',
  ',',
  '!',
  '*',
  "'",
  '"',
  '~',
  '$',
  '%',
  '+',
  '[',
  ']',
  '|',
  '–',
  '日本',
  'の',
  'я',
  '。',
  '．',
  'https://t.co/abc',
  'https://t.co/abc?x=1',
  'example.com/path(a)',
  'b.org?q=1',
  'www.',
  'ab1',
  '9',
  '\u200E',
  '\u202A',
  '\uFEFF',
  '👍',
  '👍🏽',
  '👨‍👩‍👧',
  '❤️',
  '❤',
  '©',
  '©️',
  '1️⃣',
  '#️⃣',
  '🇫🇷',
  '🇫',
  '™️',
  '\u200D',
  '\uFE0F',
  '🏽',
  'ｘ',
  '\u0301',
  'a'.repeat(62),
  '日'.repeat(55),
]

describe('compared with twitter-text', () => {
  it('returns the same weight for every text', () => {
    assert(
      property(array(constantFrom(...PIECES), { maxLength: 14 }), (pieces) => {
        const text = pieces.join('')
        expect([text, weightOf(text)]).toEqual([text, official(text)])
      }),
      { numRuns: 10_000, seed: 35 },
    )
  })
})

it.each([
  ['letters', 'a'],
  ['other letters', '日'],
  ['accents', 'e\u0301'],
  ['accents without a letter', '\u0301'],
  ['emoji', '👍🏽'],
  ['families', '👨‍👩‍👧'],
  ['joiners', '👨\u200D'],
  ['halves of flags', '🇫'],
  ['tags', '🏴\u{E0067}'],
  ['digits', '1'],
  ['addresses', 'a.co '],
])('weighs many %s in linear time', (_what, piece) => {
  expect(growthOf(weightOf, (letters) => piece.repeat(letters / piece.length))).toBeLessThan(MAX_GROWTH)
})
