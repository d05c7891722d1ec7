import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { expect, it } from 'vitest'

import { cleanText, messageOf } from './message-of.js'

const throwing = new Error('read me')
Object.defineProperty(throwing, 'message', {
  get() {
    throw new Error('not to be read')
  },
})

it.each([
  [new Error('The disk is full.'), 'The disk is full.'],
  [new Error('Not\u0085\u202Eyou.'), 'Not you.'],
  [Object.assign(new Error('x'), { message: { secret: 'hunter2' } }), 'no reason given'],
  [{ message: 'hunter2' }, 'no reason given'],
  ['hunter2', 'no reason given'],
  [null, 'no reason given'],
  [throwing, 'no reason given'],
])('repeats the message of an error and no other thrown value', (thrown, message) => {
  expect(messageOf(thrown)).toBe(message)
})

it.each([
  ['control characters', 'a\u0000b\u001B[31mc\u007Fd\re', 'a b [31mc d e'],
  ['C1 controls and NEL', 'a\u0080b\u0085c\u009Bd', 'a b c d'],
  ["Unicode's line breaks", 'a\u2028b\u2029c', 'a b c'],
  ['direction marks and overrides', '\u202Egnp\u202C.\u200E\u200F\u061C\u2066exe\u2069', 'gnp.exe'],
])('removes %s', (_what, text, clean) => {
  expect(cleanText(text)).toBe(clean)
})

it('does not change other text', () => {
  const text = 'Zażółć\tgęślą\n👩‍👩‍👧 שלום עולם مرحبا'

  expect(cleanText(text)).toBe(text)
})

it.each([
  ['control characters', '\u0085'],
  ['overrides', '\u202E'],
])('reads many %s in linear time', (_what, letter) => {
  expect(growthOf(cleanText, (letters) => letter.repeat(letters))).toBeLessThan(MAX_GROWTH)
})
