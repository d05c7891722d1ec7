import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { makeLimits } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { measureStatus, measuring } from './measure.js'

const counter = measuring()
const limits = makeLimits({})
const count = (text: string) => measureStatus(text, { spoilerText: '', limits })

describe('the length of a status follows the rules of Mastodon', () => {
  it.each([
    ['graphemes', '👩‍👩‍👧‍👦é', 2],
    ['a link as 23', 'https://example.com/a/very/long/path?with=a&query=string#and-fragment', 23],
    ['a short link as 23 too', 'http://a.co', 23],
    ['two links and the space between them', 'https://a.example https://b.example', 47],
    ['the full stop after a link', 'See https://a.example/b.', 28],
    ['the bracket around a link', '(https://a.example/b)', 25],
    ['brackets inside a link as part of the link', 'https://en.example/wiki/A_(b)', 23],
    ['text that follows a link without a space', 'https://a.example/bとても', 26],
    ['a URL without a public host unchanged', 'http://localhost', 16],
    ['a URL without a scheme unchanged', 'example.com', 11],
    ['a mention on another server as its name', '@bo@other.example hi', 6],
    ['a mention on this server unchanged', '@bo hi', 6],
    ['an e-mail address unchanged', 'bo@other.example', 16],
    ['the dot after a mention', '@bo@other.example.', 4],
    ['nothing as 0', '', 0],
    ['line breaks', 'a\n\nb', 4],
  ])('counts %s', (_what, text, length) => {
    expect(counter.measureText(text, { options: {}, limits })).toBe(length)
  })

  it('counts the content warning', () => {
    expect(counter.measureText('text', { options: { spoilerText: 'food' }, limits })).toBe(8)
  })

  it('uses the link length reported by the server', () => {
    expect(
      counter.measureText('https://a.example', {
        options: {},
        limits: makeLimits({ extra: { reservedPerUrl: 30 } }),
      }),
    ).toBe(30)
  })

  it('processes adversarial text quickly', () => {
    const text = `${'@a.'.repeat(20_000)}${'https://a.'.repeat(20_000)}`

    expect(counter.measureText(text, { options: {}, limits })).toBeGreaterThan(0)
  })
})

it.each(['https://a.bc/!', 'https://a.bc/(', '://', '@a@b.', '@a@', 'a.'])(
  'a text of many %j is counted in linear time',
  (piece) => {
    const make = (letters: number) => `https://${piece.repeat(letters / piece.length)}@://`
    expect(growthOf(count, make)).toBeLessThan(MAX_GROWTH)
  },
)

it.each(['.', '!', '([', '?', "';:,*"])(
  'a link that ends in many %j and a letter is counted in linear time',
  (piece) => {
    for (const start of ['https://a.bc/', 'https://a.bc/?']) {
      const make = (letters: number) => `${start}${piece.repeat(letters / piece.length)}x `
      expect(growthOf(count, make)).toBeLessThan(MAX_GROWTH)
    }
  },
)
