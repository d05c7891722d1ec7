import { expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { encodeForm, encodeQuery } from './fields.js'

it('encodes lists as several fields and omits null and undefined', () => {
  expect(
    encodeQuery({ a: 'x', list: ['1', '2'], none: undefined, gone: null, empty: '', zero: 0, no: false }),
  ).toBe('a=x&list=1&list=2&empty=&zero=0&no=false')
  expect(encodeQuery({})).toBe('')
})

it('encodes names and values, with a plus for a space in a form', () => {
  const fields = { 'a b': 'c&d=é +' }
  expect(encodeQuery(fields)).toBe('a%20b=c%26d%3D%C3%A9%20%2B')
  expect(encodeForm(fields)).toBe('a+b=c%26d%3D%C3%A9+%2B')
})

it('replaces a lone surrogate, which cannot be encoded', () => {
  expect(encodeQuery({ a: 'x\ud83d', b: '🙂' })).toBe('a=x%EF%BF%BD&b=%F0%9F%99%82')
})

it.each([{}, Object.create(null), Symbol('s'), [{}], () => 'x'])(
  'refuses %o, which has no useful text form, and names the field',
  (value) => {
    expect(() => encodeQuery({ scope: value })).toThrow(ConfigError) // wrong type on purpose: JavaScript applications may pass such a value
    expect(() => encodeQuery({ scope: value })).toThrow('The field scope of a request')
  },
)
