import { aLoginCall, type LoginCallSettings } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { bluesky } from '../platform.js'
import { findOauthServer } from './oauth-server.js'

const RESOURCE = 'GET /.well-known/oauth-protected-resource'
const SERVER = 'GET /.well-known/oauth-authorization-server'
const HOME = 'https://pds.example.com'

const about = (issuer: string, changes: object = {}) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  pushed_authorization_request_endpoint: `${issuer}/par`,
  token_endpoint: `${issuer}/token`,
  ...changes,
})

const find = (replies: NonNullable<LoginCallSettings['replies']>) => {
  const call = aLoginCall({ platform: bluesky(), retries: { attempts: 1 }, replies })
  return { call, found: findOauthServer(HOME, call) }
}

describe('the authorization server', () => {
  it('is the one in the document of the account’s server, with or without a trailing slash', async () => {
    for (const named of ['https://entry.example.com', 'https://entry.example.com/']) {
      const { call, found } = find({
        [RESOURCE]: { authorization_servers: [named, 'https://other.example.com'] },
        [SERVER]: about('https://entry.example.com', {
          revocation_endpoint: 'https://entry.example.com/revoke',
        }),
      })

      expect(await found).toEqual({
        issuer: 'https://entry.example.com',
        authorizationEndpoint: 'https://entry.example.com/authorize',
        parEndpoint: 'https://entry.example.com/par',
        tokenEndpoint: 'https://entry.example.com/token',
        revocationEndpoint: 'https://entry.example.com/revoke',
      })
      expect(
        call.transport.requests.map(({ url, headers }) => [new URL(url).host, headers['authorization']]),
      ).toEqual([
        ['pds.example.com', undefined],
        ['entry.example.com', undefined],
      ])
    }
  })

  it('is the account’s server itself without a document, and can lack a revocation endpoint', async () => {
    const { found } = find({
      [RESOURCE]: { status: 404, body: { error: 'NotFound' } },
      [SERVER]: about(HOME),
    })

    expect(await found).toMatchObject({ issuer: HOME, revocationEndpoint: null })
  })

  it.each<[string, object]>([
    ['another issuer', about('https://other.example.com')],
    ['another issuer, by a slash', about(HOME, { issuer: `${HOME}/` })],
    [
      'an authorization endpoint on loopback',
      about(HOME, { authorization_endpoint: 'https://127.0.0.1/authorize' }),
    ],
    [
      'an invalid endpoint for pushed requests',
      about(HOME, { pushed_authorization_request_endpoint: 'par' }),
    ],
    ['a token endpoint without https', about(HOME, { token_endpoint: 'http://pds.example.com/token' })],
    ['a revocation endpoint on loopback', about(HOME, { revocation_endpoint: 'https://localhost/revoke' })],
  ])('is not trusted when its document contains %s', async (_what, reply) => {
    const { found } = find({ [RESOURCE]: { authorization_servers: [HOME] }, [SERVER]: reply })

    await expect(found).rejects.toMatchObject({ code: 'AUTH', platform: 'bluesky' })
  })
})
