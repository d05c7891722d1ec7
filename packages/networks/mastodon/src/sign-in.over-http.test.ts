import { AuthError, ConfigError, SocialClient, TokenExpiredError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { mastodon } from './platform.js'

describe('signing in over HTTP', () => {
  it('registers an app, goes through the approval page with PKCE, and saves the connection', async () => {
    await using at = await usingEmulator()

    const step = await at.finishLogin('ada')

    expect(step).toMatchObject({
      step: 'FINISHED',
      connection: { host: at.host, accountName: `@ada@${at.host}`, scopes: ['read', 'write', 'push'] },
    })
    const connection = step.step === 'FINISHED' ? step.connection : null
    expect(connection?.id).toBe(`mastodon:${at.host}:${String(connection?.extra['serverAccountId'])}`)
    expect(await at.storage.getConnection(connection?.id ?? '')).toBe(connection)
    expect(at.counts()).toEqual({
      'POST /api/v1/apps': 1,
      'POST /oauth/token': 1,
      'GET /api/v1/accounts/verify_credentials': 1,
    })
  })

  it('is refused when the person says no', async () => {
    await using at = await usingEmulator()
    const redirectUri = 'https://app.example/callback/mastodon'
    await at.client.createApp('mastodon', { name: 'Tests', redirectUri, host: at.host })
    const start = await at.client.startLogin('mastodon', { redirectUri, host: at.host })
    if (start.step !== 'SEND_TO_NETWORK') throw new Error('no redirect')
    const { location } = at.people.approve({ url: start.url, person: 'ada', deny: true })
    const callback = Object.fromEntries(new URL(location).searchParams)

    await expect(
      at.client.finishLogin('mastodon', {
        redirectUri,
        host: at.host,
        state: start.state,
        remember: start.remember,
        callback,
      }),
    ).rejects.toThrow(AuthError)
  })

  it('needs an app for each server', async () => {
    await using at = await usingEmulator()

    await expect(
      at.client.startLogin('mastodon', { redirectUri: 'https://app.example/cb', host: 'other.example' }),
    ).rejects.toThrow(ConfigError)
    expect(at.counts()).toEqual({})
  })

  it('has to be done again once the person has withdrawn the token', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.people.revokeTokens({ person: 'ada' })

    const failure: unknown = await account.profile().catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(TokenExpiredError)
    expect(String(failure)).not.toContain('access_token=')
  })

  it('is renewed where tokens run out, with one request however many ask', async () => {
    await using at = await usingEmulator({
      server: { expiringTokens: { lifetimeSeconds: 3600, rotates: true } },
    })
    const account = await at.signIn()
    await at.clock.advance(3600)

    await Promise.all([account.profile(), account.profile(), account.profile()])

    expect(at.counts()).toMatchObject({
      'POST /oauth/token': 1,
      'GET /api/v1/accounts/verify_credentials': 3,
    })
  })

  it('ends with the token withdrawn at the server, and the connection deleted', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { token } = await account.connection()

    await at.client.disconnect(account.id)

    expect(await at.storage.getConnection(account.id)).toBeNull()
    const reply = await fetch(`http://${at.host}/api/v1/accounts/verify_credentials`, {
      headers: { authorization: `Bearer ${token.accessToken}` },
    })
    expect(reply.status).toBe(401)
  })
})

it('asks nothing on this machine unless loopback is allowed', async () => {
  await using at = await usingEmulator()
  const { id } = await at.signIn()
  const strict = new SocialClient({ storage: at.storage, platforms: { mastodon: mastodon() } })

  await expect(strict.account(id).readPost('1')).rejects.toThrow(ConfigError)

  expect(at.counts()).toEqual({})
})
