import { runInNewContext } from 'node:vm'

import { describe, expect, it } from 'vitest'

import { ConfigError, NetworkError, PortError } from '../errors/index.js'
import { errorOfPort } from './port-error.js'

/**
 * An error of a driver that was compiled for an older JavaScript target. It has the prototype of `Error`, but is not
 * a native error.
 */
const anOldError: unknown = Object.create(Error.prototype)

describe('a port that fails', () => {
  it.each([
    ['an error', new TypeError('disk full'), 'disk full'],
    ['an error of another realm', runInNewContext('new Error("from a sandbox")'), 'from a sandbox'],
    ['an error that was made by hand', anOldError, 'Error'],
    ['an error of many lines', new Error('one\ntwo'), 'one two'],
    [
      'a URL with a password',
      new Error('connect postgres://app:hunter2@db/app refused'),
      'connect postgres://[hidden]@db/app refused',
    ],
    [
      'a URL with an unencoded password',
      new Error('Invalid URL: postgres://app:hunter/2@x?@db/app and more'),
      'Invalid URL: postgres://[hidden]@db/app and more',
    ],
    [
      'connection settings with a password',
      new Error('no entry for host=db user=app password=hunter2 dbname=app; PWD: "hunter 2"; passwd=h'),
      'no entry for host=db user=app password=[hidden] dbname=app; PWD: [hidden]; passwd=[hidden]',
    ],
    [
      'a refused login',
      new Error('password authentication failed for user "app"'),
      'password authentication failed for user "app"',
    ],
  ])('becomes a PortError with the reason: %s', (_what, thrown, reason) => {
    const error = errorOfPort(thrown, 'storage.getConnection')
    expect(PortError.is(error)).toBe(true)
    expect(error).toMatchObject({
      message: `storage.getConnection failed: ${reason}`,
      port: 'storage.getConnection',
      cause: thrown,
    })
  })

  it.each([new ConfigError('x'), new NetworkError('x')])('passes %o of the library through', (thrown) => {
    expect(errorOfPort(thrown, 'storage.getConnection')).toBe(thrown)
  })

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['hunter2', 'a string'],
    [{ message: 'hunter2' }, 'an object'],
  ])('reports the kind of a value that is not an error, and never quotes it: %#', (thrown, kind) => {
    const error = errorOfPort(thrown, 'storage.getConnection')
    expect(error).toBeInstanceOf(PortError)
    expect(error.message).toBe(
      `storage.getConnection failed with ${kind} instead of an Error. Throw an Error that describes the failure.`,
    )
    expect(error.cause).toBe(thrown)
  })
})
