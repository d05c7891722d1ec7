import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseJson } from './json.js'

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

describe('parseJson', () => {
  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', '9007199254740992'],
    ['-9007199254740991', -9007199254740991],
    ['-9007199254740993', '-9007199254740993'],
    ['[112233445566778899]', ['112233445566778899']],
    ['{"id": 112233445566778899 , "n":1}', { id: '112233445566778899', n: 1 }],
    ['{"a":\n112233445566778899}', { a: '112233445566778899' }],
    ['[1.50000000000000000000, 1000000000000000000e3]', [1.5, 1e21]],
    ['"id:112233445566778899"', 'id:112233445566778899'],
    [
      String.raw`{"a\":112233445566778899":":112233445566778899"}`,
      { 'a":112233445566778899': ':112233445566778899' },
    ],
  ])('parses %s', (text, expected) => {
    expect(parseJson(text)).toEqual(expected)
  })

  it('keeps every digit of any integer, anywhere', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.string(), (number, name) => {
        const read = parseJson(`{${JSON.stringify(name)}:[${number},{"x":${number}}]}`)
        const safe = Number.isSafeInteger(Number(number))
        const value = safe ? Number(number) : String(number)
        expect(read).toEqual(JSON.parse(JSON.stringify({ [name]: [value, { x: value }] })))
      }),
    )
  })

  it('parses all other values like JSON.parse', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/\d{16}/.test(text))
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it.each(['', '{', 'nope', '{"a":0112233445566778899}', '[1,]'])('refuses %s', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError)
  })

  it('refuses JSON that is nested too deep, without counting brackets inside strings', () => {
    expect(parseJson(nested(64))).toBeInstanceOf(Array)
    expect(() => parseJson(nested(65))).toThrow('deeper than 64')
    expect(() => parseJson(nested(100_000))).toThrow(SyntaxError)
    expect(() => parseJson(nested(3), { maxDepth: 2 })).toThrow(SyntaxError)
    expect(parseJson(JSON.stringify({ a: String.raw`\"${'['.repeat(200)}` }))).toBeTypeOf('object')
  })

  it('parses strings and lists of many megabytes', () => {
    const long = String.raw`\"`.repeat(1_000_000)
    expect(parseJson(`[112233445566778899,"${long}"]`)).toEqual(['112233445566778899', '"'.repeat(1_000_000)])
    expect(parseJson(`[${'112233445566778899,'.repeat(100_000)}1]`)).toHaveLength(100_001)
  })

  it.each([
    [String.raw`"\ud83d"`, '\ufffd'],
    [String.raw`{"\uDE00x":["\ud83d\ud83d\ude00\ude00"]}`, { '\ufffdx': ['\ufffd😀\ufffd'] }],
    [String.raw`"\\ud83d \\\ud83d \u00e9"`, '\\ud83d \\\ufffd é'],
    [String.raw`"\uD83D\uDE00"`, '😀'],
    [String.raw`{"id":"1\u0000","\\u0000":"\u00001"}`, { id: '1\ufffd', '\\u0000': '\ufffd1' }],
  ])('replaces lone surrogates and NUL in %s, and keeps surrogate pairs', (text, expected) => {
    expect(parseJson(text)).toEqual(expected)
  })

  it('does not change the prototype for a key named __proto__', () => {
    const read = parseJson('{"__proto__":{"admin":112233445566778899}}')
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  })

  it.each([
    ['digits inside a string', (letters: number) => `"${'1'.repeat(letters)}"`],
    ['digits after a letter', (letters: number) => `"${'a111111111111111111'.repeat(letters / 18)}"`],
    ['digits', (letters: number) => '1'.repeat(letters)],
    ['minus signs', (letters: number) => '-'.repeat(letters)],
    ['white space', (letters: number) => `[1${' '.repeat(letters)},11111111111111111]`],
    ['big numbers', (letters: number) => `[${'11111111111111111 ,'.repeat(letters / 18)}1]`],
    ['backslashes', (letters: number) => `["${'\\\\'.repeat(letters / 4)}",11111111111111111]`],
    ['escaped quotes', (letters: number) => `["${String.raw`\"`.repeat(letters / 2)}",11111111111111111]`],
    ['quotes', (letters: number) => `[11111111111111111,${'"'.repeat(letters)}`],
    ['brackets inside a string', (letters: number) => `"${'['.repeat(letters)}"`],
    ['brackets', (letters: number) => '['.repeat(letters)],
    ['lone surrogates', (letters: number) => `"${String.raw`\ud83d`.repeat(letters / 6)}"`],
    [
      'escaped backslashes before surrogates',
      (letters: number) => `"${String.raw`\\ud83d`.repeat(letters / 7)}"`,
    ],
  ])('parses many %s in linear time', (_what, make) => {
    expect(growthOf(parseJson, make)).toBeLessThan(MAX_GROWTH)
  })
})
