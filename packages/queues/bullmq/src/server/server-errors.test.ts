import { ConfigError, NetworkError } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { toLibraryError } from './server-errors.js'

describe('an error of Redis', () => {
  it.each([
    ['NOAUTH Authentication required.', 'password'],
    ['WRONGPASS invalid username-password pair or user is disabled.', 'password'],
    ["NOPERM User app has no permissions to run the 'eval' command", 'Allow'],
    ['WRONGTYPE Operation against a key holding the wrong kind of value', 'prefix'],
    ["CROSSSLOT Keys in request don't hash to the same slot", 'braces'],
  ])('that requires an action contains it: %s', (message, advice) => {
    const error = toLibraryError('add', new Error(message))
    expect(ConfigError.is(error)).toBe(true)
    expect(String(error)).toContain(`add of the queue: error code ${message.split(' ')[0]}. `)
    expect(String(error)).toContain(advice)
  })

  it.each([
    ["OOM command not allowed when used memory > 'maxmemory'. script: 5ab", 'maxmemory'],
    ['MISCONF Redis is configured to save RDB snapshots', 'disk'],
    ['ERR max number of clients reached', 'maxclients'],
  ])('of a server without space is an outage with the required action: %s', (message, advice) => {
    const error = toLibraryError('add', new Error(message))
    expect(NetworkError.is(error)).toBe(true)
    expect(String(error)).toContain(advice)
  })

  it.each([
    new Error("READONLY You can't write against a read only replica. secret"),
    new Error('LOADING Redis is loading the dataset in memory'),
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    new Error('Connection is closed.'),
    new Error('Socket closed unexpectedly'),
  ])('that is temporary is an outage: %s', (thrown) => {
    const error = toLibraryError('add', thrown)
    expect(NetworkError.is(error)).toBe(true)
    expect(String(error)).not.toContain('secret')
  })

  it.each([
    Object.assign(new Error('read'), { code: 'ECONNRESET' }),
    ...[
      'SocketClosedUnexpectedlyError',
      'ClientClosedError',
      'ClientOfflineError',
      'DisconnectsClientError',
      'ConnectionTimeoutError',
      'ReconnectStrategyError',
      'MaxRetriesPerRequestError',
    ].map((name) => Object.assign(new Error('it is over'), { name })),
    new Error("Stream isn't writeable and enableOfflineQueue options is false"),
    new Error('The client is closed'),
  ])(
    'of the connection, detected by code, class or message, is reported as a cut connection: %s',
    (thrown) => {
      const error = toLibraryError('read', thrown)
      expect(NetworkError.is(error)).toBe(true)
      expect(error).toMatchObject({ cause: thrown })
      expect(String(error)).toContain(
        'read of the queue: its connection was cut. Repeating the call is safe.',
      )
    },
  )

  it('is named by its error code if it is a temporary refusal', () => {
    const thrown = new Error('LOADING Redis is loading the dataset in memory')
    const error = toLibraryError('add', thrown)
    expect(String(error)).toContain('error code LOADING')
    expect(error).toMatchObject({ cause: thrown })
  })

  it('is returned unchanged if it is an error of the library, or a programming mistake', () => {
    const mistakes = [
      new TypeError('no function'),
      new Error("ERR unknown command 'EVAL'"),
      new Error('A mistake of OOM size'),
      Object.assign(new Error('code'), { code: 'ERR_INVALID_ARG_TYPE' }),
    ]
    // Connection errors that the library itself created are not wrapped again.
    const ours = [new NetworkError('late'), new NetworkError('The socket was closed.')]
    for (const error of [...ours, ...mistakes, null]) expect(toLibraryError('add', error)).toBe(error)
  })
})
