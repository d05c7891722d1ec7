import { describe, expect, it } from 'vitest'

import { AtTiktok, hexSum, REDIRECT_URI } from '../../__fixtures__/at-tiktok.js'

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
  it('shows people and permissions', async () => {
    const at = new AtTiktok()

    const { status, text } = await at.call(`GET ${pageUrl()}`)

    expect(status).toBe(200)
    expect(text).toContain('value="ada"')
    expect(text).toContain('name="allow" value="video.upload" checked')
    expect(text).toContain('value="user.info.basic"')
  })

  it('redirects with a code and the selected permissions', async () => {
    const at = new AtTiktok()
    const form = { ...QUERY, person: 'bo', decision: 'approve', allow: 'user.info.basic' }

    const { status, headers } = await at.call('POST /v2/auth/authorize/', { form })

    expect(status).toBe(302)
    const back = new URL(headers.get('location') ?? '').searchParams
    expect(back.get('code')).toMatch(/\*1!4608\.va$/)
    expect(back.get('scopes')).toBe('user.info.basic')
    expect(back.get('state')).toBe('the state')
  })

  it('redirects with an error', () => {
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
  ])('redirects with an error for %j', (changes, error) => {
    expect(approve(new AtTiktok(), changes as unknown as Record<string, string>).get('error')).toBe(error)
  })

  it.each([
    { client_key: 'other' },
    { redirect_uri: '' },
    { redirect_uri: `${REDIRECT_URI}?a=b` },
    { redirect_uri: `https://app.example/${'a'.repeat(512)}` },
    { redirect_uri: 'https://elsewhere.example/callback' },
  ])('does not trust a redirect URI with %j', async (changes) => {
    const at = new AtTiktok({ redirectUris: [REDIRECT_URI] })

    const { status, text } = await at.call(`GET ${pageUrl(changes)}`)

    expect(status).toBe(400)
    expect(text).toContain('Something went wrong')
  })
})

describe('a code', () => {
  it('is exchanged for tokens once', async () => {
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
  ])('is not exchanged with %j', async (changes, error) => {
    const answer = await exchange(new AtTiktok(), changes)

    expect(answer).toMatchObject({ status: 400, body: { error } })
  })

  it('expires after ten minutes', async () => {
    const at = new AtTiktok()
    const code = approve(at).get('code') ?? ''
    at.clock.advance(600)

    const answer = await at.call(TOKEN, {
      form: { ...APP, grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI },
    })

    expect(answer.body).toMatchObject({ error: 'invalid_grant' })
  })

  it('requires the verifier of its challenge, which is a hexadecimal hash', async () => {
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

  it('must be sent in a form', async () => {
    const answer = await new AtTiktok().call(TOKEN, { json: APP })

    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  it('is refused with status 200 if configured', async () => {
    const answer = await exchange(new AtTiktok({ oauthRefusalStatus: 200 }), { code: 'other' })

    expect(answer).toMatchObject({ status: 200, body: { error: 'invalid_grant' } })
  })
})
