import {
  AppCredentials,
  AuthError,
  ConfigError,
  MissingPermissionError,
  TokenExpiredError,
} from '@social/core'
import { aLoginCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { pinterest } from './platform.js'

const DAY = 86_400

describe('signing in to Pinterest', () => {
  it('requests the scopes for pins, separated by commas, and sends no code challenge', async () => {
    await using at = await usingEmulator()

    const start = await at.client.startLogin('pinterest', { redirectUri: at.redirectUri })

    const url = new URL(start.step === 'SEND_TO_NETWORK' ? start.url : 'https://nothing.example')
    expect(url.pathname).toBe('/oauth/')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: '1480000',
      redirect_uri: at.redirectUri,
      scope: 'boards:read,boards:write,pins:read,pins:write,user_accounts:read',
      state: start.step === 'SEND_TO_NETWORK' ? start.state : '',
    })
  })

  // Holds R-0110.
  it('returns a connection with id, name, avatar and both expiry times', async () => {
    await using at = await usingEmulator()

    const step = await at.finishLogin('ada')

    if (step.step !== 'FINISHED') throw new Error(step.step)
    const { connection } = step
    expect(connection).toMatchObject({
      platform: 'pinterest',
      accountName: 'ada',
      avatarUrl: 'https://i.pinimg.com/600x600_R/ada.jpg',
      scopes: ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'],
    })
    expect(connection.accountId).toMatch(/^\d{18}$/)
    expect(connection.extra).toEqual({
      profileUrl: 'https://www.pinterest.com/ada/',
      accountType: 'BUSINESS',
    })
    const { expiresAt, refreshTokenExpiresAt } = connection.token
    expect(expiresAt).toEqual(new Date('2026-12-22T12:00:00Z'))
    expect(refreshTokenExpiresAt).toEqual(new Date('2027-01-21T12:00:00Z'))
    expect(at.counts()).toEqual({
      'POST /v5/oauth/token': 1,
      'GET /v5/user_account': 1,
    })
  })

  it('is refused with a reason when the person declines', async () => {
    await using at = await usingEmulator()
    const start = await at.client.startLogin('pinterest', { redirectUri: at.redirectUri })
    if (start.step !== 'SEND_TO_NETWORK') throw new Error(start.step)
    const { location } = at.people.approve({ url: start.url, person: 'ada', deny: true })
    const callback = Object.fromEntries(new URL(location).searchParams)
    const { state, remember } = start

    const finishing = at.client.finishLogin('pinterest', {
      redirectUri: at.redirectUri,
      state,
      remember,
      callback,
    })

    await expect(finishing).rejects.toThrow(AuthError)
    await expect(finishing).rejects.toThrow('cancel')
  })

  it('reports the scope required to read the account', async () => {
    await using at = await usingEmulator()

    const finishing = at.finishLogin('ada', ['boards:read'])

    await expect(finishing).rejects.toThrow(MissingPermissionError)
    await expect(finishing).rejects.toThrow('user_accounts:read')
  })

  it('reports a used code and wrong credentials with one message that contains both causes', async () => {
    await using at = await usingEmulator()
    await at.storage.saveApp(
      new AppCredentials({
        platform: 'pinterest',
        clientId: '1480000',
        clientSecret: 'not-the-secret-of-it',
      }),
    )

    const finishing = at.finishLogin()

    await expect(finishing).rejects.toThrow(AuthError)
    await expect(finishing).rejects.toThrow('client id and secret')
  })

  it('requires an app with a secret, and reports this before any request', async () => {
    const call = aLoginCall({ platform: pinterest() })
    const login = { redirectUri: 'https://a.example/', scopes: [], host: null, state: 's', hints: {} }
    const app = new AppCredentials({ platform: 'pinterest', clientId: '1', clientSecret: null })

    await expect(pinterest().startLogin({ ...login, app: null }, call)).rejects.toThrow(ConfigError)
    await expect(pinterest().startLogin({ ...login, app: null }, call)).rejects.toThrow('Trial access')
    const finishing = pinterest().finishLogin(
      { ...login, app, remember: {} },
      { code: 'c', state: 's' },
      call,
    )
    await expect(finishing).rejects.toThrow('no client secret')
    expect(call.transport.requests).toEqual([])
  })
})

describe('the tokens of Pinterest', () => {
  // Holds R-0140.
  it('are refreshed a day ahead, and the new refresh token is saved first', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const before = await at.storage.getConnection(ada.id)
    await at.clock.advance(29 * DAY - 60)
    await ada.profile()
    expect(at.counts()).toEqual({ 'GET /v5/user_account': 1 })
    at.forget()
    await at.clock.advance(61)

    await ada.profile()

    const after = await at.storage.getConnection(ada.id)
    expect(after?.token.refreshToken).not.toBe(before?.token.refreshToken)
    expect(after?.token.accessToken).not.toBe(before?.token.accessToken)
    expect(at.requests().map(({ route }) => route)).toEqual(['POST /v5/oauth/token', 'GET /v5/user_account'])
    expect(at.requests()[0]?.form).toMatchObject({ grant_type: 'refresh_token', continuous_refresh: 'true' })
  })

  it('stay valid beyond sixty days when inactive accounts are refreshed', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const outcomes: string[] = []
    for (let day = 0; day < 200; day += 1) {
      await at.clock.advance(DAY)
      for await (const { outcome } of at.client.renewDue([ada.id], { withinSeconds: 7 * DAY }))
        if (outcome !== 'NOT_DUE') outcomes.push(outcome)
    }

    expect(new Set(outcomes)).toEqual(new Set(['RENEWED']))
    expect(await ada.profile()).toMatchObject({ name: 'Ada Chairs' })
  })

  it('expire after sixty days without a refresh, and the person has to sign in again', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    await at.clock.advance(61 * DAY)

    await expect(ada.profile()).rejects.toThrow(TokenExpiredError)

    const outcomes: string[] = []
    for await (const { outcome } of at.client.renewDue([ada.id])) outcomes.push(outcome)
    expect(outcomes).toEqual(['SIGN_IN_AGAIN'])
  })

  it('are refreshed once for two concurrent calls, because the old refresh token becomes invalid', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    await at.clock.advance(30 * DAY)

    await Promise.all([ada.profile(), ada.profile()])

    expect(at.counts()['POST /v5/oauth/token']).toBe(1)
  })

  it('are refreshed after Pinterest refused one, and the call is repeated', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    at.people.expireTokens({ person: 'ada' })

    expect(await ada.profile()).toMatchObject({ name: 'Ada Chairs' })
    expect(at.counts()).toEqual({ 'GET /v5/user_account': 2, 'POST /v5/oauth/token': 1 })
  })

  it('are kept after an outage and after a rate limit', async () => {
    await using at = await usingEmulator({ retries: { attempts: 1 } })
    const ada = await at.signIn()
    at.people.expireTokens({ person: 'ada' })
    const outage = at.faults.add({ fault: 'status', status: 503, path: '/v5/oauth/token', count: 'all' })

    await expect(ada.profile()).rejects.not.toThrow(AuthError)
    outage.remove()

    expect(await ada.profile()).toMatchObject({ name: 'Ada Chairs' })
  })

  it('become invalid when the person revokes the app', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    at.people.removeAccess({ person: 'ada' })

    await expect(ada.profile()).rejects.toThrow(TokenExpiredError)
  })

  it('of an app from before September 2025 can be refreshed only with continuous_refresh', async () => {
    await using old = await usingEmulator({ server: { alwaysContinuous: false } })
    const step = await old.finishLogin()
    await using without = await usingEmulator({
      server: { alwaysContinuous: false },
      platform: { continuousRefresh: false },
    })
    const other = await without.finishLogin()

    if (step.step !== 'FINISHED' || other.step !== 'FINISHED') throw new Error('not signed in')
    expect(step.connection.token.refreshToken).not.toBeNull()
    expect(other.connection.token.refreshToken).toBeNull()
  })
})
