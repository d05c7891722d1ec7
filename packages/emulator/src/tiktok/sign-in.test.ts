import { describe, expect, it } from 'vitest'

import { AtTiktok, hexSum, NOW, REDIRECT_URI, refusalOf } from '../__fixtures__/at-tiktok.js'

const QUERY = {
  client_key: 'aw1emulatorkey',
  response_type: 'code',
  scope: 'user.info.basic,video.upload',
  redirect_uri: REDIRECT_URI,
  state: 'the state',
}
const APP = { client_key: 'aw1emulatorkey', client_secret: 'emulator-client-secret-0123456789' }
const TOKEN = 'POST /v2/oauth/token/'

const pageUrl = (changes: Readonly<Record<string, string>> = {}) =>
  `https://tiktok.example/v2/auth/authorize/?${new URLSearchParams({ ...QUERY, ...changes }).toString()}`

const approve = (
  at: AtTiktok,
  changes: Readonly<Record<string, string>> = {},
  untick: readonly string[] = [],
) => {
  const { location } = at.control.approve({ url: pageUrl(changes), person: 'ada', untick })
  return new URL(location).searchParams
}

function exchange(at: AtTiktok, changes: Readonly<Record<string, string>> = {}) {
  const code = approve(at).get('code') ?? ''
  const form = { ...APP, grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, ...changes }
  return at.call(TOKEN, { form })
}

describe('the sign-in page', () => {
  it('asks a person who to be, and what to allow', async () => {
    const at = new AtTiktok()

    const { status, text } = await at.call(`GET ${pageUrl()}`)

    expect(status).toBe(200)
    expect(text).toContain('value="ada"')
    expect(text).toContain('name="allow" value="video.upload" checked')
    expect(text).toContain('value="user.info.basic"')
  })

  it('sends the person back with a code, and with what was ticked', async () => {
    const at = new AtTiktok()
    const form = { ...QUERY, person: 'bo', decision: 'approve', allow: 'user.info.basic' }

    const { status, headers } = await at.call('POST /v2/auth/authorize/', { form })

    expect(status).toBe(302)
    const back = new URL(headers.get('location') ?? '').searchParams
    expect(back.get('code')).toMatch(/\*1!4608\.va$/)
    expect(back.get('scopes')).toBe('user.info.basic')
    expect(back.get('state')).toBe('the state')
  })

  it('sends the person back with a refusal', () => {
    const at = new AtTiktok()
    const { location } = at.control.approve({ url: pageUrl(), person: 'ada', deny: true })

    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'the state',
    })
  })

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'user.info.basic,video.list' }, 'invalid_scope'],
    [{ scope: 'user.info.basic video.upload' }, 'invalid_scope'],
    [
      { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
      'invalid_request',
    ],
    [{ code_challenge: hexSum('v'), code_challenge_method: 'plain' }, 'invalid_request'],
  ])('sends the app back for %j', (changes, error) => {
    expect(approve(new AtTiktok(), changes as unknown as Record<string, string>).get('error')).toBe(error)
  })

  it.each([
    { client_key: 'other' },
    { redirect_uri: '' },
    { redirect_uri: `${REDIRECT_URI}?a=b` },
    { redirect_uri: `https://app.example/${'a'.repeat(512)}` },
    { redirect_uri: 'https://elsewhere.example/callback' },
  ])('trusts no address with %j', async (changes) => {
    const at = new AtTiktok({ redirectUris: [REDIRECT_URI] })

    const { status, text } = await at.call(`GET ${pageUrl(changes)}`)

    expect(status).toBe(400)
    expect(text).toContain('Something went wrong')
  })
})

describe('a code', () => {
  it('buys tokens once', async () => {
    const at = new AtTiktok()
    const code = approve(at).get('code') ?? ''
    const form = { ...APP, grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI }

    const first = await at.call(TOKEN, { form })
    const second = await at.call(TOKEN, { form })

    expect(first.body).toEqual({
      access_token: expect.stringMatching(/^act\./),
      expires_in: 86_400,
      open_id: expect.stringMatching(/^-000/),
      refresh_expires_in: 31_536_000,
      refresh_token: expect.stringMatching(/^rft\./),
      scope: 'user.info.basic,video.upload',
      token_type: 'Bearer',
    })
    expect(second).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', log_id: expect.any(String) },
    })
  })

  it.each([
    [{ client_secret: 'other' }, 'invalid_client'],
    [{ code: 'other' }, 'invalid_grant'],
    [{ redirect_uri: 'https://elsewhere.example' }, 'invalid_request'],
    [{ code_verifier: 'nobody asked for one' }, 'invalid_request'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
  ])('buys nothing with %j', async (changes, error) => {
    const answer = await exchange(new AtTiktok(), changes)

    expect(answer).toMatchObject({ status: 400, body: { error } })
  })

  it('is over after ten minutes', async () => {
    const at = new AtTiktok()
    const code = approve(at).get('code') ?? ''
    at.clock.advance(600)

    const answer = await at.call(TOKEN, {
      form: { ...APP, grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI },
    })

    expect(answer.body).toMatchObject({ error: 'invalid_grant' })
  })

  it('needs the verifier of its challenge, whose sum is hexadecimal', async () => {
    const at = new AtTiktok()
    const verifier = 'v'.repeat(43)
    const pkce = { code_challenge: hexSum(verifier), code_challenge_method: 'S256' }
    const buy = async (codeVerifier: string) => {
      const code = approve(at, pkce).get('code') ?? ''
      const form = { ...APP, grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI }
      return at.call(TOKEN, { form: { ...form, code_verifier: codeVerifier } })
    }

    expect((await buy('w'.repeat(43))).body).toMatchObject({ error: 'invalid_request' })
    expect((await buy(verifier)).status).toBe(200)
  })

  it('has to come in a form', async () => {
    const answer = await new AtTiktok().call(TOKEN, { json: APP })

    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  it('is refused with status 200 where that is asked for', async () => {
    const answer = await exchange(new AtTiktok({ oauthRefusalStatus: 200 }), { code: 'other' })

    expect(answer).toMatchObject({ status: 200, body: { error: 'invalid_grant' } })
  })
})

const renew = (at: AtTiktok, refreshToken: string) =>
  at.call(TOKEN, { form: { ...APP, grant_type: 'refresh_token', refresh_token: refreshToken } })

describe('a refresh token', () => {
  it('is replaced by each use, and its end stays that of the sign-in', async () => {
    const at = new AtTiktok()
    const { refreshToken } = at.control.signIn({ person: 'ada' })
    at.clock.advance(86_400)

    const first = await renew(at, refreshToken)
    const second = await renew(at, refreshToken)

    expect(first.body).toMatchObject({ refresh_expires_in: 31_536_000 - 86_400, expires_in: 86_400 })
    expect(first.body).not.toMatchObject({ refresh_token: refreshToken })
    expect(second.body).toMatchObject({ error: 'invalid_grant' })
  })

  it('is dead a year after the sign-in, and when the app was taken out', async () => {
    const at = new AtTiktok()
    const old = at.control.signIn({ person: 'ada' })
    const removed = at.control.signIn({ person: 'bo' })
    at.control.removeAccess({ person: 'bo' })
    expect((await renew(at, removed.refreshToken)).body).toMatchObject({ error: 'invalid_grant' })
    at.clock.advance(31_536_000)

    expect((await renew(at, old.refreshToken)).body).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('an access token', () => {
  const USER = 'GET /v2/user/info/?fields=open_id,display_name,avatar_url'

  it('tells who the person is', async () => {
    const at = new AtTiktok()
    const { accessToken, openId } = at.control.signIn({ person: 'ada' })

    const { body } = await at.call(USER, { token: accessToken })

    expect(body).toMatchObject({
      data: {
        user: { open_id: openId, display_name: 'Ada', avatar_url: expect.stringContaining('x-signature') },
      },
      error: { code: 'ok', message: '' },
    })
  })

  it('is refused when it is missing, unknown, over or revoked', async () => {
    const at = new AtTiktok()
    const token = at.signIn()
    expect(refusalOf(await at.call(USER))).toEqual([401, 'access_token_invalid', expect.any(String)])
    expect(refusalOf(await at.call(USER, { token: 'act.other' }))[1]).toBe('access_token_invalid')
    const { status, text } = await at.call('POST /v2/oauth/revoke/', { form: { ...APP, token } })
    expect([status, text]).toEqual([200, ''])
    expect(refusalOf(await at.call(USER, { token }))[1]).toBe('access_token_invalid')
    const other = at.signIn('bo')
    at.clock.set(new Date(NOW.getTime() + 86_400_000))
    expect(refusalOf(await at.call(USER, { token: other }))[1]).toBe('access_token_invalid')
  })

  it('does not tell the user name without the scope for it', async () => {
    const at = new AtTiktok()
    const path = 'GET /v2/user/info/?fields=open_id,username'

    expect(refusalOf(await at.call(path, { token: at.signIn() }))).toEqual([
      401,
      'scope_not_authorized',
      'The user did not authorize the scope required for completing this request.',
    ])
    const token = at.signIn('ada', ['user.info.basic', 'user.info.profile'])
    expect((await at.call(path, { token })).body).toMatchObject({ data: { user: { username: 'ada' } } })
    expect(refusalOf(await at.call('GET /v2/user/info/?fields=name', { token }))[1]).toBe('invalid_params')
  })

  it('leads nowhere without the slash at the end', async () => {
    const at = new AtTiktok()

    expect(await at.call('GET /v2/user/info?fields=open_id', { token: at.signIn() })).toMatchObject({
      status: 404,
      text: 'Unsupported path(Janus)',
    })
  })
})
