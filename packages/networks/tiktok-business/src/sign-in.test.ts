import { AppCredentials, ConfigError } from '@social/core'
import { aCall, aLoginCall, aLoginRequest } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount, OPEN_ID } from './__fixtures__/an-account.js'
import { tiktokBusiness } from './platform.js'

const TOKEN = 'POST /open_api/v1.3/tt_user/oauth2/token/'
const REFRESH = 'POST /open_api/v1.3/tt_user/oauth2/refresh_token/'
const REVOKE = 'POST /open_api/v1.3/tt_user/oauth2/revoke/'
const REDIRECT_URI = 'https://app.example/social/callback/tiktok_business/'
const ALL = 'user.info.basic,video.list,comment.list,comment.list.manage'

const app = new AppCredentials({ platform: 'tiktok_business', clientId: '77', clientSecret: 'shh-shh-shh' })
const login = aLoginRequest({ app, redirectUri: REDIRECT_URI })
const data = {
  access_token: 'act.new',
  expires_in: 3600,
  refresh_token: 'rft.new',
  refresh_token_expires_in: 31_536_000,
  open_id: OPEN_ID,
  scope: ALL,
}

async function start(changes: Partial<typeof login> = {}, allowLoopback = false) {
  const call = aLoginCall({ platform: tiktokBusiness(), allowLoopback })
  const step = await tiktokBusiness().startLogin({ ...login, ...changes }, call)
  if (step.step !== 'SEND_TO_NETWORK') throw new Error(step.step)
  return { ...step, query: Object.fromEntries(new URL(step.url).searchParams), call }
}

async function finish(changes: object = {}, callback: Readonly<Record<string, string>> = { code: 'c' }) {
  const replies = { [TOKEN]: { code: 0, message: 'OK', data: { ...data, ...changes } } }
  const call = aLoginCall({ platform: tiktokBusiness(), replies, app })
  const step = await tiktokBusiness().finishLogin(
    { ...login, remember: {} },
    { state: login.state, ...callback },
    call,
  )
  if (step.step !== 'FINISHED') throw new Error(step.step)
  return { connection: step.connection, call }
}

function renew(changes: object = {}) {
  const replies = { [REFRESH]: { code: 0, message: 'OK', data: { ...data, ...changes } } }
  const call = aCall({ platform: tiktokBusiness(), connection: anAccount(), replies, app })
  return { call, renewing: tiktokBusiness().refresh(call) }
}

describe('the start of a sign-in', () => {
  it('sends the person to TikTok with TikTok’s parameter names', async () => {
    const { url, query, state, remember } = await start()
    expect(url).toMatch(/^https:\/\/www\.tiktok\.com\/v2\/auth\/authorize\/\?/)
    expect(query).toEqual({
      client_key: '77',
      response_type: 'code',
      scope: ALL,
      redirect_uri: REDIRECT_URI,
      state: login.state,
    })
    expect({ state, remember }).toEqual({ state: login.state, remember: {} })
  })

  it('requests the scopes of the application, and passes its login hint', async () => {
    const { query } = await start({ scopes: ['video.list'], hints: { disableAutoAuth: '1' } })
    expect(query).toMatchObject({ scope: 'video.list', disable_auto_auth: '1' })
  })

  it.each([
    'http://app.example/callback/',
    'https://app.example:8443/callback/',
    'https://app.example/callback',
  ])('warns of a redirect URI that TikTok does not accept: %s', async (redirectUri) => {
    const { call } = await start({ redirectUri })
    expect(call.warnings).toHaveLength(1)
    expect(call.warnings[0]).toContain('ends in a slash')
    expect((await start({ redirectUri }, true)).call.warnings).toEqual([])
  })

  it('does not warn of a redirect URI that TikTok accepts', async () => {
    expect((await start()).call.warnings).toEqual([])
  })

  it('fails without an app, with its website and the required permission', async () => {
    const starting = start({ app: null })
    await expect(starting).rejects.toThrow(ConfigError)
    await expect(starting).rejects.toThrow(
      /tiktok_business.*https:\/\/business-api\.tiktok\.com\/portal.*TikTok Accounts/,
    )
  })
})

describe('the end of a sign-in', () => {
  it('exchanges the code in JSON, with the app’s credentials', async () => {
    const { call } = await finish()
    expect(call.transport.requests.map(({ key, json }) => [key, json])).toEqual([
      [
        TOKEN,
        {
          client_id: '77',
          client_secret: 'shh-shh-shh',
          grant_type: 'authorization_code',
          auth_code: 'c',
          redirect_uri: REDIRECT_URI,
        },
      ],
    ])
    expect(call.transport.requests[0]?.headers).not.toHaveProperty('access-token')
  })

  it('accepts the code under the name of the flow for advertisers', async () => {
    const { call } = await finish({}, { auth_code: 'of-an-advertiser' })
    expect(call.transport.requests[0]?.json).toMatchObject({ auth_code: 'of-an-advertiser' })
  })

  it('builds the connection from the response', async () => {
    const { connection, call } = await finish()
    const now = call.clock.now().getTime()
    expect(connection).toMatchObject({
      platform: 'tiktok_business',
      accountId: OPEN_ID,
      accountName: 'tiktok_business',
      scopes: ALL.split(','),
      extra: { openId: OPEN_ID },
    })
    expect(connection.token).toMatchObject({
      accessToken: 'act.new',
      refreshToken: 'rft.new',
      expiresAt: new Date(now + 3_600_000),
      refreshTokenExpiresAt: new Date(now + 31_536_000_000),
    })
  })

  it('assumes one day for a token without a lifetime', async () => {
    const { connection, call } = await finish({ expires_in: undefined })
    expect(connection.token.expiresAt).toEqual(new Date(call.clock.now().getTime() + 86_400_000))
  })

  it.each([
    ['the response', { scope: 'video.list' }, {}, ['video.list']],
    [
      'the callback',
      { scope: undefined },
      { scopes: 'video.list,comment.list' },
      ['video.list', 'comment.list'],
    ],
    ['the request', { scope: undefined }, {}, ALL.split(',')],
    ['the request, also with an empty list', { scope: '' }, {}, ALL.split(',')],
  ])('reads the scopes from %s', async (_what, changes, callback, scopes) => {
    expect((await finish(changes, { code: 'c', ...callback })).connection.scopes).toEqual(scopes)
  })
})

describe('keeping an account signed in', () => {
  it('refreshes five minutes before the expiry, with a refresh token that each refresh replaces', () => {
    expect(tiktokBusiness().renewal(anAccount())).toEqual({
      beforeSeconds: 300,
      needsRefreshToken: true,
      rotates: true,
    })
  })

  it('exchanges the refresh token in JSON, with the app’s credentials', async () => {
    const { call, renewing } = renew()
    await expect(renewing).resolves.toMatchObject({
      token: { accessToken: 'act.new', refreshToken: 'rft.new' },
      scopes: ALL.split(','),
    })
    expect(call.transport.requests.map(({ key, json }) => [key, json])).toEqual([
      [
        REFRESH,
        {
          client_id: '77',
          client_secret: 'shh-shh-shh',
          grant_type: 'refresh_token',
          refresh_token: 'rft.secret-token',
        },
      ],
    ])
    expect(call.transport.requests[0]?.headers).not.toHaveProperty('access-token')
  })

  it('keeps the scopes when the response contains none', async () => {
    expect(await renew({ scope: null }).renewing).not.toHaveProperty('scopes')
  })

  it('keeps the refresh token when the response contains none', async () => {
    const { renewing } = renew({ refresh_token: undefined })
    await expect(renewing).resolves.toMatchObject({ token: { refreshToken: 'rft.secret-token' } })
  })

  it('revokes the token, with the app’s credentials', async () => {
    const replies = { [REVOKE]: { code: 0, message: 'OK', data: {} } }
    const call = aCall({ platform: tiktokBusiness(), connection: anAccount(), replies, app })
    await tiktokBusiness().revoke(call)
    expect(call.transport.requests.map(({ key, json }) => [key, json])).toEqual([
      [REVOKE, { client_id: '77', client_secret: 'shh-shh-shh', access_token: 'act.secret-token' }],
    ])
    expect(call.transport.requests[0]?.headers).not.toHaveProperty('access-token')
  })
})
