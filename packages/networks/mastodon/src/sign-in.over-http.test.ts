import { AppCredentials, AuthError, ConfigError, SocialClient, TokenExpiredError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { mastodon } from './platform.js'

describe('signing in over HTTP', () => {
  // Holds R-0079, R-0127, R-0142, R-0190.
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

  it('is refused when the person declines', async () => {
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

  // Holds R-0292.
  it('uses the app stored for the named server', async () => {
    await using at = await usingEmulator()
    const hosts = ['one.example', 'two.example']
    for (const host of hosts)
      await at.storage.saveApp(
        new AppCredentials({ platform: 'mastodon', host, clientId: `app of ${host}`, clientSecret: 's' }),
      )

    for (const host of hosts) {
      const start = await at.client.startLogin('mastodon', { redirectUri: 'https://app.example/cb', host })
      const url = new URL(start.step === 'SEND_TO_NETWORK' ? start.url : '')

      expect([url.host, url.searchParams.get('client_id')]).toEqual([host, `app of ${host}`])
    }
  })

  it('has to be repeated after the person has revoked the token', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.people.revokeTokens({ person: 'ada' })

    const failure: unknown = await account.profile().catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(TokenExpiredError)
    expect(String(failure)).not.toContain('access_token=')
  })

  it('refreshes expiring tokens, with one request for concurrent calls', async () => {
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

  it('ends with the token revoked at the server, and the connection deleted', async () => {
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

it('sends no request to loopback unless it is allowed', async () => {
  await using at = await usingEmulator()
  const { id } = await at.signIn()
  const strict = new SocialClient({ storage: at.storage, platforms: { mastodon: mastodon() } })

  await expect(strict.account(id).readPost('1')).rejects.toThrow(ConfigError)

  expect(at.counts()).toEqual({})
})

describe('a server that redirects people to another server', () => {
  const redirectUri = 'https://app.example/callback/mastodon'

  /**
   * Simulates an attack: a person signs in at one server, and that server redirects the person to
   * another server with the state and challenge of its own sign-in.
   */
  async function startMixUpAttack(changeRedirect: (address: string) => string = (address) => address) {
    const evil = await usingEmulator()
    const honest = await usingEmulator()
    const { client } = evil
    const { clientId } = await honest.client.createApp('mastodon', {
      name: 'Tests',
      redirectUri,
      host: honest.host,
    })
    await client.createApp('mastodon', { name: 'Tests', redirectUri, host: evil.host })
    const start = await client.startLogin('mastodon', { redirectUri, host: evil.host })
    if (start.step !== 'SEND_TO_NETWORK') throw new Error('no redirect')
    const page = new URL(start.url)
    page.host = honest.host
    page.searchParams.set('client_id', clientId)
    page.searchParams.set(
      'redirect_uri',
      changeRedirect(`${redirectUri}?server=${encodeURIComponent(honest.host)}`),
    )
    evil.forget()
    return {
      evil,
      honest,
      approve: () => honest.people.approve({ url: page.href, person: 'ada' }),
      finish: (location: string) =>
        client.finishLogin('mastodon', {
          redirectUri,
          host: evil.host,
          state: start.state,
          remember: start.remember,
          callback: Object.fromEntries(new URL(location).searchParams),
        }),
      [Symbol.asyncDispose]: async () => {
        await evil.close()
        await honest.close()
      },
    }
  }

  it('receives no code of the other server', async () => {
    await using attack = await startMixUpAttack()
    const { location } = attack.approve()

    await expect(attack.finish(location)).rejects.toThrow(/the callback came from another server/)

    expect(new URL(location).searchParams.get('code')).toBeTruthy()
    expect(attack.evil.counts()).toEqual({})
  })

  it('cannot change the redirect URI to its own', async () => {
    await using attack = await startMixUpAttack(() => `${redirectUri}?server=evil.example`)

    expect(() => attack.approve()).toThrow(/redirect URI is not trusted/)
  })

  it('receives no code when the callback names no server', async () => {
    await using attack = await startMixUpAttack()
    const location = new URL(attack.approve().location)
    location.searchParams.delete('server')

    await expect(attack.finish(location.href)).rejects.toThrow(AuthError)

    expect(attack.evil.counts()).toEqual({})
  })

  it('cannot pose as the other server with iss', async () => {
    await using attack = await startMixUpAttack()
    const location = new URL(attack.approve().location)
    location.searchParams.set('server', attack.evil.host)
    location.searchParams.set('iss', `https://${attack.honest.host}`)

    await expect(attack.finish(location.href)).rejects.toThrow(AuthError)

    expect(attack.evil.counts()).toEqual({})
  })
})
