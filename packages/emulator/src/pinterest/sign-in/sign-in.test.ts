import { describe, expect, it } from 'vitest'

import { AtPinterest, refusalOf } from '../../__fixtures__/at-pinterest.js'
import type { PinterestOptions } from '../settings.js'

const REDIRECT = 'https://app.example/callback'
const SCOPES = 'boards:read,boards:write,pins:read,pins:write,user_accounts:read'
const TOKEN = 'POST /v5/oauth/token'

function asked(at: AtPinterest, changes: Readonly<Record<string, string>> = {}): string {
  const url = new URL('/oauth/', at.network.origin)
  const { clientId } = at.control.app()
  const defaultValue = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    scope: SCOPES,
    state: 's',
  }
  url.search = new URLSearchParams({ ...defaultValue, ...changes }).toString()
  return url.href
}

function basic(at: AtPinterest, secret = at.control.app().clientSecret) {
  return { authorization: `Basic ${btoa(`${at.control.app().clientId}:${secret}`)}` }
}

function codeOf(at: AtPinterest, changes: Readonly<Record<string, string>> = {}): string {
  const { location } = at.control.approve({ url: asked(at, changes), person: 'ada' })
  return new URL(location).searchParams.get('code') ?? ''
}

const exchange = (at: AtPinterest, code: string, more: Readonly<Record<string, string>> = {}) =>
  at.call(TOKEN, {
    form: { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, ...more },
    headers: basic(at),
  })

const renew = (at: AtPinterest, refreshToken: unknown, more: Readonly<Record<string, string>> = {}) =>
  at.call(TOKEN, {
    form: { grant_type: 'refresh_token', refresh_token: String(refreshToken), ...more },
    headers: basic(at),
  })

const fields = ({ body }: { readonly body: unknown }) => body as Readonly<Record<string, unknown>> // safe cast: the tests check each field that they use

describe('the page', () => {
  it('shows the requested scopes and the people', async () => {
    const at = new AtPinterest()

    const { status, text } = await at.call(`GET ${asked(at)}`)

    expect(status).toBe(200)
    expect(text).toContain('create, update and delete your public Pins')
    expect(text).toContain('@ada')
  })

  it.each([
    ['spaces between the scopes', { scope: 'boards:read pins:read' }],
    ['an unknown scope', { scope: 'everything' }],
    ['an unknown app', { client_id: '1' }],
    ['another kind of answer', { response_type: 'token' }],
    ['a code challenge', { code_challenge: 'x' }],
  ])('shows no approval page with %s', async (_, changes) => {
    const at = new AtPinterest()

    expect((await at.call(`GET ${asked(at, changes)}`)).status).toBe(400)
    expect(() => at.control.approve({ url: asked(at, changes), person: 'ada' })).toThrow(
      'does not redirect the browser',
    )
  })

  it('shows no approval page for a redirect URI that is not registered', async () => {
    const at = new AtPinterest({ redirectUris: ['https://app.example/other'] })

    expect((await at.call(`GET ${asked(at)}`)).status).toBe(400)
  })

  it('redirects the browser when the person cancels', () => {
    const at = new AtPinterest()

    const { location } = at.control.approve({ url: asked(at), person: 'ada', deny: true })

    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
      error: 'access_denied',
      state: 's',
    })
  })
})

describe('tokens', () => {
  it('are returned once for a code, and identify the account', async () => {
    const at = new AtPinterest()
    const code = codeOf(at)

    const tokens = fields(await exchange(at, code, { continuous_refresh: 'true' }))
    const again = await exchange(at, code)
    const me = await at.call('GET /v5/user_account', { token: String(tokens['access_token']) })

    expect(tokens).toMatchObject({
      response_type: 'authorization_code',
      token_type: 'bearer',
      expires_in: 2_592_000,
      refresh_token_expires_in: 5_184_000,
      scope: SCOPES.replaceAll(',', ' '),
    })
    expect(tokens['access_token']).toMatch(/^pina_/)
    expect(tokens['refresh_token']).toMatch(/^pinr/)
    expect(refusalOf(again)).toEqual([401, 2, 'Authentication failed.'])
    expect(me.body).toMatchObject({ username: 'ada', account_type: 'BUSINESS', business_name: 'Ada Chairs' })
  })

  it('are not returned for an expired code, or for another redirect URI', async () => {
    const at = new AtPinterest()
    const [old, other] = [codeOf(at), codeOf(at)]

    const elsewhere = await exchange(at, other, { redirect_uri: 'https://app.example/other' })
    at.clock.advance(600)

    expect(elsewhere.status).toBe(400)
    expect((await exchange(at, old)).status).toBe(401)
  })

  it('are not returned without the secret in the header', async () => {
    const at = new AtPinterest()
    const { clientId, clientSecret } = at.control.app()
    const form = { grant_type: 'authorization_code', code: codeOf(at), redirect_uri: REDIRECT }

    const inTheForm = await at.call(TOKEN, {
      form: { ...form, client_id: clientId, client_secret: clientSecret },
    })
    const wrong = await at.call(TOKEN, { form, headers: basic(at, 'wrong') })
    const both = await at.call(TOKEN, { form: { ...form, client_secret: clientSecret }, headers: basic(at) })

    expect([inTheForm.status, wrong.status, both.status]).toEqual([401, 401, 400])
  })

  it('rotate: a refresh token works once, and for sixty days', async () => {
    const at = new AtPinterest()
    const { refreshToken } = at.control.signIn({ person: 'ada' })

    const first = fields(await renew(at, refreshToken))
    const again = await renew(at, refreshToken)
    at.clock.advance(5_184_000)
    const late = await renew(at, first['refresh_token'])

    expect(first).toMatchObject({ response_type: 'refresh_token', refresh_token_expires_in: 5_184_000 })
    expect([again.status, late.status]).toEqual([401, 401])
  })

  it('of an older app have a refresh token only if it requests the continuous kind', async () => {
    const at = new AtPinterest({ alwaysContinuous: false } satisfies PinterestOptions)

    const without = fields(await exchange(at, codeOf(at)))
    const having = fields(await exchange(at, codeOf(at), { continuous_refresh: 'true' }))
    const renewed = await renew(at, having['refresh_token'], { continuous_refresh: 'true' })

    expect(without).not.toHaveProperty('refresh_token')
    expect(renewed.body).toHaveProperty('refresh_token')
  })

  it('contain all scopes that the person ever approved', async () => {
    const at = new AtPinterest()
    await exchange(at, codeOf(at, { scope: 'boards:read' }))

    const { scope } = fields(await exchange(at, codeOf(at, { scope: 'pins:read' })))

    expect(scope).toBe('boards:read pins:read')
  })

  it('end when the person removes the app, expire, and cannot be revoked by the app', async () => {
    const at = new AtPinterest()
    const { accessToken: token, refreshToken } = at.control.signIn({ person: 'ada' })
    const other = at.signIn('bo')

    const revoked = await at.call('POST /v5/oauth/token/revoke', { form: { token }, headers: basic(at) })
    at.control.removeAccess({ person: 'ada' })
    at.control.expireTokens({ person: 'bo' })

    expect(revoked.status).toBe(403)
    expect(refusalOf(await at.call('GET /v5/user_account', { token }))).toEqual([
      401,
      2,
      'Authentication failed.',
    ])
    expect((await at.call('GET /v5/user_account', { token: other })).status).toBe(401)
    expect((await renew(at, refreshToken)).status).toBe(401)
  })
})
