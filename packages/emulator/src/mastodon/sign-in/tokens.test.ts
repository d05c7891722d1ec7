import { describe, expect, it } from 'vitest'

import { AtMastodon } from '../../__fixtures__/at-mastodon.js'

const verify = (server: AtMastodon, token: string) =>
  server.call('GET /api/v1/accounts/verify_credentials', { token })

describe('tokens of a Mastodon server', () => {
  it('do not expire', async () => {
    const server = new AtMastodon()
    const token = server.signIn('ada')
    server.clock.advance(10 * 365 * 86_400)
    expect((await verify(server, token)).status).toBe(200)
  })

  it('have no refresh token', async () => {
    const server = new AtMastodon()
    const { clientId, clientSecret } = server.control.signIn({ person: 'ada' })
    const form = {
      grant_type: 'refresh_token',
      refresh_token: 'x',
      client_id: clientId,
      client_secret: clientSecret,
    }
    const { status, body } = await server.call('POST /oauth/token', { form })
    expect([status, body]).toEqual([400, expect.objectContaining({ error: 'unsupported_grant_type' })])
  })

  it('are invalid after revocation by the app or the person, and can be revoked twice', async () => {
    const server = new AtMastodon()
    const { accessToken, clientId, clientSecret } = server.control.signIn({ person: 'ada' })
    const form = { client_id: clientId, client_secret: clientSecret, token: accessToken }
    for (let times = 0; times < 2; times += 1)
      expect(await server.call('POST /oauth/revoke', { form })).toMatchObject({ status: 200, body: {} })
    expect(await verify(server, accessToken)).toMatchObject({
      status: 401,
      body: { error: 'The access token was revoked' },
    })
    const other = server.signIn('bea')
    server.control.revokeTokens({ person: 'bea' })
    expect((await verify(server, other)).status).toBe(401)
  })

  it('can only be revoked by their own app', async () => {
    const server = new AtMastodon()
    const { accessToken } = server.control.signIn({ person: 'ada' })
    const other = server.control.signIn({ person: 'bea' })
    const form = { client_id: other.clientId, client_secret: other.clientSecret, token: accessToken }
    expect(await server.call('POST /oauth/revoke', { form })).toMatchObject({
      status: 403,
      body: { error: 'unauthorized_client' },
    })
  })

  it('of an app have no person', async () => {
    const server = new AtMastodon()
    const { clientId, clientSecret } = server.control.signIn({ person: 'ada' })
    const form = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: 'read write',
    }
    const { body } = await server.call('POST /oauth/token', { form })
    const token = (body as { access_token: string }).access_token
    expect(await verify(server, token)).toMatchObject({
      status: 422,
      body: { error: 'This method requires an authenticated user' },
    })
  })
})

const expiring = (rotates: boolean) => new AtMastodon({ expiringTokens: { lifetimeSeconds: 3600, rotates } })

const renew = async (
  server: AtMastodon,
  signedIn: { readonly clientId: string; readonly clientSecret: string },
  refresh: string,
) =>
  server.call('POST /oauth/token', {
    form: {
      grant_type: 'refresh_token',
      refresh_token: refresh,
      client_id: signedIn.clientId,
      client_secret: signedIn.clientSecret,
    },
  })

describe('tokens of a compatible server with expiry', () => {
  it('are refused after expiry, and are refreshed', async () => {
    const server = expiring(true)
    const signedIn = server.control.signIn({ person: 'ada' })
    server.clock.advance(3600)
    expect(await verify(server, signedIn.accessToken)).toMatchObject({
      status: 401,
      body: { error: 'The access token expired' },
    })
    const { body } = await renew(server, signedIn, signedIn.refreshToken ?? '')
    expect(body).toMatchObject({
      expires_in: 3600,
      refresh_token: expect.any(String),
      scope: 'read write push',
    })
    expect((await verify(server, (body as { access_token: string }).access_token)).status).toBe(200)
  })

  it('are refreshed once with each refresh token with rotation', async () => {
    const server = expiring(true)
    const signedIn = server.control.signIn({ person: 'ada' })
    const first = await renew(server, signedIn, signedIn.refreshToken ?? '')
    const again = await renew(server, signedIn, signedIn.refreshToken ?? '')
    expect([first.status, again.status]).toEqual([200, 400])
    expect(again.body).toMatchObject({ error: 'invalid_grant' })
    expect((await verify(server, signedIn.accessToken)).status).toBe(401)
    expect(server.network.log.counts()['POST /oauth/token']).toBe(2)
  })

  it('keep their refresh token without rotation', async () => {
    const server = expiring(false)
    const signedIn = server.control.signIn({ person: 'ada' })
    for (let times = 0; times < 2; times += 1) {
      const { body } = await renew(server, signedIn, signedIn.refreshToken ?? '')
      expect(body).toMatchObject({ refresh_token: signedIn.refreshToken })
    }
  })

  it('can be ended early', async () => {
    const server = expiring(true)
    const { accessToken } = server.control.signIn({ person: 'ada' })
    server.control.expireTokens()
    expect((await verify(server, accessToken)).status).toBe(401)
  })
})
