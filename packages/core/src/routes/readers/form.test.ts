import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { aRequest } from '../__fixtures__/browser.js'
import { readForm, readParams } from './form.js'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

describe('readForm', () => {
  it('drops empty values, and takes the last of a repeated name', () => {
    expect(readForm('a=1&b=&c&a=2&d=x+y%20z')).toEqual({ a: '2', d: 'x y z' })
    expect(readForm('a=1&a=')).toEqual({ a: '1' })
    expect(readForm(Buffer.from('gr=%C3%BC\u00fc'))).toEqual({ gr: '\u00fc\u00fc' })
    expect(readForm('')).toEqual({})
  })

  it('reads any bytes without throwing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const value of Object.values(readForm(bytes))) expect(typeof value).toBe('string')
      }),
    )
    expect(readForm(Buffer.from([0x61, 0x3d, 0xff, 0xfe, 0x26, 0x25, 0x7a, 0x7a]))['a']).toBe('\ufffd\ufffd')
  })

  it('contains only the fields that were sent', () => {
    const form = readForm('__proto__=1&toString=2')
    expect(Object.keys(form)).toEqual(['__proto__', 'toString'])
    expect(form['constructor']).toBeUndefined()
  })
})

describe('readParams', () => {
  it('reads JSON with any spelling of its type', () => {
    for (const type of ['APPLICATION/JSON', 'application/json; charset=utf-8', 'application/x.y+json'])
      expect(
        readParams(aRequest('POST', '/x', { headers: { 'content-type': type }, body: '{"a":"1"}' })),
      ).toEqual({ a: '1' })
  })

  it('merges the query and the form of a POST, and reads no body of a GET', () => {
    const options = { headers: FORM, body: 'a=form&c=3' }
    expect(readParams(aRequest('POST', '/x?a=query&b=2', options))).toEqual({ a: 'form', b: '2', c: '3' })
    expect(readParams(aRequest('GET', '/x?a=query&b=2', options))).toEqual({ a: 'query', b: '2' })
  })

  it('refuses too many fields', () => {
    const many = Array.from({ length: 300 }, (_, index) => `f${index}=1`).join('&')
    expect(readParams(aRequest('GET', `/x?${many}`))).toBeNull()
  })
})

describe('a form from an attacker', () => {
  it.each([
    ['ampersands', (letters: number) => '&'.repeat(letters)],
    ['equals signs', (letters: number) => '='.repeat(letters)],
    ['fields', (letters: number) => 'a=1&'.repeat(letters / 4)],
    ['percent signs', (letters: number) => `a=${'%'.repeat(letters)}`],
    ['encoded letters', (letters: number) => `a=${'%41'.repeat(letters / 3)}`],
    ['half letters', (letters: number) => `a=${'%C3'.repeat(letters / 3)}`],
    ['plus signs', (letters: number) => `a=${'+'.repeat(letters)}`],
  ])('with many %s is read in linear time', (_what, make) => {
    expect(growthOf((query: string) => readParams(aRequest('GET', `/x?${query}`)), make)).toBeLessThan(
      MAX_GROWTH,
    )
  })

  it.each([
    ['digits inside a text', (letters: number) => `{"a":"${'1'.repeat(letters)}"}`],
    ['brackets', (letters: number) => '['.repeat(letters)],
    ['names', (letters: number) => `{${'"a":"1",'.repeat(letters / 8)}"b":"2"}`],
  ])('of JSON with many %s is read in linear time', (_what, make) => {
    expect(growthOf(readJson, make)).toBeLessThan(MAX_GROWTH)
  })

  it.each([
    ['letters', (letters: number) => `application/${'a'.repeat(letters)}`],
    ['plus signs', (letters: number) => `application/${'a+'.repeat(letters / 2)}x`],
  ])('of a type with many %s is read in linear time', (_what, make) => {
    expect(growthOf(readOfType, make)).toBeLessThan(MAX_GROWTH)
  })
})

function readOfType(type: string): unknown {
  return readParams(aRequest('POST', '/x', { headers: { 'content-type': type } }))
}

function readJson(body: string): unknown {
  return readParams(aRequest('POST', '/x', { headers: { 'content-type': 'application/json' }, body }))
}
