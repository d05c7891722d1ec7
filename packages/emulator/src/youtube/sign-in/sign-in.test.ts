import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { AtYoutube } from '../../__fixtures__/at-youtube.js'

const REDIRECT = 'https://app.example/callback'
const SCOPE = 'https://www.googleapis.com/auth/youtube.readonly'
const VERIFIER = 'a-verifier-of-at-least-forty-three-characters-in-all'

function appAt(at: AtYoutube) {
  const app = at.control.createClient({ redirectUris: [REDIRECT] })
  const query = {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: REDIRECT,
    scope: SCOPE,
    state: 'state-1',
    access_type: 'offline',
    prompt: 'consent',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  }
  const address = (changes: Readonly<Record<string, string | null>> = {}): string => {
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...query, ...changes }))
      if (value !== null) params.set(name, value)
    return `${at.network.origin}/o/oauth2/v2/auth?${params.toString()}`
  }
  const trade = (location: string, changes: Readonly<Record<string, string>> = {}) =>
    at.call('POST /token', {
      form: {
        grant_type: 'authorization_code',
        code: new URL(location).searchParams.get('code') ?? '',
        client_id: app.clientId,
        client_secret: app.clientSecret,
        redirect_uri: REDIRECT,
        code_verifier: VERIFIER,
        ...changes,
      },
    })
  return { app, query, address, trade }
}

describe('the pages of Google', () => {
  it('let a person choose an account, deselect permissions and continue', async () => {
    const at = new AtYoutube()
    const { query, address } = appAt(at)

    const page = await at.call(`GET ${address()}`)
    expect(page.text).toContain('Ada Makes Bread')
    expect(page.text).toContain('Bea Rides, Bea Repairs')
    expect(page.text).toContain(`value="${SCOPE}" checked`)
    const form = { ...query, person: 'ada@example.com', decision: 'approve', granted: SCOPE }
    const { status, headers } = await at.call('POST /o/oauth2/v2/auth', { form })

    const location = new URL(headers.get('location') ?? '')
    expect(status).toBe(302)
    expect(location.origin + location.pathname).toBe(REDIRECT)
    expect(Object.fromEntries(location.searchParams)).toEqual({
      state: 'state-1',
      code: expect.stringMatching(/^4\/0/),
      scope: SCOPE,
    })
  })

  it('redirect a person who cancels', () => {
    const at = new AtYoutube()
    const { address } = appAt(at)

    const { location } = at.control.approve({ url: address(), person: 'Ada', deny: true })

    expect(location).toBe(`${REDIRECT}?error=access_denied&state=state-1`)
  })

  it.each([
    ['an unknown app', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['another redirect address', { redirect_uri: `${REDIRECT}/` }, 400, 'redirect_uri_mismatch'],
    ['no scope', { scope: null }, 400, 'invalid_request'],
    ['an unknown scope', { scope: 'everything' }, 400, 'invalid_scope'],
    ['a token instead of a code', { response_type: 'token' }, 400, 'unsupported_response_type'],
  ])('show an error page for %s', async (_what, changes, status, error) => {
    const at = new AtYoutube()
    const { address } = appAt(at)

    const page = await at.call(`GET ${address(changes)}`)

    expect(page.status).toBe(status)
    expect(page.text).toContain(error)
    expect(page.headers.get('location')).toBeNull()
  })
})

describe('the token endpoint', () => {
  it('exchanges a code once, for the same redirect URI and the verifier of its challenge', async () => {
    const at = new AtYoutube()
    const { address, trade } = appAt(at)
    const approve = () => at.control.approve({ url: address(), person: 'Ada' }).location

    expect(await trade(approve(), { code_verifier: 'wrong' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Invalid code verifier.' },
    })
    expect(await trade(approve(), { redirect_uri: 'https://other.example' })).toMatchObject({
      body: { error: 'redirect_uri_mismatch' },
    })
    expect(await trade(approve(), { client_secret: 'wrong' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    const location = approve()
    expect(await trade(location)).toMatchObject({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^ya29\./),
        expires_in: 3599,
        refresh_token: expect.stringMatching(/^1\/\//),
        scope: SCOPE,
        token_type: 'Bearer',
      },
    })
    expect(await trade(location)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const late = approve()
    at.clock.advance(601)
    expect(await trade(late)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  it('returns a refresh token only with access_type=offline, and again only with prompt=consent', async () => {
    const at = new AtYoutube()
    const { address, trade } = appAt(at)
    const hasRefreshToken = async (changes: Readonly<Record<string, null>>) => {
      const { location } = at.control.approve({ url: address(changes), person: 'Ada' })
      return Object.hasOwn((await trade(location)).body as object, 'refresh_token')
    }

    expect(await hasRefreshToken({ access_type: null })).toBe(false)
    expect(await hasRefreshToken({ prompt: null })).toBe(false)
    expect(await hasRefreshToken({})).toBe(true)
  })

  it('refreshes without a new refresh token, until the person revokes the access', async () => {
    const at = new AtYoutube()
    const { clientId, clientSecret, refreshToken } = at.control.signIn({ person: 'Ada' })
    const form = {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      client_secret: clientSecret,
    }

    const { status, body } = await at.call('POST /token', { form })
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('refresh_token')
    at.control.revokeTokens({ person: 'Ada' })
    expect(await at.call('POST /token', { form })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    })
  })

  it('revokes everything a person granted, once', async () => {
    const at = new AtYoutube()
    const { accessToken, refreshToken } = at.control.signIn({ person: 'Ada' })

    expect(await at.call('POST /revoke', { form: { token: refreshToken } })).toMatchObject({
      status: 200,
      body: {},
    })
    expect((await at.call('POST /revoke', { form: { token: accessToken } })).body).toMatchObject({
      error: 'invalid_token',
    })
    const query = { part: 'snippet', mine: 'true' }
    expect((await at.call('GET /youtube/v3/channels', { token: accessToken, query })).status).toBe(401)
  })
})

describe('channels', () => {
  it('of a person without one are missing from the list, not an empty list', async () => {
    const at = new AtYoutube()
    const list = async (person: string, query: Readonly<Record<string, string>>) => {
      const { accessToken: token } = at.control.signIn({ person })
      return (await at.call('GET /youtube/v3/channels', { token, query })).body
    }

    const mine = { part: 'snippet', mine: 'true' }
    expect(await list('Cy', mine)).toEqual({
      kind: 'youtube#channelListResponse',
      etag: expect.any(String),
      pageInfo: { totalResults: 0, resultsPerPage: 5 },
    })
    expect(await list('Bea', mine)).toMatchObject({
      items: [{ snippet: { title: 'Bea Rides' } }, { snippet: { title: 'Bea Repairs' } }],
    })
    expect(await list('Bea', { part: 'snippet' })).toMatchObject({
      error: { errors: [{ reason: 'missingRequiredParameter' }] },
    })
    expect(await list('Bea', { mine: 'true' })).toMatchObject({
      error: { errors: [{ reason: 'missingRequiredParameter' }] },
    })
  })
})
