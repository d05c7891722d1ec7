import { describe, expect, it } from 'vitest'

import { readFactoryOptions } from './factory-options.js'

interface Options {
  readonly chunkBytes?: number
  readonly pkce?: boolean
  readonly addresses?: { readonly api?: string; readonly token?: string }
}

const OWN = { api: 'https://api.example/v1', token: 'https://example/token' }
const read = (options: Options) => readFactoryOptions('tube', options, ['chunkBytes', 'pkce', 'addresses'])

describe('the options of a factory', () => {
  it('have defaults', () => {
    const settings = read({})

    expect(settings.number('chunkBytes', { default: 8, min: 1, unit: 'bytes' })).toBe(8)
    expect(settings.flag('pkce', false)).toBe(false)
    expect(settings.addresses(OWN)).toEqual(OWN)
  })

  it('are refused for an unknown name, with the closest name', () => {
    expect(() => read({ chunk_bytes: 5 } as Options)).toThrow(/tube.*"chunk_bytes".*chunkBytes/)
    expect(() => read({ addresses: { apo: 'https://x.example' } } as Options).addresses(OWN)).toThrow(
      /"apo".*api/,
    )
  })

  it.each([0, 9, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '5'])('refuse the number %s', (value) => {
    // Wrong types on purpose: JavaScript callers can pass anything.
    const settings = read({ chunkBytes: value as number })

    expect(() => settings.number('chunkBytes', { default: 5, min: 1, max: 8, unit: 'bytes' })).toThrow(
      'tube({ chunkBytes }) requires a whole number of bytes from 1 to 8. Correct the value, or remove the option.',
    )
  })

  it('accept fractions if allowed', () => {
    expect(read({ chunkBytes: 0.5 }).number('chunkBytes', { default: 1, min: 0, fractions: true })).toBe(0.5)
  })

  it('refuse an invalid flag', () => {
    expect(() => read({ pkce: 'yes' as unknown as boolean }).flag('pkce', true)).toThrow(/true or false/)
  })

  it('accept URLs on localhost, and remove trailing slashes', () => {
    const { api } = read({ addresses: { api: 'http://127.0.0.1:8080/x//' } }).addresses(OWN)

    expect(api).toBe('http://127.0.0.1:8080/x')
  })

  it.each(['http://api.example', 'ftp://api.example', 'api.example', '', 5])('refuse the URL %s', (api) => {
    expect(() => read({ addresses: { api: api as string } }).addresses(OWN)).toThrow(/starts with https/)
  })

  it('refuse a value that is not an object', () => {
    expect(() => read('x' as unknown as Options)).toThrow(/requires an object/)
    expect(() => read({ addresses: 'x' as unknown as object }).addresses(OWN)).toThrow(/addresses/)
  })
})
