import { AuthError, ConfigError, TokenExpiredError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

describe('signing in', () => {
  // Holds R-0115.
  it('returns a connection with the id of the account that signed in', async () => {
    await using at = await usingEmulator()
    const step = await at.finishLogin('ada')

    expect(step).toMatchObject({
      step: 'FINISHED',
      connection: {
        accountName: 'tiktok_business',
        avatarUrl: null,
        scopes: ['user.info.basic', 'video.list', 'comment.list', 'comment.list.manage'],
      },
    })
    const { connection } = step as Extract<typeof step, { step: 'FINISHED' }> // safe cast: the assertion above checked that `step` is `FINISHED`
    expect(connection.id).toBe(`tiktok_business:${connection.accountId}`)
    expect(connection.extra).toEqual({ openId: connection.accountId })
    // The sign-in sends only the token request, and no request for a profile.
    expect(at.counts()['POST /open_api/v1.3/tt_user/oauth2/token/']).toBe(1)
    expect(Object.keys(at.counts()).filter((route) => route.includes('/business/'))).toEqual([])
  })

  it('keeps two people apart', async () => {
    await using at = await usingEmulator()
    const [ada, bo] = [await at.signIn('ada'), await at.signIn('bo')]
    expect(ada.id).not.toBe(bo.id)
  })

  it('keeps the granted scopes, not the requested ones', async () => {
    await using at = await usingEmulator()
    const step = await at.finishLogin('ada', { untick: ['comment.list.manage'] })
    expect(step).toMatchObject({
      connection: { scopes: ['user.info.basic', 'video.list', 'comment.list'] },
    })
  })

  it('refuses a state other than the one sent', async () => {
    await using at = await usingEmulator()
    const redirectUri = 'https://tunnel.example/back/'
    const options = { redirectUri, state: 'mine', callback: { code: 'c', state: 'another' } }
    await expect(at.client.finishLogin('tiktok_business', options)).rejects.toThrow(AuthError)
    expect(at.requests()).toEqual([])
  })

  it('fails when the person declined', async () => {
    await using at = await usingEmulator()
    const redirectUri = 'https://tunnel.example/social/callback/tiktok_business/'
    const start = await at.client.startLogin('tiktok_business', { redirectUri })
    if (start.step !== 'SEND_TO_NETWORK') throw new Error('expected an address')
    const { location } = at.network.approve({ url: start.url, person: 'ada', deny: true })
    const callback = Object.fromEntries(new URL(location).searchParams)
    await expect(
      at.client.finishLogin('tiktok_business', { redirectUri, state: start.state, callback }),
    ).rejects.toThrow(AuthError)
  })

  it('fails with a used code, although the response has status 200', async () => {
    await using at = await usingEmulator()
    const redirectUri = 'https://tunnel.example/back/'
    const options = { redirectUri, state: 's', callback: { code: 'none', state: 's' } }
    await expect(at.client.finishLogin('tiktok_business', options)).rejects.toThrow(AuthError)
  })
})

describe('keeping an account signed in', () => {
  // Holds R-0473.
  it('refreshes an expired token, and keeps the new refresh token', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    await at.clock.advance(90_000)
    await account.fetchUpdates()
    await at.clock.advance(90_000)
    await account.fetchUpdates()
    expect(at.counts()['POST /open_api/v1.3/tt_user/oauth2/refresh_token/']).toBe(2)
  })

  it.each(['KEPT', 'OMITTED'] as const)('keeps the old refresh token when it is %s', async (rule) => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const before = (await account.connection()).token.refreshToken
    at.network.setRefreshTokens({ rule })
    await at.clock.advance(90_000)
    expect((await account.connection()).token.refreshToken).toBe(before)
  })

  it('ends after a year, when the refresh token expires', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.network.expireTokens({ person: 'ada', refresh: true })
    await at.clock.advance(90_000)
    await expect(account.fetchUpdates()).rejects.toThrow(TokenExpiredError)
  })

  it('keeps the connection after an outage with status 200', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    await at.clock.advance(90_000)
    at.network.refuseNext({ code: 50_000, path: 'refresh_token' })
    await expect(account.fetchUpdates()).rejects.toMatchObject({ code: 'PLATFORM', isOutage: true })
    await at.clock.advance(600)
    expect(await account.fetchUpdates()).toEqual([])
  })

  it('reports wrong credentials of the app as a ConfigError', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    await at.clock.advance(90_000)
    at.network.refuseNext({ code: 40_113, path: 'refresh_token' })
    await expect(account.fetchUpdates()).rejects.toThrow(ConfigError)
  })

  it('revokes the token at TikTok when the account is disconnected', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    await at.client.disconnect(account.id)
    expect(at.network.state().tokens).toMatchObject([{ revoked: true }])
    expect(await at.storage.getConnection(account.id)).toBeNull()
  })
})
