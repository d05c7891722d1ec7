import { beforeEach, describe, expect, it } from 'vitest'

import { AtMastodon, challengeOf } from '../../__fixtures__/at-mastodon.js'

const CALLBACK = 'https://app.example/cb'
const VERIFIER = 'v'.repeat(64)

let server: AtMastodon
let client: Record<'client_id' | 'client_secret', string>

beforeEach(async () => {
  server = new AtMastodon()
  const form = {
    client_name: 'Tester & <Co>',
    redirect_uris: `${CALLBACK}\nurn:ietf:wg:oauth:2.0:oob`,
    scopes: 'read write push',
  }
  const { body } = await server.call('POST /api/v1/apps', { form })
  const { client_id, client_secret } = body as typeof client // safe cast: the application was registered above, so the body has these fields
  client = { client_id, client_secret }
})

const request = (changes: Record<string, string> = {}): Record<string, string> => ({
  response_type: 'code',
  client_id: client.client_id,
  redirect_uri: CALLBACK,
  scope: 'read write push',
  state: 'a state',
  code_challenge: challengeOf(VERIFIER),
  code_challenge_method: 'S256',
  ...changes,
})

const click = async (query: Record<string, string>, fields: Record<string, string>): Promise<URL> => {
  const { status, headers } = await server.call('POST /oauth/authorize', { form: { ...query, ...fields } })
  expect(status).toBe(302)
  return new URL(headers.get('location') ?? '')
}

const exchange = (changes: Record<string, string> = {}) =>
  server.call('POST /oauth/token', {
    form: {
      grant_type: 'authorization_code',
      ...client,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      ...changes,
    },
  })

describe('the page', () => {
  it('shows the people, the app and the requested scopes, and escapes the name of the app', async () => {
    const { status, headers, text } = await server.call('GET /oauth/authorize', { query: request() })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toContain('Tester &amp; &lt;Co&gt; asks for access')
    expect(text).toContain('<html lang="en">')
    expect(text.match(/<label><input type="radio" name="person"/g)).toHaveLength(3)
    expect(text).toContain('<legend>Sign in as</legend>')
    expect(text).not.toContain('<script')
  })

  it('contains the request in hidden fields, so that the form is sufficient', async () => {
    const { text } = await server.call('GET /oauth/authorize', { query: request() })
    const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    )
    const back = await click(Object.fromEntries(fields), { person: 'bea', decision: 'approve' })
    expect(back.searchParams.get('state')).toBe('a state')
    const { body } = await exchange({ code: back.searchParams.get('code') ?? '' })
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'read write push' })
  })

  it('redirects with the error and the state', async () => {
    const back = await click(request(), { person: 'ada', decision: 'deny' })
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request.',
      state: 'a state',
    })
  })

  it('shows the code if the app has no redirect URI', async () => {
    const query = request({ redirect_uri: 'urn:ietf:wg:oauth:2.0:oob' })
    const { text } = await server.call('POST /oauth/authorize', {
      form: { ...query, person: 'ada', decision: 'approve' },
    })
    const code = /<code>([\w-]+)<\/code>/.exec(text)?.[1] ?? ''
    const { status } = await exchange({ code, redirect_uri: 'urn:ietf:wg:oauth:2.0:oob' })
    expect(status).toBe(200)
  })

  it('shows the page again if no person was chosen', async () => {
    const { status } = await server.call('POST /oauth/authorize', {
      form: { ...request(), decision: 'approve' },
    })
    expect(status).toBe(422)
  })
})

describe('a request that cannot be approved', () => {
  it('never redirects to a URI that is not registered', async () => {
    const { status, headers } = await server.call('GET /oauth/authorize', {
      query: request({ redirect_uri: 'https://evil.example/' }),
    })
    expect([status, headers.get('location')]).toEqual([400, null])
  })

  it('is an error page if the app is unknown', async () => {
    const { status } = await server.call('GET /oauth/authorize', { query: request({ client_id: 'nobody' }) })
    expect(status).toBe(401)
  })

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: '' }, 'invalid_request'],
    [{ scope: 'read admin:read' }, 'invalid_scope'],
    [{ scope: 'read fly' }, 'invalid_scope'],
    [{ code_challenge_method: 'plain' }, 'invalid_code_challenge_method'],
  ])('redirects to the app otherwise: %o', async (wrong, error) => {
    const { status, headers } = await server.call('GET /oauth/authorize', { query: request(wrong) })
    const back = new URL(headers.get('location') ?? '')
    expect([status, back.searchParams.get('error'), back.searchParams.get('state')]).toEqual([
      302,
      error,
      'a state',
    ])
  })
})

const approve = (changes: Record<string, string> = {}): string => {
  const page = new URL('https://social.example/oauth/authorize')
  page.search = new URLSearchParams(request(changes)).toString()
  const { location } = server.control.approve({ url: page.href, person: 'ada' })
  return new URL(location).searchParams.get('code') ?? ''
}

const missing = async (form: Record<string, string>): Promise<unknown> =>
  (await server.call('POST /oauth/token', { form: { ...client, ...form } })).body

const sentence = (name: string) => ({
  error: 'invalid_request',
  error_description: `Missing required parameter: ${name}.`,
})

describe('the exchange of the code', () => {
  const GRANT = { status: 400, body: expect.objectContaining({ error: 'invalid_grant' }) }

  it('works once', async () => {
    const code = approve()
    expect((await exchange({ code })).body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      scope: 'read write push',
      created_at: 1_795_262_400,
    })
    expect(await exchange({ code })).toMatchObject(GRANT)
  })

  it('checks the verifier, the redirect URI, the age and the app', async () => {
    expect(await exchange({ code: approve(), code_verifier: 'w'.repeat(64) })).toMatchObject(GRANT)
    expect(await exchange({ code: approve(), redirect_uri: 'https://app.example/other' })).toMatchObject(
      GRANT,
    )
    expect(await exchange({ code: 'made-up' })).toMatchObject(GRANT)
    const late = approve()
    server.clock.advance(601)
    expect(await exchange({ code: late })).toMatchObject(GRANT)
  })

  it('refuses a verifier for a code without a challenge', async () => {
    const page = new URL('https://social.example/oauth/authorize')
    const { code_challenge: _challenge, code_challenge_method: _method, ...plain } = request()
    page.search = new URLSearchParams(plain).toString()
    const { location } = server.control.approve({ url: page.href, person: 'ada' })
    const code = new URL(location).searchParams.get('code') ?? ''
    expect(await exchange({ code })).toMatchObject(GRANT)
  })

  it('names the missing parameter', async () => {
    expect(await missing({})).toEqual(sentence('grant_type'))
    expect(await missing({ grant_type: 'authorization_code' })).toEqual(sentence('code'))
    expect(await missing({ grant_type: 'authorization_code', code: 'x' })).toEqual(sentence('redirect_uri'))
    expect(await missing({ grant_type: 'authorization_code', code: approve() })).toEqual(
      sentence('code_verifier'),
    )
  })

  it('refuses a wrong secret with 401, and accepts id and secret in a Basic header too', async () => {
    const wrong = await exchange({ code: approve(), client_secret: 'guess' })
    expect([wrong.status, wrong.body]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })])
    const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')
    const { status } = await server.call('POST /oauth/token', {
      headers: { authorization: `Basic ${basic}` },
      form: {
        grant_type: 'authorization_code',
        code: approve(),
        redirect_uri: CALLBACK,
        code_verifier: VERIFIER,
      },
    })
    expect(status).toBe(200)
  })
})
