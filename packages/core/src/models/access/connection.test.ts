import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { Connection, platformOf } from './connection.js'
import { Token } from './token.js'

const connection = new Connection({
  platform: 'bluesky',
  accountId: 'did:plc:abc',
  accountName: 'someone.example',
  host: 'pds.example',
  scopes: ['read'],
  extra: { pageToken: 'extra-secret' },
  avatarUrl: 'https://cdn.example/a.png',
  token: { accessToken: 'access-secret', refreshToken: 'refresh-secret' },
})

describe('a connection', () => {
  // Holds R-0019.
  it('has the id <platform>:<account id>, also if the account id contains colons', () => {
    expect(connection.id).toBe('bluesky:did:plc:abc')
  })

  // Holds R-0020, R-0021.
  it('has null or empty values for missing fields', () => {
    const plain = new Connection({
      platform: 'x',
      accountId: '1',
      accountName: 'a',
      token: { accessToken: 't' },
    })

    expect(plain).toMatchObject({ host: null, avatarUrl: null, scopes: [] })
    expect(plain.extra).toEqual({})
  })

  it.each(['platform', 'accountId'] as const)('is refused without %s', (field) => {
    const init = { platform: 'x', accountId: '1', accountName: 'a', token: { accessToken: 't' } }

    expect(() => new Connection({ ...init, [field]: '' })).toThrow(ConfigError)
  })

  it.each([
    ['accountName', undefined, 'Connection.accountName must be text, not'],
    ['host', 5, 'Connection.host must be text or null, not'],
    ['scopes', 'read', 'Connection.scopes must be a list of texts, not'],
    ['scopes', ['read', 5], 'Connection.scopes must be a list of texts, not'],
    ['extra', 'page', 'Connection.extra takes an object such as { pageId }, not'],
    ['extra', ['page'], 'Connection.extra takes an object such as { pageId }, not'],
    ['extra', null, 'Connection.extra takes an object such as { pageId }, not'],
  ])('refuses a wrong %s: %j', (field, value, sentence) => {
    const init = { platform: 'x', accountId: '1', accountName: 'a', token: { accessToken: 't' } }

    expect(() => new Connection({ ...init, [field]: value })).toThrow(sentence)
    expect(() => new Connection({ ...init, [field]: value })).toThrow(ConfigError)
  })

  // Holds R-0022, R-0023.
  it('withToken returns a new connection with all other fields copied', () => {
    const token = new Token({ accessToken: 'next' })
    const next = connection.withToken(token)

    expect(next).not.toBe(connection)
    expect(next.token).toBe(token)
    expect(connection.token.accessToken).toBe('access-secret')
    expect(next).toMatchObject({
      id: connection.id,
      host: 'pds.example',
      accountName: 'someone.example',
      scopes: ['read'],
      avatarUrl: 'https://cdn.example/a.png',
    })
    expect(next.extra).toEqual(connection.extra)
  })

  it('with replaces other fields in the same way', () => {
    expect(connection.with({ host: 'other.example' })).toMatchObject({
      host: 'other.example',
      scopes: ['read'],
    })
  })

  it('does not change when its init object changes', () => {
    const scopes = ['read']
    const extra: Record<string, unknown> = { page: '1' }
    const made = connection.with({ scopes, extra })
    scopes.push('write')
    extra['page'] = '2'

    expect(made.scopes).toEqual(['read'])
    expect(made.extra).toEqual({ page: '1' })
    expect(Object.isFrozen(made)).toBe(true)
  })

  it('replaces an invalid picture URL by null', () => {
    expect(connection.with({ avatarUrl: 'javascript:alert(1)' }).avatarUrl).toBeNull()
  })

  it('never prints its secrets, in any format', () => {
    const shown = [
      inspect(connection, { depth: 9 }),
      inspect({ list: [connection] }, { depth: 9 }),
      JSON.stringify(connection),
      JSON.stringify(Object.assign({}, connection)),
    ]

    expect(shown.join(' ')).not.toMatch(/-secret/)
    expect(shown[0]).toContain('bluesky:did:plc:abc')
  })
})

describe('the platform of an id', () => {
  it.each([
    ['youtube:UC1', 'youtube'],
    ['bluesky:did:plc:abc', 'bluesky'],
    ['mastodon:social.example:42', 'mastodon'],
  ])('is the part before the first colon: %s', (id, platform) => {
    expect(platformOf(id)).toBe(platform)
  })

  it.each(['', 'youtube', ':UC1'])('is refused for %j', (id) => {
    expect(() => platformOf(id)).toThrow(ConfigError)
  })
})
