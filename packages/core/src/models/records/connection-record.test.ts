import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { Connection } from '../access/connection.js'
import { throughJson, connection } from './__fixtures__/a-stored-connection.js'
import { connectionFromRecord, fromRecord, toRecord } from './records.js'

describe('a connection and its record', () => {
  // Holds R-0085.
  it('comes back whole through JSON, dates and secrets included', () => {
    const again = connectionFromRecord(throughJson(toRecord(connection)))

    expect(again).toEqual(connection)
    expect(again.token.accessToken).toBe('access-1')
    expect(again.token.refreshToken).toBe('refresh-1')
    expect(again.token.proofKey).toBe('proof-1')
    expect(again.token.expiresAt).toEqual(new Date('2024-01-01T01:00:00.123Z'))
    expect(again.extra).toEqual({ did: 'did:plc:abc', list: [1, { deep: null }] })
    expect(again).toBeInstanceOf(Connection)
  })

  it('is written with its kind and a version', () => {
    expect(toRecord(connection)).toMatchObject({ kind: 'CONNECTION', version: 1, id: 'bluesky:did:plc:abc' })
  })

  it('is refused when the connection itself was saved, and the message says what to save', () => {
    expect(() => connectionFromRecord(throughJson(connection))).toThrow(ConfigError)
    expect(() => connectionFromRecord(throughJson(connection))).toThrow(/toRecord/)
  })

  it.each([
    ['hidden', '[hidden]'],
    ['empty', ''],
    ['missing', undefined],
  ])('is refused when its access token is %s', (_what, accessToken) => {
    const record = { ...toRecord(connection), token: { accessToken } }

    expect(() => fromRecord(record)).toThrow(ConfigError)
  })

  it('is refused when its refresh token is hidden', () => {
    const record = { ...toRecord(connection), token: { accessToken: 'access-1', refreshToken: '[hidden]' } }

    expect(() => fromRecord(record)).toThrow(/refreshToken/)
  })

  it('is refused when its token is gone', () => {
    expect(() => fromRecord({ ...toRecord(connection), token: undefined })).toThrow(ConfigError)
  })

  it('is refused when it was spread before it was saved', () => {
    expect(() => toRecord(Object.assign({}, connection))).toThrow(/spread/)
  })

  it('is refused when its id and its fields disagree', () => {
    expect(() => fromRecord({ ...toRecord(connection), id: 'bluesky:did:plc:other' })).toThrow(
      /did:plc:other/,
    )
  })

  it('is refused when its expiry has no time zone', () => {
    const record = {
      ...toRecord(connection),
      token: { accessToken: 'access-1', expiresAt: '2024-01-01T01:00:00' },
    }

    expect(() => fromRecord(record)).toThrow(/expiresAt/)
  })

  it('takes a Date where a database gives one back', () => {
    const record = {
      ...toRecord(connection),
      token: { accessToken: 'access-1', expiresAt: new Date('2024-01-01T01:00:00Z') },
    }

    expect(connectionFromRecord(record).token.expiresAt).toEqual(new Date('2024-01-01T01:00:00Z'))
  })

  it('fills in what an older record does not have', () => {
    const again = connectionFromRecord({
      kind: 'CONNECTION',
      version: 1,
      platform: 'x',
      accountId: '1',
      accountName: 'someone',
      token: { accessToken: 'access-1' },
    })

    expect(again).toMatchObject({ host: null, scopes: [], avatarUrl: null })
    expect(again.token).toMatchObject({ kind: 'BEARER', expiresAt: null, refreshToken: null })
  })

  it('comes back whole whatever its texts and times are', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 })
    const moment = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
    fc.assert(
      fc.property(
        fc.record({
          platform: fc.stringMatching(/^[a-z][a-z0-9_-]*$/),
          accountId: text.filter((id) => !id.includes('\0')),
          accountName: fc.string({ unit: 'binary' }),
          host: fc.option(text),
          scopes: fc.array(text),
          extra: fc.dictionary(text, fc.jsonValue({ noUnicodeString: false })),
          accessToken: text.filter((secret) => secret !== '[hidden]'),
          refreshToken: fc.option(text.filter((secret) => secret !== '[hidden]')),
          expiresAt: fc.option(moment),
        }),
        ({ accessToken, refreshToken, expiresAt, ...rest }) => {
          const made = new Connection({ ...rest, token: { accessToken, refreshToken, expiresAt } })
          const again = connectionFromRecord(throughJson(toRecord(made)))

          expect(toRecord(again)).toEqual(throughJson(toRecord(made)))
          expect(again.token.accessToken).toBe(accessToken)
          expect(again.token.expiresAt).toEqual(expiresAt)
        },
      ),
    )
  })
})
