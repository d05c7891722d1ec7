import { AuthError, ConfigError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { aLoginRequest } from '../builders/login.js'
import { aCall, aLoginCall } from '../calls/a-call.js'
import { FakeClock } from '../time/fake-clock.js'
import { callOf } from './__fixtures__/test-calls.js'
import { FakePlatform } from './fake-platform.js'

describe('signing in to a fake platform', () => {
  const clock = new FakeClock()
  const call = () => aLoginCall({ clock })
  const login = { ...aLoginRequest({ state: 'abc' }), remember: { verifier: 'fake-verifier' } }

  it('sends people to a page', async () => {
    const step = await new FakePlatform().startLogin(
      aLoginRequest({ state: 'abc', scopes: ['read'] }),
      call(),
    )

    expect(step).toEqual({
      step: 'SEND_TO_NETWORK',
      url: 'https://fake.example/login?redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&state=abc&client_id=fake-client&scope=read',
      state: 'abc',
      remember: { verifier: 'fake-verifier' },
    })
  })

  it('makes a state where none was given', async () => {
    expect(await new FakePlatform().startLogin(aLoginRequest({ state: '' }), call())).toMatchObject({
      state: 'fake-state',
    })
  })

  it('requests details with askFor', async () => {
    const platform = new FakePlatform({
      askFor: [{ name: 'handle' }, { name: 'app_password', label: 'Password', secret: true }],
    })

    expect(await platform.startLogin(aLoginRequest(), call())).toMatchObject({
      step: 'ASK_FOR_DETAILS',
      helpUrl: 'https://fake.example/help/signing-in',
      fields: [
        { name: 'handle', label: 'handle', secret: false, helpText: null },
        { name: 'app_password', label: 'Password', secret: true, helpText: null },
      ],
    })
  })

  it('finishes with account 42 and a token that lasts an hour', async () => {
    const platform = new FakePlatform()
    const step = await platform.finishLogin(login, { code: 'c', state: 'abc' }, call())

    expect(step).toMatchObject({ step: 'FINISHED', connection: { id: 'fake:42' } })
    expect(step.step === 'FINISHED' && step.connection.token).toMatchObject({
      accessToken: 'fake-access',
      refreshToken: 'fake-refresh',
      expiresAt: new Date('2024-01-01T01:00:00Z'),
    })
    expect(platform.lastRemember).toEqual({ verifier: 'fake-verifier' })
  })

  // Holds R-0129, R-0132, R-0517.
  it('asks which account when there are several, and even when there is one', async () => {
    const platform = new FakePlatform({ accounts: [{ id: '7', name: 'Seven', kind: 'page' }] })

    expect(await platform.finishLogin(login, { state: 'abc' }, call())).toEqual({
      step: 'CHOOSE_ACCOUNT',
      options: [{ id: '7', name: 'Seven', kind: 'page' }],
      resumeToken: 'fake-resume',
    })
    expect(await platform.finishLogin(login, { account: '7' }, call())).toMatchObject({
      step: 'FINISHED',
      connection: { id: 'fake:7', accountName: 'Seven' },
    })
  })

  it('resumes with the chosen account, and refuses an unknown one', async () => {
    const platform = new FakePlatform({ accounts: [{ id: '7' }, { id: '8' }] })
    const choose = (accountId: string, resumeToken = 'fake-resume') =>
      platform.resumeLogin(login, { resumeToken, accountId, remember: { verifier: 'v' } }, call())

    expect(await choose('8')).toMatchObject({ step: 'FINISHED', connection: { id: 'fake:8' } })
    await expect(choose('9')).rejects.toThrow('It offered: 7, 8.')
    await expect(choose('8', 'made up')).rejects.toThrow(AuthError)
    expect(platform.resumed).toEqual([
      { resumeToken: 'fake-resume', accountId: '8' },
      { resumeToken: 'fake-resume', accountId: '9' },
      { resumeToken: 'made up', accountId: '8' },
    ])
    expect(platform.lastRemember).toEqual({ verifier: 'v' })
  })

  it('refuses a callback with an error or a wrong state', async () => {
    const platform = new FakePlatform()

    await expect(platform.finishLogin(login, { error: 'access_denied' }, call())).rejects.toThrow(AuthError)
    await expect(platform.finishLogin(login, { state: 'other' }, call())).rejects.toThrow(AuthError)
  })

  it('throws the configured error, but not in startLogin', async () => {
    const loginFailsWith = new AuthError('no')
    const platform = new FakePlatform({ loginFailsWith, accounts: [{ id: '7' }] })

    await expect(platform.startLogin(login, call())).resolves.toMatchObject({ step: 'SEND_TO_NETWORK' })
    await expect(platform.finishLogin(login, {}, call())).rejects.toBe(loginFailsWith)
    await expect(
      platform.resumeLogin(login, { resumeToken: 'fake-resume', accountId: '7', remember: {} }, call()),
    ).rejects.toBe(loginFailsWith)
    expect(platform.lastRemember).toEqual({})
  })

  it('renews tokens, and records the app credentials', async () => {
    const platform = new FakePlatform()
    const renewal = aCall({ platform, clock, connection: platform.connection() })
    const token = await platform.refresh(renewal)
    await platform.refresh(aCall({ platform, connection: platform.connection(), app: null }))

    expect(token).toMatchObject({
      accessToken: 'fake-access-after-refresh',
      refreshToken: 'fake-refresh-after-refresh',
      expiresAt: new Date('2024-01-01T01:00:00Z'),
    })
    expect(platform.refreshed).toEqual(['fake:42', 'fake:42'])
    expect(platform.refreshedWith).toMatchObject([{ clientId: 'fake-client' }, null])
  })

  it('makes tokens that never expire with tokenLifetimeSeconds: null', () => {
    expect(new FakePlatform({ tokenLifetimeSeconds: null }).connection().token.expiresAt).toBeNull()
  })

  it('registers apps', async () => {
    const platform = new FakePlatform()
    const request = {
      name: 'Studio',
      redirectUri: 'https://app.example',
      host: 'one.example',
      scopes: [],
      website: null,
    }

    expect(await platform.createApp(request, call())).toMatchObject({
      platform: 'fake',
      host: 'one.example',
      clientId: 'fake-client-for-Studio',
    })
    expect(platform.createdApps).toEqual([request])
  })

  it('withdraws tokens', async () => {
    const platform = new FakePlatform()
    await platform.revoke(callOf(platform))

    expect(platform.revoked).toEqual(['fake:42'])
  })

  // Holds R-0515.
  it('makes connections by account and by id', () => {
    const platform = new FakePlatform()

    expect(platform.connection({ accountId: '7' }).id).toBe('fake:7')
    expect(platform.connection({ connectionId: 'fake:did:x' }).accountId).toBe('did:x')
    expect(() => platform.connection({ connectionId: 'other:7' })).toThrow(ConfigError)
  })
})
