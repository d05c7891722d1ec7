import { inspect } from 'node:util'

import { ConfigError, NetworkError } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { NoAnswer, readFailure } from './postgres-errors.js'

const SECRET = 'hunter2'

/** Makes an error whose message quotes a row, as some errors of the server and its client do. */
const failed = (code: string | undefined, message = `Failing row contains (${SECRET})`): Error =>
  Object.assign(new Error(message), { detail: `Key (id)=(${SECRET})` }, code === undefined ? {} : { code })

describe('a failure', () => {
  it.each(
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND 57P01 57P02 57P03 08006 53300 40001 40P01 55P03 57014 23505 25006'.split(
      ' ',
    ),
  )('with the code %s is temporary: the statement is retried', (code) => {
    const { isPassing, toError } = readFailure(failed(code))

    expect(isPassing).toBe(true)
    expect(NetworkError.is(toError('storage.getConnection'))).toBe(true)
    expect(String(toError('storage.getConnection'))).toContain(`storage.getConnection failed: `)
  })

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])('with the message "%s" is temporary, and its connection is closed', (message) => {
    const { isPassing, isBroken } = readFailure(failed(undefined, message))

    expect([isPassing, isBroken]).toEqual([true, true])
  })

  it.each([
    '28P01',
    '28000',
    '3D000',
    '42P01',
    '42501',
    '42703',
    '22021',
    '54000',
    '23514',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('with the code %s is permanent and reported immediately', (code) => {
    const { isPassing, toError } = readFailure(failed(code))

    expect(isPassing).toBe(false)
    expect(ConfigError.is(toError('journal.open'))).toBe(true)
    expect(String(toError('journal.open'))).toContain(`(${code})`)
  })

  it('of a full disk is reported immediately as an outage', () => {
    const { isPassing, toError } = readFailure(failed('53100'))

    expect(isPassing).toBe(false)
    expect(NetworkError.is(toError('journal.save'))).toBe(true)
  })

  it('closes its connection only if the connection is lost', () => {
    expect(readFailure(failed('57P01')).isBroken).toBe(true)
    expect(readFailure(failed('25006')).isBroken).toBe(true)
    expect(readFailure(new NoAnswer()).isBroken).toBe(true)
    expect(readFailure(failed('40P01')).isBroken).toBe(false)
    expect(readFailure(failed('23514')).isBroken).toBe(false)
  })

  it.each([
    failed('23505'),
    failed(undefined),
    failed(`postgres://app:${SECRET}@db`),
    SECRET,
    null,
    undefined,
  ])('quotes no text of the server: %#', (error) => {
    expect(inspect(readFailure(error).toError('storage.saveConnection'), { depth: 9 })).not.toContain(SECRET)
  })
})
