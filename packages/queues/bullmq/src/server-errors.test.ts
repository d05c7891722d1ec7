import { ConfigError, NetworkError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { toLibraryError } from './server-errors.js'

describe('an error of Redis', () => {
  it.each([
    ["OOM command not allowed when used memory > 'maxmemory'. script: 5ab", 'maxmemory'],
    ['NOAUTH Authentication required.', 'password'],
    ['MISCONF Redis is configured to save RDB snapshots', 'disk'],
  ])('that somebody has to act upon says so: %s', (message, words) => {
    const error = toLibraryError('add', new Error(message))
    expect(ConfigError.is(error)).toBe(true)
    expect(String(error)).toContain(words)
  })

  it.each([
    new Error("READONLY You can't write against a read only replica. secret"),
    new Error('LOADING Redis is loading the dataset in memory'),
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    new Error('Connection is closed.'),
    new Error('Socket closed unexpectedly'),
  ])('that passes by itself is an outage: %s', (thrown) => {
    const error = toLibraryError('add', thrown)
    expect(NetworkError.is(error)).toBe(true)
    expect(String(error)).not.toContain('secret')
  })

  it('is left as it is when it is one of the library, or a mistake of the program', () => {
    for (const error of [new NetworkError('late'), new TypeError('no function'), null])
      expect(toLibraryError('add', error)).toBe(error)
  })
})
