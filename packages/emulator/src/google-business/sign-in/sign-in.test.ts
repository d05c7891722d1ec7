import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { AtGoogleBusiness, refusalOf } from '../../__fixtures__/at-google-business.js'

const REDIRECT_URI = 'https://app.example/callback'
const SCOPE = 'https://www.googleapis.com/auth/business.manage'
const VERIFIER = 'v'.repeat(43)

function app(options = {}) {
  const at = new AtGoogleBusiness(options)
  const { clientId, clientSecret } = at.control.createClient({ redirectUris: [REDIRECT_URI] })
  const secret = { client_id: clientId, client_secret: clientSecret }
  const pageUrl = (changes: Readonly<Record<string, string>> = {}) => {
    const query = {
      client_id: clientId,
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: SCOPE,
      state: 's',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
    }
    return `https://google.example/o/oauth2/v2/auth?${new URLSearchParams({ ...query, ...changes }).toString()}`
  }
  const approve = (changes: Readonly<Record<string, string>> = {}) => {
    const { location } = at.control.approve({ url: pageUrl(changes), person: 'Ada' })
    return new URL(location).searchParams.get('code') ?? ''
  }
  const token = (form: Readonly<Record<string, string>>) =>
    at.call('POST /token', { form: { ...secret, ...form } })
  const exchange = (code: string, changes: Readonly<Record<string, string>> = {}) =>
    token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
      ...changes,
    })
  const renew = (refreshToken: unknown) =>
    token({ grant_type: 'refresh_token', refresh_token: String(refreshToken) })
  const signIn = async () =>
    (await exchange(approve())).body as { readonly refresh_token: string; readonly access_token: string } // safe cast: a wrong shape fails the tests that use the tokens
  return { at, pageUrl, approve, exchange, renew, signIn, secret }
}

describe('a sign-in', () => {
  it('shows the page, and redirects the person', async () => {
    const { at, pageUrl } = app()
    const { text } = await at.call(`GET ${pageUrl()}`)
    const { location } = at.control.approve({ url: pageUrl(), person: 'Ada', deny: true })

    expect(text).toContain('value="ada@example.com"')
    expect(location).toBe(`${REDIRECT_URI}?error=access_denied&state=s`)
  })

  it('returns tokens for a code, once, and a refresh token only on request', async () => {
    const { approve, exchange } = app()
    const code = approve()

    const first = await exchange(code)
    const later = await exchange(approve({ prompt: 'select_account' }))
    const online = await exchange(approve({ access_type: 'online' }))

    expect(first.body).toEqual({
      access_token: expect.stringMatching(/^ya29\./),
      expires_in: 3599,
      refresh_token: expect.stringMatching(/^1\/\//),
      scope: SCOPE,
      token_type: 'Bearer',
    })
    expect(later.body).not.toHaveProperty('refresh_token')
    expect(online.body).not.toHaveProperty('refresh_token')
    expect((await exchange(code)).body).toMatchObject({ error: 'invalid_grant' })
  })

  it.each([
    [{ code_verifier: 'other' }, 'invalid_grant', 400],
    [{ redirect_uri: 'https://elsewhere.example' }, 'redirect_uri_mismatch', 400],
    [{ client_secret: 'other' }, 'invalid_client', 401],
    [{ client_id: 'other' }, 'invalid_client', 401],
    [{ grant_type: 'password' }, 'unsupported_grant_type', 400],
  ])('returns no tokens with %j', async (changes, error, status) => {
    const { approve, exchange } = app()

    expect(await exchange(approve(), changes as unknown as Record<string, string>)).toMatchObject({
      status,
      body: { error },
    })
  })

  it.each([
    [{ redirect_uri: 'https://elsewhere.example' }, 'redirect_uri_mismatch'],
    [{ scope: 'https://www.googleapis.com/auth/nonsense' }, 'invalid_scope'],
    [{ client_id: 'other' }, 'invalid_client'],
  ])('shows an error page for %j', async (changes, error) => {
    const { at, pageUrl } = app()

    expect((await at.call(`GET ${pageUrl(changes as unknown as Record<string, string>)}`)).text).toContain(
      error,
    )
  })
})

describe('a refresh token', () => {
  it('is valid until it is revoked, and is never replaced', async () => {
    const { at, signIn, renew } = app()
    const { refresh_token: refreshToken } = await signIn()

    const renewed = await renew(refreshToken)
    await at.call('POST /revoke', { form: { token: refreshToken } })

    expect(renewed.body).not.toHaveProperty('refresh_token')
    expect(await renew(refreshToken)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await at.call('POST /revoke', { form: { token: refreshToken } })).status).toBe(400)
  })

  it('expires after six months without use', async () => {
    const { at, signIn, renew } = app()
    const { refresh_token: refreshToken } = await signIn()
    at.clock.advance(100 * 86_400)
    expect((await renew(refreshToken)).status).toBe(200)
    at.clock.advance(183 * 86_400)

    expect((await renew(refreshToken)).status).toBe(400)
  })

  it('expires after seven days of testing, with an error that mentions it', async () => {
    const { at, approve, exchange, renew } = app({ isTesting: true })
    const { body } = await exchange(approve())
    at.clock.advance(604_800)

    expect(body).toMatchObject({ refresh_token_expires_in: 604_800 })
    expect((await renew((body as { readonly refresh_token: string }).refresh_token)).status).toBe(400) // safe cast: the assertion above proves that the response contains a refresh token
  })

  it('is deleted when the person has too many', async () => {
    const { signIn, renew } = app({ refreshTokensPerPerson: 2 })
    const oldest = (await signIn()).refresh_token
    const second = (await signIn()).refresh_token
    await signIn()

    expect((await renew(oldest)).status).toBe(400)
    expect((await renew(second)).status).toBe(200)
  })
})

const read = (at: AtGoogleBusiness, token?: string) =>
  at.call('GET /accountmanagement/v1/accounts', token === undefined ? {} : { token })

describe('a call is refused', () => {
  it('without a token, and with an invalid or expired one', async () => {
    const at = new AtGoogleBusiness()
    const token = at.signIn()
    at.clock.advance(3600)

    expect(refusalOf(await read(at))).toEqual([
      401,
      'UNAUTHENTICATED',
      expect.stringContaining('CREDENTIALS_MISSING'),
    ])
    expect(refusalOf(await read(at, 'other'))[0]).toBe(401)
    expect(refusalOf(await read(at, token))[2]).toContain('ACCESS_TOKEN_EXPIRED')
  })

  it('without the scope, or when the service is disabled', async () => {
    const at = new AtGoogleBusiness()
    const { accessToken } = at.control.signIn({ person: 'Ada', scopes: ['openid'] })
    const narrow = refusalOf(await read(at, accessToken))
    at.control.switchService({ service: 'mybusinessaccountmanagement', on: false })

    expect(narrow).toEqual([
      403,
      'PERMISSION_DENIED',
      expect.stringContaining('ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
    ])
    expect(refusalOf(await read(at, at.signIn()))[2]).toContain('SERVICE_DISABLED')
  })

  it('immediately in a project without approval', async () => {
    const at = new AtGoogleBusiness({ perMinute: 0 })
    const today = refusalOf(await read(at, at.signIn()))
    at.control.setQuota({ perMinute: 0, refusal: 403 })

    expect(today).toEqual([429, 'RESOURCE_EXHAUSTED', expect.stringContaining('"quota_limit_value":"0"')])
    expect((await read(at, at.signIn())).body).toMatchObject({
      error: { code: 403, errors: [{ reason: 'quotaExceeded' }] },
    })
  })

  it('above the quota per minute, for each service separately', async () => {
    const at = new AtGoogleBusiness()
    at.control.setQuota({ service: 'mybusinessaccountmanagement', perMinute: 1 })
    const token = at.signIn()
    await read(at, token)

    expect((await read(at, token)).status).toBe(429)
    expect((await at.call(`GET /mybusiness/v4/${at.find().name}/reviews`, { token })).status).toBe(200)
    at.clock.advance(61)
    expect((await read(at, token)).status).toBe(200)
  })
})
