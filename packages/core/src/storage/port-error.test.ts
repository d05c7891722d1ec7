import { runInNewContext } from 'node:vm'

import { describe, expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { errorOfPort } from './port-error.js'

/** As a driver makes its errors that was compiled for older engines: no error to the engine itself. */
const anOldError: unknown = Object.create(Error.prototype)

describe('what a port throws', () => {
  it.each([
    ['an error', new TypeError('from the driver')],
    ['an error of another realm', runInNewContext('new Error("from a sandbox")')],
    ['an error that was made by hand', anOldError],
  ])('is passed on as it is: %s', (_what, thrown) => {
    expect(errorOfPort(thrown, 'storage.getConnection')).toBe(thrown)
  })

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['hunter2', 'a string'],
    [{ message: 'hunter2' }, 'an object'],
  ])('is told of by its kind, and never by its words, when it is none: %#', (thrown, kind) => {
    const error = errorOfPort(thrown, 'storage.getConnection')
    expect(error).toBeInstanceOf(ConfigError)
    expect(error.message).toBe(
      `storage.getConnection failed with ${kind} instead of an Error. Throw errors that say what is wrong.`,
    )
    expect(error.cause).toBe(thrown)
  })
})
