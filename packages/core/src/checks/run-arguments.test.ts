import { describe, expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { assertWork, readPageOptions } from './run-arguments.js'

const CALL = { http: {} }

describe('a function of one network', () => {
  it('accepts the call of an account, and ids', () => {
    expect(() => {
      assertWork('revokeQuote', CALL, { postId: '1', quoteId: '2' })
    }).not.toThrow()
  })

  it.each([undefined, null, {}, 'x', 5])('explains its use if called with %j instead', (call) => {
    const use = (): void => {
      assertWork('revokeQuote', call, { postId: '1', quoteId: '2' })
    }
    expect(use).toThrow('account.run((call) => revokeQuote(postId, quoteId, call))')
    expect(use).toThrow(ConfigError)
  })

  it.each([undefined, '', 7, '\ud83d', 'a\0'])('refuses %j as an id, with its name', (postId) => {
    expect(() => {
      assertWork('revokeQuote', CALL, { postId })
    }).toThrow(/^revokeQuote: postId /)
  })
})

describe('a paged list', () => {
  it('starts with the first page by default', () => {
    expect(readPageOptions('boards', undefined)).toEqual({ after: null, limit: null })
    expect(readPageOptions('boards', { after: 'x', limit: 1 })).toEqual({ after: 'x', limit: 1 })
  })

  it.each([
    [{ afer: 'x' }, /Did you mean "after"\?/],
    ['x', /takes an object/],
    [{ after: 5 }, /boards: after must be text/],
    [{ limit: 0 }, /boards: limit must be a whole number above zero/],
    [{ limit: '5' }, /boards: limit must be a whole number above zero/],
  ])('refuses %j', (options, sentence) => {
    expect(() => readPageOptions('boards', options)).toThrow(sentence)
    expect(() => readPageOptions('boards', options)).toThrow(ConfigError)
  })
})
