import { AppCredentials, AuthError, ConfigError, PlatformError } from '@social/core'
import { aCall, aLoginCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount, OPEN_ID } from './__fixtures__/an-account.js'
import { tiktok } from './platform.js'

const TOKEN = 'POST /v2/oauth/token/'
const USER = 'GET /v2/user/info/'

const app = new AppCredentials({
  platform: 'tiktok',
  clientId: 'aw1fixturekey',
  clientSecret: 'fixture-secret',
})
const login = {
  redirectUri: 'https://app.example/social/callback/tiktok',
  scopes: [],
  host: null,
  state: 'the-state',
  app,
  hints: {},
}
const callback = {
  code: 'fixture-code*1!4608.va',
  scopes: 'user.info.basic,video.upload',
  state: 'the-state',
}
const tokens = {
  access_token: 'act.fixture1',
  expires_in: 86_400,
  open_id: OPEN_ID,
  refresh_expires_in: 31_536_000,
  refresh_token: 'rft.fixture1',
  scope: 'user.info.basic,video.upload,video.publish',
  token_type: 'Bearer',
}
const user = {
  data: {
    user: {
      open_id: OPEN_ID,
      display_name: 'Fixture Cat',
      avatar_url:
        'https://p16-sign-va.tiktokcdn.com/fixture~c5_168x168.jpeg?x-expires=1795100000&x-signature=abc%3D',
    },
  },
  error: { code: 'ok', message: '', log_id: '20261120A' },
}

async function start(platform = tiktok(), changes: Partial<typeof login> & { readonly hints?: object } = {}) {
  const step = await platform.startLogin({ ...login, ...changes, hints: { ...changes.hints } }, aLoginCall())
  if (step.step !== 'SEND_TO_NETWORK') throw new Error(`expected an address, got ${step.step}`)
  return { ...step, query: Object.fromEntries(new URL(step.url).searchParams) }
}

async function finish(replies: object, changes: { readonly callback?: Record<string, string> } = {}) {
  const call = aLoginCall({ platform: tiktok(), replies: { [TOKEN]: tokens, [USER]: user, ...replies } })
  const step = await tiktok().finishLogin({ ...login, remember: {} }, changes.callback ?? callback, call)
  if (step.step !== 'FINISHED') throw new Error(`expected a connection, got ${step.step}`)
  return { connection: step.connection, call }
}

describe('the start of a sign-in', () => {
  // Holds R-0108, R-0405, R-0410, R-0437.
  it('sends the person to TikTok with TikTok’s parameter names', async () => {
    const { url, query, remember } = await start()

    expect(url).toMatch(/^https:\/\/www\.tiktok\.com\/v2\/auth\/authorize\/\?/)
    expect(query).toEqual({
      client_key: 'aw1fixturekey',
      response_type: 'code',
      scope: 'user.info.basic,video.upload,video.publish',
      redirect_uri: 'https://app.example/social/callback/tiktok',
      state: 'the-state',
    })
    expect(remember).toEqual({})
  })

  it('requests only the scopes of the application', async () => {
    const { query } = await start(tiktok(), { scopes: ['user.info.basic', 'video.upload'] as never[] })

    expect(query['scope']).toBe('user.info.basic,video.upload')
  })

  // Holds R-0405.
  it('has a hexadecimal challenge with pkce', async () => {
    const { query, remember } = await start(tiktok({ pkce: true }))

    expect(query['code_challenge']).toMatch(/^[0-9a-f]{64}$/)
    expect(query['code_challenge_method']).toBe('S256')
    expect(remember['verifier']).toMatch(/^[\w-]{43,128}$/)
  })

  it('passes a login hint', async () => {
    const { query } = await start(tiktok(), { hints: { disableAutoAuth: '1' } })

    expect(query['disable_auto_auth']).toBe('1')
  })

  // Holds R-0438.
  it('warns of a local redirect URI', async () => {
    const call = aLoginCall()

    await tiktok().startLogin({ ...login, redirectUri: 'http://localhost:3000/callback' }, call)

    expect(call.warnings.join()).toContain('tunnel')
  })

  // Holds R-0408.
  it('mentions the audit when there is no app', async () => {
    const starting = tiktok().startLogin({ ...login, app: null }, aLoginCall())

    await expect(starting).rejects.toThrow(ConfigError)
    await expect(starting).rejects.toThrow(/developers\.tiktok\.com.*5 people.*SELF_ONLY/)
  })
})

describe('the end of a sign-in', () => {
  // Holds R-0108, R-0427, R-0439.
  it('builds the connection from the response', async () => {
    const { connection, call } = await finish({})

    expect(connection).toMatchObject({
      id: `tiktok:${OPEN_ID}`,
      accountName: 'Fixture Cat',
      scopes: ['user.info.basic', 'video.upload', 'video.publish'],
      extra: { openId: OPEN_ID },
      avatarUrl: expect.stringContaining('x-signature=abc%3D'),
    })
    expect(connection.token).toMatchObject({
      accessToken: 'act.fixture1',
      refreshToken: 'rft.fixture1',
      expiresAt: new Date('2024-01-02T00:00:00Z'),
      refreshTokenExpiresAt: new Date('2024-12-31T00:00:00Z'),
    })
    const [exchange, info] = call.transport.requests
    expect(exchange?.form).toEqual({
      client_key: 'aw1fixturekey',
      client_secret: 'fixture-secret',
      code: 'fixture-code*1!4608.va',
      grant_type: 'authorization_code',
      redirect_uri: 'https://app.example/social/callback/tiktok',
    })
    expect(new URL(info?.url ?? '').searchParams.get('fields')).toBe('open_id,display_name,avatar_url')
  })

  it('sends the stored verifier with pkce', async () => {
    const call = aLoginCall({ replies: { [TOKEN]: tokens, [USER]: user } })

    await tiktok({ pkce: true }).finishLogin(
      { ...login, remember: { verifier: 'v'.repeat(43) } },
      callback,
      call,
    )

    expect(call.transport.requests[0]?.form).toMatchObject({ code_verifier: 'v'.repeat(43) })
  })

  it('requests the user name only with the scope for it', async () => {
    const { connection, call } = await finish({
      [TOKEN]: { ...tokens, scope: 'user.info.basic,user.info.profile' },
      [USER]: { ...user, data: { user: { display_name: '', username: 'fixturecat', avatar_url: 7 } } },
    })

    expect(call.transport.requests[1]?.url).toContain('username')
    expect(connection).toMatchObject({ accountName: 'fixturecat', avatarUrl: null })
    expect(connection.extra).toMatchObject({ profileUrl: 'https://www.tiktok.com/@fixturecat' })
  })

  it('does not request the profile without the scope for it', async () => {
    const { connection, call } = await finish({ [TOKEN]: { ...tokens, scope: 'video.upload' } })

    expect(connection.accountName).toBe(OPEN_ID)
    expect(call.transport.requests).toHaveLength(1)
  })

  it('assumes a day for a missing lifetime, and uses the scopes of the callback', async () => {
    const { access_token, open_id } = tokens
    const { connection } = await finish({ [TOKEN]: { access_token, open_id } })

    expect(connection.token.expiresAt).toEqual(new Date('2024-01-02T00:00:00Z'))
    expect(connection.scopes).toEqual(['user.info.basic', 'video.upload'])
  })

  it.each([200, 400])('detects a refusal with status %d', async (status) => {
    const body = { error: 'invalid_grant', error_description: 'Authorization code is expired.', log_id: 'A' }

    await expect(finish({ [TOKEN]: { status, body } })).rejects.toThrow(AuthError)
  })

  it.each([
    ['no open id', { ...tokens, open_id: null }],
    ['no token', { ...tokens, access_token: null }],
    ['nothing', {}],
    ['a failure of TikTok', { error: 'server_error', error_description: 'later' }],
  ])('is a failure of TikTok with %s', async (_what, reply) => {
    await expect(finish({ [TOKEN]: reply })).rejects.toThrow(PlatformError)
  })

  it.each([
    ['a refusal', { error: 'access_denied', state: 'the-state' }],
    ['another state', { ...callback, state: 'other' }],
    ['no state', { code: 'c' }],
    ['no code', { state: 'the-state' }],
  ])('refuses %s', async (_what, given) => {
    await expect(finish({}, { callback: given as unknown as Record<string, string> })).rejects.toThrow(
      AuthError,
    )
  })
})

function renew(reply: unknown) {
  const call = aCall({
    platform: tiktok(),
    connection: anAccount(),
    app,
    replies: { 'POST /v2/oauth/token/': reply },
  })
  return { call, renewed: tiktok().refresh(call) }
}

describe('a token refresh', () => {
  it('returns both tokens', async () => {
    const { call, renewed } = renew({ ...tokens, access_token: 'act.2', refresh_token: 'rft.2' })

    expect(await renewed).toMatchObject({ token: { accessToken: 'act.2', refreshToken: 'rft.2' } })
    expect(call.transport.requests[0]?.form).toEqual({
      client_key: 'aw1fixturekey',
      client_secret: 'fixture-secret',
      grant_type: 'refresh_token',
      refresh_token: 'rft.secret-token',
    })
  })

  it('keeps the old refresh token when the response contains none', async () => {
    const { renewed } = renew({ access_token: 'act.2', open_id: OPEN_ID })

    expect(await renewed).toMatchObject({ token: { refreshToken: 'rft.secret-token' } })
  })

  it('distinguishes an outage from a refusal', async () => {
    await expect(renew({ status: 500, body: '<html>' }).renewed).rejects.toThrow(PlatformError)
    await expect(renew({ error: 'temporarily_unavailable' }).renewed).rejects.toThrow(PlatformError)
    await expect(renew({ error: 'invalid_grant' }).renewed).rejects.toThrow(AuthError)
  })

  it('reports that refresh tokens rotate', () => {
    expect(tiktok().renewal(anAccount())).toMatchObject({ rotates: true, needsRefreshToken: true })
  })
})
