import { describe, expect, it } from 'vitest'

import { AtTiktokBusiness, REDIRECT_URI } from '../../__fixtures__/at-tiktok-business.js'

const QUERY = {
  client_key: '7364323437050000001',
  response_type: 'code',
  scope: 'user.info.basic,video.list,comment.list,comment.list.manage',
  redirect_uri: REDIRECT_URI,
  state: 'the state',
}
const APP = { client_id: '7364323437050000001', client_secret: 'emulator-business-secret-0123456789abcdef' }
const TOKEN = 'POST /tt_user/oauth2/token/'
const REFRESH = 'POST /tt_user/oauth2/refresh_token/'

const pageUrl = (changes: Readonly<Record<string, string>> = {}) =>
  `https://business.example/v2/auth/authorize/?${new URLSearchParams({ ...QUERY, ...changes }).toString()}`

function approve(
  at: AtTiktokBusiness,
  changes: Readonly<Record<string, string>> = {},
  untick: string[] = [],
) {
  const { location } = at.control.approve({ url: pageUrl(changes), person: 'ada', untick })
  return new URL(location).searchParams
}

function exchange(at: AtTiktokBusiness, changes: Readonly<Record<string, unknown>> = {}) {
  const auth_code = approve(at).get('code') ?? ''
  return at.call(TOKEN, {
    json: { ...APP, grant_type: 'authorization_code', auth_code, redirect_uri: REDIRECT_URI, ...changes },
  })
}

const renew = (at: AtTiktokBusiness, refreshToken: unknown) =>
  at.call(REFRESH, { json: { ...APP, grant_type: 'refresh_token', refresh_token: refreshToken } })

describe('the sign-in page', () => {
  it('shows people and permissions', async () => {
    const response = await new AtTiktokBusiness().send(pageUrl())
    const text = await response.text()

    expect(response.status).toBe(200)
    expect(text).toContain('value="ada"')
    expect(text).toContain('name="allow" value="comment.list" checked')
  })

  it('redirects with a code and the selected permissions', async () => {
    const at = new AtTiktokBusiness()
    const body = new URLSearchParams({ ...QUERY, person: 'bo', decision: 'approve', allow: 'video.list' })

    const response = await at.send('/v2/auth/authorize/', { method: 'POST', body })

    const back = new URL(response.headers.get('location') ?? '').searchParams
    expect(response.status).toBe(302)
    expect(back.get('scopes')).toBe('user.info.basic,video.list')
    expect(back.get('state')).toBe('the state')
    expect(back.get('code')).toMatch(/\*1!4608\.va$/)
  })

  it('redirects with an error', () => {
    const at = new AtTiktokBusiness()
    const { location } = at.control.approve({ url: pageUrl(), person: 'ada', deny: true })

    expect(new URL(location).searchParams.get('error')).toBe('access_denied')
  })

  it('refuses the whole request for one scope without approval', () => {
    const at = new AtTiktokBusiness({ scopes: ['user.info.basic', 'comment.list'] })

    expect(Object.fromEntries(approve(at))).toMatchObject({ error: 'invalid_scope', error_type: 'scope' })
  })

  it.each([
    { client_key: 'aw1emulatorkey' },
    { redirect_uri: 'https://app.example/callback' },
    { redirect_uri: 'https://app.example/callback/?a=b/' },
    { redirect_uri: `https://app.example/${'a'.repeat(512)}/` },
    { redirect_uri: 'http://app.example/callback/' },
    { redirect_uri: 'https://app.example:8443/callback/' },
  ])('does not trust a redirect URI with %j', async (changes) => {
    const at = new AtTiktokBusiness({ takesLocalRedirects: false })

    expect((await at.send(pageUrl(changes))).status).toBe(400)
  })
})

describe('a code', () => {
  it('is exchanged for tokens once, in the envelope', async () => {
    const at = new AtTiktokBusiness()
    const auth_code = approve(at).get('code') ?? ''
    const json = { ...APP, grant_type: 'authorization_code', auth_code, redirect_uri: REDIRECT_URI }

    const first = await at.call(TOKEN, { json })
    const second = await at.call(TOKEN, { json })

    expect(first).toMatchObject({ status: 200, code: 0, message: 'OK' })
    expect(first.headers.get('x-tt-logid')).toMatch(/^2026/)
    expect(first.data).toEqual({
      access_token: expect.stringMatching(/^act\./),
      expires_in: 86_400,
      open_id: expect.stringMatching(/^-000/),
      refresh_token: expect.stringMatching(/^rft\./),
      refresh_token_expires_in: 31_536_000,
      scope: QUERY.scope,
      token_type: 'Bearer',
    })
    expect(second).toMatchObject({ status: 200, code: 40_110, data: {} })
  })

  it.each([
    [{ client_id: 'other' }, 40_113],
    [{ client_secret: 'other' }, 40_101],
    [{ grant_type: 'password' }, 40_108],
    [{ auth_code: 'other' }, 40_110],
    [{ redirect_uri: 'https://elsewhere.example/' }, 40_101],
    [{ auth_code: null }, 40_002],
    [{ client_key: 'the wrong name' }, 40_002],
  ])('is not exchanged with %j', async (changes, code) => {
    expect(await exchange(new AtTiktokBusiness(), changes)).toMatchObject({ status: 200, code })
  })

  it('expires after ten minutes', async () => {
    const at = new AtTiktokBusiness()
    const auth_code = approve(at).get('code') ?? ''
    at.clock.advance(600)

    const json = { ...APP, grant_type: 'authorization_code', auth_code, redirect_uri: REDIRECT_URI }
    expect(await at.call(TOKEN, { json })).toMatchObject({ code: 40_131 })
  })

  it('must be sent as JSON', async () => {
    const response = await new AtTiktokBusiness().send('/open_api/v1.3/tt_user/oauth2/token/', {
      method: 'POST',
      body: new URLSearchParams(APP),
    })

    expect(await response.json()).toMatchObject({ code: 40_002 })
  })
})

describe('a refresh token', () => {
  it('is replaced when it is used, and expires with its sign-in', async () => {
    const at = new AtTiktokBusiness()
    const { data } = await exchange(at)
    at.clock.advance(86_400)

    const renewed = await renew(at, data['refresh_token'])

    expect(renewed).toMatchObject({ code: 0, data: { refresh_token_expires_in: 31_449_600 } })
    expect(renewed.data['refresh_token']).not.toBe(data['refresh_token'])
    expect(await renew(at, data['refresh_token'])).toMatchObject({ code: 40_107 })
    expect(await renew(at, renewed.data['refresh_token'])).toMatchObject({ code: 0 })
  })

  it('is kept or omitted if configured', async () => {
    const at = new AtTiktokBusiness()
    const { data } = await exchange(at)
    at.control.setRefreshTokens({ rule: 'KEPT' })
    const kept = await renew(at, data['refresh_token'])
    at.control.setRefreshTokens({ rule: 'OMITTED' })
    const omitted = await renew(at, data['refresh_token'])

    expect(kept.data['refresh_token']).toBe(data['refresh_token'])
    expect(omitted.data).not.toHaveProperty('refresh_token')
    expect(omitted.data['access_token']).toMatch(/^act\./)
  })

  it('expires after a year', async () => {
    const at = new AtTiktokBusiness()
    const { data } = await exchange(at)
    at.clock.advance(31_536_000)

    expect(await renew(at, data['refresh_token'])).toMatchObject({ code: 40_103 })
  })
})

describe('a token', () => {
  it('returns its account, and is invalid after it is revoked', async () => {
    const at = new AtTiktokBusiness()
    const { data } = await exchange(at)
    const about = () =>
      at.call('POST /tt_user/token_info/get/', {
        json: { app_id: APP.client_id, access_token: data['access_token'] },
      })
    const before = await about()

    const revoked = await at.call('POST /tt_user/oauth2/revoke/', {
      json: { ...APP, access_token: data['access_token'] },
    })

    expect(before.data).toEqual({
      app_id: APP.client_id,
      creator_id: data['open_id'],
      scope: data['scope'],
    })
    expect(revoked).toMatchObject({ code: 0, data: {} })
    expect(await about()).toMatchObject({ code: 40_105 })
    expect(await renew(at, data['refresh_token'])).toMatchObject({ code: 40_107 })
  })

  it('is hidden in the log, like the secret of the app', async () => {
    const at = new AtTiktokBusiness()
    const { token, openId } = at.withVideo()
    await at.call('GET /business/get/', { token, query: { business_id: openId } })
    await at.call('GET /business/webhook/list/', {
      query: { app_id: APP.client_id, secret: APP.client_secret, event_type: 'COMMENT' },
    })
    await exchange(at)

    const log = JSON.stringify(at.network.log.list())
    expect(log).not.toContain(token)
    expect(log).not.toContain(APP.client_secret)
    expect(log).not.toContain('*1!4608.va')
  })
})
