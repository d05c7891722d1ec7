import { NetworkError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { problemOf } from './memo.js'

describe('the stored problem of an error', () => {
  it('contains the message and the code of a library error', () => {
    const problem = problemOf(new NetworkError('The server was away.'), 'RETRY')

    expect(problem).toMatchObject({ todo: 'RETRY', message: 'The server was away.', code: 'NETWORK' })
  })

  it.each([
    ['an error', Object.assign(new Error('postgres://me:hunter2@db'), { code: 'hunter2' })],
    ['an object', { code: 'hunter2', message: 'hunter2' }],
    ['text', 'hunter2'],
  ])('contains no text of another error, which may hold secrets: %s', (_what, error) => {
    const problem = problemOf(error, 'GIVE_UP')

    expect(problem.code).toBeNull()
    expect(JSON.stringify(problem)).not.toContain('hunter2')
  })
})
