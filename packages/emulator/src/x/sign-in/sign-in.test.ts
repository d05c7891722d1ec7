import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { AtX, dataOf } from '../../__fixtures__/at-x.js'

const REDIRECT = 'https://app.example/callback'
const VERIFIER = 'q3VbM0t5c2V0LWZvci10ZXN0cy1vbmx5LTAxMjM0NTY3ODk'
const TOKEN = 'POST /2/oauth2/token'
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

function asked(at: AtX, changes: Readonly<Record<string, string>> = {}): string {
  const url = new URL('/i/oauth2/authorize', at.network.origin)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: at.control.app().clientId,
    redirect_uri: REDIRECT,
    scope: 'tweet.read tweet.write users.read offline.access',
    state: 's',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...changes,
  }).toString()
  return url.href
}

function codeOf(at: AtX, changes: Readonly<Record<string, string>> = {}): string {
  const { location } = at.control.approve({ url: asked(at, changes), person: 'ada' })
  return new URL(location).searchParams.get('code') ?? ''
}

function basic(at: AtX): Readonly<Record<string, string>> {
  const { clientId, clientSecret } = at.control.app()
  return clientSecret === null ? {} : { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` }
}

const exchange = (at: AtX, code: string, more: Readonly<Record<string, string>> = {}, headers = basic(at)) =>
  at.call(TOKEN, {
    form: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      ...more,
    },
    headers,
  })

const renew = (at: AtX, refreshToken: unknown) =>
  at.call(TOKEN, {
    form: { grant_type: 'refresh_token', refresh_token: String(refreshToken) },
    headers: basic(at),
  })

const fields = ({ body }: { readonly body: unknown }) => body as Readonly<Record<string, unknown>> // safe cast: the test compares the fields of the body

describe('the page', () => {
  it('shows the requested scopes, and redirects the browser', async () => {
    const at = new AtX()

    const { status, text } = await at.call(`GET ${asked(at)}`)
    const denied = new URL(at.control.approve({ url: asked(at), person: 'ada', deny: true }).location)

    expect([status, text.includes('tweet.write')]).toEqual([200, true])
    expect(Object.fromEntries(denied.searchParams)).toEqual({ error: 'access_denied', state: 's' })
  })

  it.each([
    ['commas between the scopes', { scope: 'tweet.read,users.read' }],
    ['no challenge', { code_challenge: '' }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['a state of 501 characters', { state: 'a'.repeat(501) }],
    ['an unknown app', { client_id: 'x' }],
  ])('shows no approval page with %s', async (_, changes) => {
    const at = new AtX()

    expect((await at.call(`GET ${asked(at, changes)}`)).status).toBe(400)
  })
})

describe('tokens', () => {
  it('are returned for a code, once, within thirty seconds', async () => {
    const at = new AtX()
    const [code, late] = [codeOf(at), codeOf(at)]

    const tokens = fields(await exchange(at, code))
    const again = await exchange(at, code)
    at.clock.advance(30)

    expect(tokens).toMatchObject({
      token_type: 'bearer',
      expires_in: 7200,
      refresh_token: expect.any(String),
    })
    expect([again.status, (await exchange(at, late)).status]).toEqual([400, 400])
    const me = await at.call('GET /2/users/me?user.fields=profile_image_url', {
      token: String(tokens['access_token']),
    })
    expect(dataOf(me)).toMatchObject({
      username: 'ada',
      name: 'Ada',
      profile_image_url: expect.stringContaining('_normal'),
    })
  })

  it.each([
    ['another verifier', { code_verifier: 'a'.repeat(43) }, 400],
    ['a short verifier', { code_verifier: 'a' }, 400],
    ['another address', { redirect_uri: 'https://other.example/' }, 400],
    ['the secret in the form', { client_secret: 'emulator-client-secret-0123456789' }, 400],
  ])('are not returned with %s', async (_, more, status) => {
    const at = new AtX()

    expect((await exchange(at, codeOf(at), more)).status).toBe(status)
  })

  it('require the header of a confidential client, and the id of a public one', async () => {
    const confidential = new AtX()
    const open = new AtX({ clientSecret: null })
    const client = { client_id: open.control.app().clientId }

    const bare = await exchange(confidential, codeOf(confidential), {}, {})
    const unnamed = await exchange(open, codeOf(open))
    const right = await exchange(open, codeOf(open), client)

    expect([bare.status, bare.body]).toEqual([
      401,
      { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
    ])
    expect([unnamed.status, right.status]).toEqual([400, 200])
  })

  it('cannot be refreshed without offline.access', async () => {
    const at = new AtX()

    expect(fields(await exchange(at, codeOf(at, { scope: 'tweet.read' })))).not.toHaveProperty(
      'refresh_token',
    )
  })

  it('rotate, and a reused one ends all tokens of the sign-in', async () => {
    const at = new AtX()
    const { refreshToken } = at.control.signIn({ person: 'ada' })
    const second = fields(await renew(at, refreshToken))

    const spent = await renew(at, refreshToken)

    expect([spent.status, spent.body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' },
    ])
    expect((await renew(at, second['refresh_token'])).status).toBe(400)
    expect((await at.call('GET /2/users/me', { token: String(second['access_token']) })).status).toBe(401)
  })

  it('end after two hours, when they are revoked, and when the person removes the app', async () => {
    const at = new AtX()
    const [old, token] = [at.signIn(), at.signIn()]
    at.clock.advance(7200)
    const other = at.signIn('bo')
    await at.call('POST /2/oauth2/revoke', { form: { token: other }, headers: basic(at) })
    const third = at.signIn('cleo')
    at.control.removeAccess({ person: 'cleo' })

    for (const one of [old, token, other, third])
      expect((await at.call('GET /2/users/me', { token: one })).status).toBe(401)
  })
})
