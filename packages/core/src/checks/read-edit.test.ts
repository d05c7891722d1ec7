import { describe, expect, it } from 'vitest'

import { ConfigError, InvalidPostError } from '../errors/index.js'
import { readEdit } from './read-edit.js'

const read = (input: unknown) => readEdit(input as never, 'sample') // wrong on purpose: callers without types can pass anything

describe('what a post is changed to', () => {
  it('is new words, settings or both', () => {
    expect(read({ text: 'new' })).toEqual({ text: 'new', options: {} })
    expect(read({ options: { title: 'new' } })).toEqual({ text: null, options: { title: 'new' } })
    expect(read({ text: null, options: { title: 'new' } })).toEqual({
      text: null,
      options: { title: 'new' },
    })
  })

  it('may be no words at all, which is another edit than leaving them', () => {
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
  ])('is refused when it is %j', (input, message) => {
    expect(() => read(input)).toThrow(InvalidPostError)
    expect(() => read(input)).toThrow(message)
  })

  it('names the field that was probably meant', () => {
    expect(() => read({ txt: 'new' })).toThrow(ConfigError)
    expect(() => read({ txt: 'new' })).toThrow(/"text"/)
  })
})
