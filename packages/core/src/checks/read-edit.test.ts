import { describe, expect, it } from 'vitest'

import { ConfigError, InvalidPostError } from '../errors/index.js'
import { readEdit } from './read-edit.js'

const read = (input: unknown) => readEdit(input as never, 'sample') // wrong types on purpose: JavaScript callers can pass anything

describe('the input of an edit', () => {
  it('contains text, settings or both', () => {
    expect(read({ text: 'new' })).toEqual({ text: 'new', options: {} })
    expect(read({ options: { title: 'new' } })).toEqual({ text: null, options: { title: 'new' } })
    expect(read({ text: null, options: { title: 'new' } })).toEqual({
      text: null,
      options: { title: 'new' },
    })
  })

  it('may be an empty text, which differs from an unchanged text', () => {
    expect(read({ text: '' })).toEqual({ text: '', options: {} })
  })

  it.each([
    [undefined, /must be an object/],
    ['new', /must be an object/],
    [['new'], /must be an object/],
    [{}, /changes nothing/],
    [{ text: undefined, options: {} }, /changes nothing/],
    [{ text: 7 }, /new text must be text/],
    [{ text: '\ud83d' }, /half an emoji/],
    [{ options: { title: 'a\0b' } }, /option title holds a NUL/],
    [{ options: 'title' }, /options/i],
  ])('is refused if it is %j', (input, message) => {
    expect(() => read(input)).toThrow(InvalidPostError)
    expect(() => read(input)).toThrow(message)
  })

  it('is refused with the closest field name', () => {
    expect(() => read({ txt: 'new' })).toThrow(ConfigError)
    expect(() => read({ txt: 'new' })).toThrow(/"text"/)
  })
})
