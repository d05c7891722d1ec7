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

  // Holds R-0292.
  it('uses the app stored for the server that is named', async () => {
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

describe('a server that passes people on to another one', () => {
  const redirectUri = 'https://app.example/callback/mastodon'

  /** Somebody signs in at one server, which sends them on to another with the state and challenge of its own sign-in. */
  async function mixedUp(changeRedirect: (address: string) => string = (address) => address) {
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

  it('gets no code of that one', async () => {
    await using attack = await mixedUp()
    const { location } = attack.approve()

    await expect(attack.finish(location)).rejects.toThrow(/came back from somewhere else/)

    expect(new URL(location).searchParams.get('code')).toBeTruthy()
    expect(attack.evil.counts()).toEqual({})
  })

  it('cannot have people sent back as if they came from itself', async () => {
    await using attack = await mixedUp(() => `${redirectUri}?server=evil.example`)

    expect(() => attack.approve()).toThrow(/does not trust this address/)
  })

  it('gets no code where the callback says nothing of a server', async () => {
    await using attack = await mixedUp()
    const location = new URL(attack.approve().location)
    location.searchParams.delete('server')

    await expect(attack.finish(location.href)).rejects.toThrow(AuthError)

    expect(attack.evil.counts()).toEqual({})
  })

  it('is not believed to be another one by its own name either', async () => {
    await using attack = await mixedUp()
    const location = new URL(attack.approve().location)
    location.searchParams.set('server', attack.evil.host)
    location.searchParams.set('iss', `https://${attack.honest.host}`)

    await expect(attack.finish(location.href)).rejects.toThrow(AuthError)

    expect(attack.evil.counts()).toEqual({})
  })
})
