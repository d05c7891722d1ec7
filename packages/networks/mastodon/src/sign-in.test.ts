import { AuthError, ConfigError, NotAllowedError, PlatformError } from '@social/core/platform'
import { aCall, aLoginCall, aLoginRequest, anApp, type LoginCallSettings } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import token from './__fixtures__/token.ok.json' with { type: 'json' }
import ada from './__fixtures__/verify-credentials.ok.json' with { type: 'json' }
import { mastodon } from './platform.js'

const app = anApp({
  platform: 'mastodon',
  host: 'social.example',
  clientId: 'client',
  clientSecret: 'secret',
})
const TOKEN = 'POST /oauth/token'
const WHO = 'GET /api/v1/accounts/verify_credentials'

const login = (changes = {}) => aLoginRequest({ host: 'social.example', app, ...changes })
const callOf = (replies: LoginCallSettings['replies'] = {}) =>
  aLoginCall({ platform: mastodon(), replies: { [TOKEN]: token, [WHO]: ada, ...replies } })

async function start(changes = {}, call = callOf()) {
  const step = await mastodon().startLogin(login(changes), call)
  if (step.step !== 'SEND_TO_NETWORK') throw new Error('no redirect')
  return { step, url: new URL(step.url) }
}

async function finish(callback: Record<string, string>, call = callOf(), changes = {}) {
  const { step } = await start(changes, call)
  return mastodon().finishLogin({ ...login(changes), remember: step.remember }, callback, call)
}

const GOOD = { code: 'abc', state: 'fake-state', server: 'social.example' }

describe('the start of a sign-in', () => {
  // Holds R-0286.
  it('returns the server’s page with PKCE, and sends nothing', async () => {
    const call = callOf()

    const { url, step } = await start({}, call)

    expect(`${url.origin}${url.pathname}`).toBe('https://social.example/oauth/authorize')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'client',
      redirect_uri: 'https://app.example/callback?server=social.example',
      scope: 'read write push',
      state: 'fake-state',
      code_challenge_method: 'S256',
    })
    expect(url.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(step.url).not.toContain(String(step.remember['verifier']))
    expect(call.transport.requests).toEqual([])
  })

  it('uses the scopes and hints of the application', async () => {
    const { url } = await start({ scopes: ['read'], hints: { forceLogin: 'true', lang: 'de' } })

    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      scope: 'read',
      force_login: 'true',
      lang: 'de',
    })
  })

  it.each(['Social.Example', 'https://social.example/', 'social.example/', '@ada@social.example'])(
    'accepts %j as a server',
    async (host) => {
      const { url } = await start({ host })

      expect(url.host).toBe('social.example')
    },
  )

  it('accepts a server with a port', async () => {
    const { url } = await start({ host: 'social.example:8443' })

    expect(url.host).toBe('social.example:8443')
  })

  it('fails without a server, because every server is separate', async () => {
    await expect(start({ host: null })).rejects.toThrow(/every Mastodon server is separate/)
  })

  it.each(['a b', 'localhost', '127.0.0.1', '10.0.0.1', 'social'])('refuses the host %j', async (host) => {
    await expect(start({ host })).rejects.toThrow(ConfigError)
  })

  it('fails without an app', async () => {
    await expect(start({ app: null })).rejects.toThrow(/Storage.saveApp/)
  })
})

describe('the end of a sign-in', () => {
  // Holds R-0099.
  it('returns a connection after two requests', async () => {
    const call = callOf()

    const step = await finish(GOOD, call)

    expect(call.transport.paths).toEqual([TOKEN, WHO])
    expect(call.transport.requests[0]?.form).toMatchObject({
      grant_type: 'authorization_code',
      code: 'abc',
      client_id: 'client',
      client_secret: 'secret',
      redirect_uri: 'https://app.example/callback?server=social.example',
      code_verifier: expect.stringMatching(/^[\w-]{43,128}$/),
    })
    expect(call.transport.requests[1]?.headers).toMatchObject({
      authorization: `Bearer ${token.access_token}`,
    })
    expect(step).toMatchObject({
      step: 'FINISHED',
      connection: {
        id: 'mastodon:social.example:14715',
        host: 'social.example',
        accountId: 'social.example:14715',
        accountName: '@ada@social.example',
        avatarUrl: ada.avatar,
        scopes: ['read', 'write'],
      },
    })
    const connection = step.step === 'FINISHED' ? step.connection : null
    expect(connection?.extra).toEqual({ serverAccountId: '14715', profileUrl: 'https://social.example/@ada' })
    expect(connection?.token).toMatchObject({
      accessToken: token.access_token,
      refreshToken: null,
      expiresAt: null,
    })
  })

  it.each(['https://social.example', 'https://social.example/'])('accepts the issuer %s', async (iss) => {
    expect(await finish({ ...GOOD, iss })).toMatchObject({ step: 'FINISHED' })
  })

  it.each(['https://other.example', 'https://social.example/oauth', 'social.example', ''])(
    'refuses the issuer %j before any request',
    async (iss) => {
      const call = callOf()
      await expect(finish({ ...GOOD, iss }, call)).rejects.toMatchObject({
        message: expect.stringContaining('the callback came from another server'),
        platform: 'mastodon',
      })
      expect(call.transport.requests).toEqual([])
    },
  )

  it('uses the granted scopes when there are fewer than requested', async () => {
    const step = await finish(GOOD, callOf({ [TOKEN]: { ...token, scope: 'read' } }))

    expect(step).toMatchObject({ connection: { scopes: ['read'] } })
  })

  it('stores expiry and refresh token when a server returns them', async () => {
    const call = callOf({ [TOKEN]: { ...token, expires_in: 600, refresh_token: 'r1' } })

    const step = await finish(GOOD, call)

    const connection = step.step === 'FINISHED' ? step.connection : null
    expect(connection?.token.refreshToken).toBe('r1')
    expect(connection?.token.expiresAt?.getTime()).toBe(call.clock.now().getTime() + 600_000)
  })

  // Holds R-0097.
  it.each(['', 123, 'javascript:x', {}, null, undefined])('ignores the avatar %j', async (avatar) => {
    const step = await finish(GOOD, callOf({ [WHO]: { ...ada, avatar } }))

    expect(step).toMatchObject({ step: 'FINISHED', connection: { avatarUrl: null } })
  })

  it.each([
    ['the person refused', { error: 'access_denied', state: 'fake-state' }],
    ['the state is another', { code: 'abc', state: 'other' }],
    ['the state is missing', { code: 'abc' }],
    ['the code is missing', { state: 'fake-state' }],
  ])('fails before any request when %s', async (_what, callback) => {
    const call = callOf()

    await expect(finish(callback as Record<string, string>, call)).rejects.toThrow(AuthError)

    expect(call.transport.requests).toEqual([])
  })

  it('fails when the verifier is missing', async () => {
    await expect(mastodon().finishLogin({ ...login(), remember: {} }, GOOD, callOf())).rejects.toThrow(
      AuthError,
    )
  })

  it.each([
    [
      400,
      { error: 'invalid_grant', error_description: 'The grant is invalid' },
      AuthError,
      /Start the sign-in again/,
    ],
    [401, { error: 'invalid_client' }, AuthError, /Register it again/],
    [200, { token_type: 'Bearer' }, PlatformError, /access_token/],
  ])('fails when the token is refused with %i', async (status, body, kind, message) => {
    const failure: unknown = await finish(GOOD, callOf({ [TOKEN]: { status, body } })).catch(
      (error: unknown) => error,
    )

    expect(failure).toBeInstanceOf(kind)
    expect(String(failure)).toMatch(message)
  })

  it('fails with the server’s message when the login is disabled', async () => {
    const reply = { status: 403, body: { error: 'Your login is currently disabled' } }

    await expect(finish(GOOD, callOf({ [WHO]: reply }))).rejects.toThrow(/Your login is currently disabled/)
    await expect(finish(GOOD, callOf({ [WHO]: reply }))).rejects.toThrow(NotAllowedError)
  })

  it('includes no secret in any error', async () => {
    const failure: unknown = await finish(GOOD, callOf({ [WHO]: { status: 500 } })).catch(
      (error: unknown) => error,
    )

    expect(String(failure)).not.toContain(token.access_token)
    expect(JSON.stringify(failure)).not.toContain(token.access_token)
  })
})

describe('a token', () => {
  const expiring = anAccount({ token: { accessToken: 'old', refreshToken: 'r1', expiresAt: new Date(0) } })

  it('stays unchanged without a request when it does not expire', async () => {
    const call = aCall({ platform: mastodon(), connection: anAccount(), app: null })

    expect(await mastodon().refresh(call)).toBe(call.connection.token)
    expect(call.transport.requests).toEqual([])
  })

  it('is refreshed with a refresh token, which is kept when the server returns no new one', async () => {
    const call = aCall({
      platform: mastodon(),
      connection: expiring,
      app,
      replies: { [TOKEN]: { access_token: 'new', expires_in: 60 } },
    })

    const renewed = await mastodon().refresh(call)

    expect(call.transport.requests[0]?.form).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'r1',
      client_id: 'client',
      client_secret: 'secret',
    })
    expect(renewed).toMatchObject({ accessToken: 'new', refreshToken: 'r1' })
  })

  it('cannot be refreshed without the app', async () => {
    const call = aCall({ platform: mastodon(), connection: expiring, app: null })

    await expect(mastodon().refresh(call)).rejects.toThrow(ConfigError)
  })

  it('is revoked at the server', async () => {
    const call = aCall({
      platform: mastodon(),
      connection: anAccount(),
      app,
      replies: { 'POST /oauth/revoke': {} },
    })

    await mastodon().revoke(call)

    expect(call.transport.requests[0]?.form).toEqual({
      client_id: 'client',
      client_secret: 'secret',
      token: 'secret-token',
    })
  })
})
