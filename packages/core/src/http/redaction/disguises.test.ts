import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { Disguises } from './disguises.js'

const SECRETS = ['app/Secret+1=23', 'päss wörd"\'<&>🙂x', 'aB3-xyz_9876543210']
const hidden = new Disguises(SECRETS)

const unit = (code: number): string => String.raw`\u` + code.toString(16).padStart(4, '0')
const units = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => unit(text.charCodeAt(at))).join('')
const points = (text: string, write: (code: number) => string): string =>
  Array.from(text, (one) => write(one.codePointAt(0) ?? 0)).join('')
const bytes = (text: string, write: (hex: string) => string): string =>
  Array.from(Buffer.from(text), (byte) => write(byte.toString(16).padStart(2, '0'))).join('')
const ofAscii = (text: string): string => text.replaceAll(/[^ -~]/g, (one) => unit(one.charCodeAt(0)))

const WAYS: Readonly<Record<string, (secret: string) => string>> = {
  'plain text': (secret) => secret,
  'every byte of a URL': (secret) => bytes(secret, (hex) => `%${hex}`),
  'a URL, encoded three times': (secret) =>
    encodeURIComponent(encodeURIComponent(encodeURIComponent(secret))),
  'JSON with only ASCII': (secret) => ofAscii(JSON.stringify(secret)),
  'every letter of JSON': units,
  'every letter of JSON, in capitals': (secret) =>
    units(secret).replaceAll(/[a-f]/g, (one) => one.toUpperCase()),
  'JSON of PHP in JSON': (secret) => JSON.stringify(JSON.stringify(secret).replaceAll('/', String.raw`\/`)),
  'JSON in JSON in JSON': (secret) => JSON.stringify(JSON.stringify(JSON.stringify(secret))),
  'HTML in numbers': (secret) => points(secret, (code) => `&#${code};`),
  'HTML in numbers without semicolons': (secret) =>
    points(secret, (code) => `&#${code}`).replaceAll(/$/g, '.'),
  'HTML in hex': (secret) => points(secret, (code) => `&#x${code.toString(16).toUpperCase()};`),
  'HTML in HTML': (secret) =>
    secret.replaceAll('&', '&amp;amp;').replaceAll('<', '&amp;lt;').replaceAll("'", '&amp;#39;'),
  'HTML in a URL': (secret) =>
    encodeURIComponent(secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&apos;')),
  'the bytes of Python': (secret) => bytes(secret, (hex) => String.raw`\x` + hex),
  'the letters of Ruby': (secret) => points(secret, (code) => String.raw`\u{` + `${code.toString(16)}}`),
  hex: (secret) => bytes(secret, (hex) => hex),
  'hex in capitals': (secret) => bytes(secret, (hex) => hex.toUpperCase()),
  'base64 in lines': (secret) =>
    Buffer.from(`client:${secret}`).toString('base64').replaceAll(/.{6}/g, '$&\r\n'),
  'letters of the other case': (secret) =>
    secret.replaceAll(/[a-z]/gi, (one) => (one < 'a' ? one.toLowerCase() : one.toUpperCase())),
  'several lines': (secret) => secret.replaceAll(/.{5}/gu, '$&\n  '),
}

describe.each(Object.entries(WAYS))('a secret written as %s', (_way, write) => {
  it.each(SECRETS)('is hidden, and the surrounding text is kept: %s', (secret) => {
    expect(hidden.hide(`Refused: ${write(secret)} – ö 100%`)).toMatch(
      /^Refused: .{0,14}\[hidden\].{0,10} – ö 100%$/su,
    )
  })
})

describe('a searched secret', () => {
  it.each([
    'An ordinary sentence, 100% of it: \\o/ &c. &#; &#xg; &#99999999; \\u12 \\ud83d! \\u{} %4 %zz',
    '',
    'äöü🙂',
  ])('does not change a text without secrets: %s', (text) => {
    expect(hidden.hide(text)).toBe(text)
  })

  it('has at least six characters: a shorter one may be part of a word', () => {
    expect(new Disguises(['12345', 'a b c d e']).hide('12345 abcde')).toBe('12345 abcde')
  })

  it.each([
    ['aB3-xyz_9876543210', 'token aB3-xyz_9876… is invalid', 'token [hidden]… is invalid'],
    ['aB3-xyz_9876543210', 'token aB3-xyz_98765"', 'token [hidden]"'],
    ['aB3-xyz_9876543210', 'token %61B3%2Dxyz_9876... is', 'token [hidden]... is'],
    ['päss wörd"&🙂xyz', 'p\\u00e4ss w\\u00f6rd\\"&…', '[hidden]…'],
  ])('is also found truncated, from twelve characters: %s', (secret, text, clean) => {
    expect(new Disguises([secret]).hide(text)).toBe(clean)
  })

  it.each(['token aB3-xyz_987… is invalid', 'https://app.example/other'])(
    'is not found in a shorter truncation, or in the start of a URL: %s',
    (text) => {
      expect(new Disguises(['aB3-xyz_9876543210', 'https://app.example/callback']).hide(text)).toBe(text)
    },
  )

  it('is hidden completely after a partial match', () => {
    expect(new Disguises(['aaaaaaaaaaaaab']).hide('x aaaaaaaaaaaaaaaab y')).toBe('x [hidden] y')
  })

  it('is hidden at every position, also one secret inside another', () => {
    const both = new Disguises(['secret-1', 'the-secret-1-of-mine'])
    expect(both.hide('a SECRET-1 b THE-SECRET-1-OF-MINE c secret%2D1')).toBe(
      'a [hidden] b [hidden] c [hidden]',
    )
  })

  it.each([65_530, 65_536, 131_070])(
    'is found across the windows of a long text: after %s characters',
    (letters) => {
      const text = `${'ä'.repeat(letters / 2)}%61pp%2FSecret%2B1%3D23${'x'.repeat(70_000)}`
      expect(hidden.hide(text)).toBe(`${'ä'.repeat(letters / 2)}[hidden]${'x'.repeat(70_000)}`)
    },
  )
})

it.each([
  ['letters of secrets', 'a'],
  ['escapes of URLs', '%25'],
  ['escapes of JSON', String.raw`\u005c`],
  ['backslashes', '\\'],
  ['escapes of HTML', '&amp;#38;'],
  ['secrets', 'aaaaaaaa'],
  ['beginnings of secrets', `b${'a'.repeat(15)}`],
])('searches many %s in linear time', (_what, piece) => {
  const many = new Disguises(['aaaaaaaa', `b${'a'.repeat(200)}`, ...SECRETS])
  const make = (letters: number): string => piece.repeat(letters / piece.length)
  expect(growthOf((text: string) => many.hide(text), make)).toBeLessThan(MAX_GROWTH)
})
