import { AppCredentials, AuthError, Connection, TokenExpiredError } from '@social/core'
import { aCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { ALL_SCOPES, anAccount } from './__fixtures__/an-account.js'
import { usingEmulator } from './__fixtures__/at-emulator.js'
import { x } from './platform.js'

const HOUR = 3600

describe.each([
  ['a confidential client', undefined],
  ['a public client', null],
])('signing in as %s', (_what, clientSecret) => {
  const server = clientSecret === undefined ? {} : { clientSecret }

  // Holds R-0114, R-0131.
  it('returns a connection with name, avatar and scopes', async () => {
    await using at = await usingEmulator({ server })
    const step = await at.finishLogin('ada')

    if (step.step !== 'FINISHED') throw new Error('expected a connection')
    const { connection } = step
    expect(connection).toMatchObject({
      id: `x:${connection.accountId}`,
      accountName: '@ada',
      avatarUrl: expect.stringContaining('https://pbs.twimg.com/'),
      scopes: ALL_SCOPES,
    })
    expect(connection.extra).toEqual({ profileUrl: 'https://x.com/ada', subscription: 'None' })
    expect(connection.token.expiresAt).toEqual(new Date('2026-11-22T14:00:00Z'))
  })

  it('is refreshed before it expires, and each refresh token is used once', async () => {
    await using at = await usingEmulator({ server })
    const account = await at.signIn()
    for (let day = 0; day < 3; day += 1) {
      await at.clock.advance(2 * HOUR)
      await Promise.all([account.profile(), account.profile(), account.profile()])
    }

    expect(at.counts()).toEqual({ 'POST /2/oauth2/token': 3, 'GET /2/users/me': 9 })
    const kept = await at.storage.getConnection(account.id)
    expect(kept?.scopes).toEqual(ALL_SCOPES)
  })

  it('is revoked by disconnect', async () => {
    await using at = await usingEmulator({ server })
    const { id } = await at.signIn()

    await at.client.disconnect(id)

    expect(at.network.state().tokens.every(({ revoked }) => revoked)).toBe(true)
    expect(await at.storage.getConnection(id)).toBeNull()
  })
})

describe('signing in', () => {
  it('uses PKCE, scopes separated by spaces, and a new state', async () => {
    await using at = await usingEmulator()
    const start = await at.client.startLogin('x', { redirectUri: 'https://app.example/callback/x' })
    if (start.step !== 'SEND_TO_NETWORK') throw new Error('expected an address')
    const { searchParams } = new URL(start.url)

    expect(start.url).not.toContain('+')
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'emulator-client-id',
      redirect_uri: 'https://app.example/callback/x',
      scope: 'tweet.read tweet.write users.read media.write offline.access',
      state: start.state,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(start.remember).toEqual({ verifier: expect.stringMatching(/^[\w-]{64}$/) })
  })

  it('is refused after a cancellation, with an expired code, and with wrong app credentials', async () => {
    await using at = await usingEmulator()
    const redirectUri = 'https://app.example/callback/x'
    const start = await at.client.startLogin('x', { redirectUri })
    if (start.step !== 'SEND_TO_NETWORK') throw new Error('expected an address')
    const finish = (location: string) =>
      at.client.finishLogin('x', {
        redirectUri,
        state: start.state,
        remember: start.remember,
        callback: Object.fromEntries(new URL(location).searchParams),
      })
    const denied = at.network.approve({ url: start.url, person: 'ada', deny: true })
    await expect(finish(denied.location)).rejects.toBeInstanceOf(AuthError)
    const late = at.network.approve({ url: start.url, person: 'ada' })
    await at.clock.advance(31)
    await expect(finish(late.location)).rejects.toThrow('a code is valid for 30 seconds')
    const fresh = at.network.approve({ url: start.url, person: 'ada' })
    const { clientId } = at.network.app()
    await at.storage.saveApp(new AppCredentials({ platform: 'x', clientId, clientSecret: 'another secret' }))
    const wrong = finish(fresh.location)

    await expect(wrong).rejects.toThrow(
      'x refused the sign-in or the token: Missing valid authorization header.',
    )
    await expect(wrong).rejects.not.toThrow('another secret')
  })

  it('names the developer portal when no app is stored', async () => {
    await using at = await usingEmulator()
    const another = at.anotherClient()
    await expect(
      another.createApp('x', { name: 'Tests', redirectUri: 'https://app.example/callback/x' }),
    ).rejects.toThrow('https://developer.x.com/en/portal/dashboard')
  })

  it('without offline.access expires after two hours, with the reason', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn('ada', ['tweet.read', 'users.read'])
    await at.clock.advance(2 * HOUR)
    const asking = account.profile()

    await expect(asking).rejects.toBeInstanceOf(TokenExpiredError)
    await expect(asking).rejects.toThrow(
      'X returned no refresh token, because the sign-in did not request the scope offline.access. Sign the account in again.',
    )
    expect(at.requests()).toEqual([])
  })

  it('ends when the person revokes the app, but not during an outage', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.network.expireTokens({})
    at.faults.add({ path: '/2/oauth2/token', fault: 'status', status: 503 })
    await expect(account.profile()).rejects.not.toBeInstanceOf(AuthError)
    expect(await account.profile()).toMatchObject({ name: '@ada' })
    at.network.removeAccess({ person: 'ada' })

    await expect(account.profile()).rejects.toBeInstanceOf(TokenExpiredError)
  })

  it('never repeats a refresh whose response was lost within the same call', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    await at.clock.advance(2 * HOUR)
    at.faults.add({ path: '/2/oauth2/token', fault: 'replyLost' })

    await expect(account.profile()).rejects.not.toBeInstanceOf(AuthError)
    expect(at.counts()['POST /2/oauth2/token']).toBe(1)
  })
})

async function renewed(reply: object) {
  const tokens = { token_type: 'bearer', access_token: 'new', refresh_token: 'newer', ...reply }
  const call = aCall({
    platform: x(),
    connection: anAccount({ scopes: ['tweet.read'] }),
    replies: { 'POST /2/oauth2/token': tokens },
  })
  return x().refresh(call)
}

describe('a token refresh', () => {
  it('stores the scopes that X returns, and keeps the old ones when X returns none', async () => {
    expect(await renewed({ scope: 'tweet.read tweet.write' })).toMatchObject({
      scopes: ['tweet.read', 'tweet.write'],
    })
    expect(await renewed({})).not.toHaveProperty('scopes')
  })

  it('is valid for two hours when X reports no lifetime', async () => {
    expect(await renewed({ expires_in: 60 })).toMatchObject({
      token: { expiresAt: new Date('2024-01-01T00:01:00Z') },
    })
    expect(await renewed({})).toMatchObject({ token: { expiresAt: new Date('2024-01-01T02:00:00Z') } })
  })
})

it('exposes no secret', async () => {
  await using at = await usingEmulator()
  const { id } = await at.signIn()
  const connection = await at.storage.getConnection(id)
  if (!(connection instanceof Connection)) throw new Error('expected a connection')
  const { accessToken, refreshToken } = connection.token

  expect(JSON.stringify(connection)).not.toContain(accessToken)
  expect(JSON.stringify(connection)).not.toContain(refreshToken)
})
