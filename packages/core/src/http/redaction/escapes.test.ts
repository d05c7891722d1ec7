import { expect, it } from 'vitest'

import { EscapeReader } from './escapes.js'

function read(text: string) {
  const reader = new EscapeReader()
  if (!reader.read(Buffer.from(text), 0)) return null
  const { code, length, isByte } = reader
  return isByte ? { byte: code, length } : { letter: String.fromCodePoint(code), length }
}

it.each([
  ['%2f', { byte: 0x2f, length: 3 }],
  ['%c3%a4', { byte: 0xc3, length: 3 }],
  [String.raw`\xc3`, { byte: 0xc3, length: 4 }],
  [String.raw`\u00e4x`, { letter: 'ä', length: 6 }],
  [String.raw`\ud83d\ude42`, { letter: '🙂', length: 12 }],
  [String.raw`\u{1f642}`, { letter: '🙂', length: 9 }],
  [String.raw`\/`, { letter: '/', length: 2 }],
  [String.raw`\\`, { letter: '\\', length: 2 }],
  [String.raw`\"`, { letter: '"', length: 2 }],
  [String.raw`\'`, { letter: "'", length: 2 }],
  ['&#65;', { letter: 'A', length: 5 }],
  ['&#65', { letter: 'A', length: 4 }],
  ['&#x1f642;', { letter: '🙂', length: 9 }],
  ['&amp;', { letter: '&', length: 5 }],
  ['&lt;', { letter: '<', length: 4 }],
  ['&gt;', { letter: '>', length: 4 }],
  ['&quot;', { letter: '"', length: 6 }],
  ['&apos;', { letter: "'", length: 6 }],
])('decodes %s', (text, meant) => {
  expect(read(text)).toEqual(meant)
})

it.each([
  'a',
  '',
  '%',
  '%4',
  '%4g',
  String.raw`\x4`,
  String.raw`\u12`,
  String.raw`\u{}`,
  String.raw`\u{1`,
  String.raw`\u{110000}`,
  String.raw`\ud83d`,
  String.raw`\ud83d\u0041`,
  String.raw`\ude42`,
  String.raw`\n`,
  '&#;',
  '&#x;',
  '&#1114112;',
  '&amp',
  '&auml;',
])('finds no escape in %j', (text) => {
  expect(read(text)).toBeNull()
})
