import { describe, expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { readEntry } from './read-journal-entry.js'

const freeAt = new Date('2026-01-01T00:00:00Z')

describe('the result of journal.open', () => {
  it.each([
    [{ state: 'NEW', claim: 'c', receipt: null }],
    [{ state: 'CONTINUE', claim: 'c', receipt: { step: 'WAIT' } }],
    [{ state: 'DONE', result: { id: '1' } }],
    [{ state: 'BUSY', freeAt }],
    [{ state: 'CONFLICT' }],
  ])('is accepted unchanged: %j', (answer) => {
    expect(readEntry(answer)).toEqual(answer)
  })

  it('is allowed to omit a missing receipt, as drivers do', () => {
    expect(readEntry({ state: 'NEW', claim: 'c', receipt: undefined })).toEqual({
      state: 'NEW',
      claim: 'c',
      receipt: null,
    })
  })

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['NEW', 'returned "NEW"'],
    [{}, 'the state undefined'],
    [{ state: 'done' }, 'the state'],
    [{ state: 'NEW' }, 'NEW without a claim'],
    [{ state: 'NEW', claim: '' }, 'NEW without a claim'],
    [{ state: 'CONTINUE', claim: 'c', receipt: '{}' }, 'JSON.parse(text)'],
    [{ state: 'CONTINUE', claim: 'c', receipt: [1] }, 'as its receipt'],
    [{ state: 'DONE' }, 'DONE with undefined as its result'],
    [{ state: 'DONE', result: null }, 'DONE without a result'],
    [{ state: 'DONE', result: '{"id":"1"}' }, 'JSON.parse(text)'],
    [{ state: 'BUSY' }, 'BUSY without a Date'],
    [{ state: 'BUSY', freeAt: '2026-01-01' }, 'BUSY without a Date'],
    [{ state: 'BUSY', freeAt: new Date(Number.NaN) }, 'BUSY without a Date'],
  ])('is refused with a clear message when invalid: %j', (answer, message) => {
    expect(() => readEntry(answer)).toThrow(message)
    expect(() => readEntry(answer)).toThrow(/^journal\.open returned/)
    expect(() => readEntry(answer)).toThrow(ConfigError)
  })
})
