import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { Connection } from '../access/connection.js'
import { throughJson, connection } from './__fixtures__/a-stored-connection.js'
import { connectionFromRecord, fromRecord, toRecord } from './records.js'

describe('a connection and its record', () => {
  // Holds R-0085.
  it('are restored completely from JSON, including dates and secrets', () => {
    const restored = connectionFromRecord(throughJson(toRecord(connection)))

    expect(restored).toEqual(connection)
    expect(restored.token.accessToken).toBe('access-1')
    expect(restored.token.refreshToken).toBe('refresh-1')
    expect(restored.token.proofKey).toBe('proof-1')
    expect(restored.token.expiresAt).toEqual(new Date('2024-01-01T01:00:00.123Z'))
    expect(restored.extra).toEqual({ did: 'did:plc:abc', list: [1, { deep: null }] })
    expect(restored).toBeInstanceOf(Connection)
  })

  it('contain the kind and a version', () => {
    expect(toRecord(connection)).toMatchObject({ kind: 'CONNECTION', version: 1, id: 'bluesky:did:plc:abc' })
  })

  it('are refused when the connection itself was saved, with a message that names the fix', () => {
    expect(() => connectionFromRecord(throughJson(connection))).toThrow(ConfigError)
    expect(() => connectionFromRecord(throughJson(connection))).toThrow(/toRecord/)
  })

  it.each([
    ['hidden', '[hidden]'],
    ['empty', ''],
    ['missing', undefined],
  ])('are refused when the access token is %s', (_what, accessToken) => {
    const record = { ...toRecord(connection), token: { accessToken } }

    expect(() => fromRecord(record)).toThrow(ConfigError)
  })

  it('are refused when the refresh token is hidden', () => {
    const record = { ...toRecord(connection), token: { accessToken: 'access-1', refreshToken: '[hidden]' } }

    expect(() => fromRecord(record)).toThrow(/refreshToken/)
  })

  it('are refused when the token is missing', () => {
    expect(() => fromRecord({ ...toRecord(connection), token: undefined })).toThrow(ConfigError)
  })

  it('are refused when the connection was copied by spreading before it was saved', () => {
    expect(() => toRecord(Object.assign({}, connection))).toThrow(/spread/)
  })

  it('are refused when the id does not match the fields', () => {
    expect(() => fromRecord({ ...toRecord(connection), id: 'bluesky:did:plc:other' })).toThrow(
      /did:plc:other/,
    )
  })

  it('are refused when the expiry has no time zone', () => {
    const record = {
      ...toRecord(connection),
      token: { accessToken: 'access-1', expiresAt: '2024-01-01T01:00:00' },
    }

    expect(() => fromRecord(record)).toThrow(/expiresAt/)
  })

  it('accept a Date, as some databases return it', () => {
    const record = {
      ...toRecord(connection),
      token: { accessToken: 'access-1', expiresAt: new Date('2024-01-01T01:00:00Z') },
    }

    expect(connectionFromRecord(record).token.expiresAt).toEqual(new Date('2024-01-01T01:00:00Z'))
  })

  it('use defaults for fields that an older record lacks', () => {
    const restored = connectionFromRecord({
      kind: 'CONNECTION',
      version: 1,
      platform: 'x',
      accountId: '1',
      accountName: 'someone',
      token: { accessToken: 'access-1' },
    })

    expect(restored).toMatchObject({ host: null, scopes: [], avatarUrl: null })
    expect(restored.token).toMatchObject({ kind: 'BEARER', expiresAt: null, refreshToken: null })
  })

  it('are restored completely for any texts and times', () => {
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
          const restored = connectionFromRecord(throughJson(toRecord(made)))

          expect(toRecord(restored)).toEqual(throughJson(toRecord(made)))
          expect(restored.token.accessToken).toBe(accessToken)
          expect(restored.token.expiresAt).toEqual(expiresAt)
        },
      ),
    )
  })
})
