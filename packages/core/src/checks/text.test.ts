import { describe, expect, it } from 'vitest'

import { InvalidPostError } from '../errors/index.js'
import { readText, refuseBadTexts } from './text.js'

const HALF = '\ud83d'

describe('a text for a network', () => {
  it.each(['', 'Hello', '👩‍👩‍👧', 'a\tb\n'])('is accepted unchanged: %j', (text) => {
    expect(readText(text, 'The text', 'sample')).toBe(text)
  })

  it.each([
    [5, 'The text must be text, not'],
    [null, 'The text must be text, not'],
    [`a${HALF}`, 'The text holds half an emoji'],
    ['a\0b', 'The text holds a NUL character'],
  ])('is refused with its name and the network: %j', (text, sentence) => {
    const read = () => readText(text, 'The text', 'sample')
    expect(read).toThrow(InvalidPostError)
    expect(read).toThrow(
      expect.objectContaining({ platform: 'sample', message: expect.stringContaining(sentence) }),
    )
  })
})

describe('texts in options', () => {
  it.each([
    [{ title: 'a\0' }, 'The option title holds'],
    [{ poll: { options: ['a', HALF] } }, 'The option poll.options.1 holds'],
    [Object.assign(Object.create(null), { title: '\0' }), 'The option title holds'],
  ])('are refused at any place: %j', (options: object, sentence) => {
    expect(() => {
      refuseBadTexts(options, 'sample')
    }).toThrow(sentence)
  })

  it('are checked seven levels deep, and no deeper', () => {
    const nested = (levels: number): object =>
      levels === 1 ? { title: '\0' } : { inner: nested(levels - 1) }
    expect(() => {
      refuseBadTexts(nested(7), 'sample')
    }).toThrow('inner.title holds a NUL character')
    expect(() => {
      refuseBadTexts(nested(8), 'sample')
    }).not.toThrow()
  })

  it('are checked only in lists and plain objects, up to a maximum depth', () => {
    const circle: Record<string, unknown> = { at: new Date(0), bytes: Buffer.from('\0'), empty: null, n: 5 }
    circle['self'] = circle
    expect(() => {
      refuseBadTexts(circle, 'sample')
    }).not.toThrow()
  })
})
