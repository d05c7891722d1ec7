import { describe, expect, it } from 'vitest'

import { REDIRECT_URI, refusalOf, messageOf } from '../__fixtures__/at-graph.js'
import type { Answer, Sent } from '../__fixtures__/at-graph.js'
import { AtInstagram } from '../__fixtures__/at-instagram.js'

const SCOPE = 'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_comments'

function address(at: AtInstagram, changes: Readonly<Record<string, string>> = {}): string {
  const url = new URL('/www/oauth/authorize', at.network.origin)
  const params = {
    client_id: at.control.app().appId,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: SCOPE,
    state: 's1',
  }
  for (const [name, value] of Object.entries({ ...params, ...changes })) url.searchParams.set(name, value)
  return url.href
}

function codeFor(at: AtInstagram, account = 'adascakes', without: readonly string[] = []): string {
  const { location } = at.control.approve({ url: address(at), account, without })
  return new URL(location ?? '').searchParams.get('code') ?? ''
}

function exchange(
  at: AtInstagram,
  code: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { appId, appSecret } = at.control.app()
  const form = {
    client_id: appId,
    client_secret: appSecret,
    grant_type: 'authorization_code',
    redirect_uri: REDIRECT_URI,
    code,
    ...changes,
  }
  return at.call('POST /api-host/oauth/access_token', { form })
}

const tokenIn = ({ body }: Answer): string => (body as { access_token: string }).access_token // safe cast: a wrong shape fails the tests that use the token

describe('the sign-in page', () => {
  it('shows accounts and permissions, and appends #_ to the returned code', async () => {
    await using at = await AtInstagram.open()
    const page = await at.call(`GET ${address(at)}`)
    expect(page.text).toContain('@adascakes')
    expect(page.text).toContain('value="instagram_business_content_publish" type="checkbox" checked>')

    const form = Object.fromEntries(new URL(address(at)).searchParams)
    const answer = await at.call('POST /www/oauth/authorize', {
      form: { ...form, decision: 'approve', person: at.userId, allow: 'instagram_business_content_publish' },
    })

    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toMatch(
      /^https:\/\/app\.example\/callback\?code=AQ[\w-]+&state=s1#_$/,
    )
  })

  it('rejects a personal account, and redirects when the user denies access', async () => {
    await using at = await AtInstagram.open()

    expect(at.control.approve({ url: address(at), account: 'cleo' })).toEqual({ status: 400, location: null })
    const { location } = at.control.approve({ url: address(at), account: 'bo', deny: true })
    expect(Object.fromEntries(new URL(location ?? '').searchParams)).toEqual({
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'Permissions error',
      state: 's1',
    })
  })

  it('shows an error page for an unknown app or redirect URI, and redirects for unknown permissions', async () => {
    await using at = await AtInstagram.open({ redirectUris: [REDIRECT_URI] })

    expect((await at.call(`GET ${address(at, { client_id: '1' })}`)).status).toBe(400)
    expect((await at.call(`GET ${address(at, { redirect_uri: 'https://evil.example/' })}`)).status).toBe(400)
    const answer = await at.call(`GET ${address(at, { scope: 'pages_show_list' })}`)
    expect(answer.headers.get('location')).toContain('error_message=Invalid+Scopes%3A+pages_show_list')
  })
})

describe('tokens', () => {
  it('a code returns a short-lived token with a numeric id, which is exchanged for a long-lived token', async () => {
    await using at = await AtInstagram.open()
    const first = await exchange(at, codeFor(at, 'bo'))
    const { appSecret } = at.control.app()
    const long = await at.call(
      `GET /access_token?grant_type=ig_exchange_token&client_secret=${appSecret}&access_token=${tokenIn(first)}`,
    )
    const me = await at.call('GET me?fields=user_id,username,account_type', { token: tokenIn(long) })

    const { user_id: userId } = me.body as { user_id: string } // safe cast: a wrong shape fails the assertion below
    expect(first.text).toContain(`"user_id":${userId},`)
    expect(first.body).toMatchObject({ permissions: SCOPE.split(',') })
    expect(long.body).toMatchObject({ token_type: 'bearer', expires_in: 5_184_000 })
    expect(me.body).toEqual({
      user_id: expect.stringMatching(/^\d{17}$/),
      username: 'bo',
      account_type: 'MEDIA_CREATOR',
      id: expect.stringMatching(/^\d{17}$/),
    })
    expect((me.body as { id: string }).id).not.toBe(userId)
  })

  it('the documented format wraps the token response', async () => {
    await using at = await AtInstagram.open({ codeReply: 'DATA' })

    expect((await exchange(at, codeFor(at, 'bo'))).body).toEqual({
      data: [
        { access_token: expect.any(String), user_id: expect.stringMatching(/^\d{17}$/), permissions: SCOPE },
      ],
    })
  })

  it('a code is refused with a flat error if it is used, expired, or for another redirect URI or app', async () => {
    await using at = await AtInstagram.open()
    const code = codeFor(at)
    await exchange(at, code)
    const old = codeFor(at)
    const answers = [
      await exchange(at, code),
      await exchange(at, codeFor(at), { redirect_uri: 'https://app.example/' }),
      await exchange(at, codeFor(at), { client_id: '1' }),
      await exchange(at, codeFor(at), { client_secret: 'x' }),
    ]
    at.clock.advance(3600)
    answers.push(await exchange(at, old))

    expect(
      answers.map(({ status, body }) => [status, (body as { error_message: string }).error_message]),
    ).toEqual([
      [400, 'This authorization code has been used.'],
      [400, expect.stringContaining('redirect_uri')],
      [400, 'Invalid platform app'],
      [400, 'Error validating client secret.'],
      [400, 'Matching code was not found or was already used'],
    ])
  })

  it('a long-lived token can be renewed once it is a day old, until it expires', async () => {
    await using at = await AtInstagram.open()
    const renew = (token: string) =>
      at.call(`GET /refresh_access_token?grant_type=ig_refresh_token&access_token=${token}`)

    expect(refusalOf(await renew(at.token))).toEqual([400, 100, undefined])
    at.clock.advance(86_400)
    const renewed = await renew(at.token)
    expect(renewed.body).toMatchObject({
      expires_in: 5_184_000,
      permissions: expect.stringContaining('instagram_business_basic'),
    })
    at.clock.advance(5_184_000 - 86_400)
    expect(refusalOf(await renew(at.token))).toEqual([400, 190, 463])
    expect((await at.call('GET me?fields=id', { token: tokenIn(renewed) })).status).toBe(200)
  })

  it.each([
    ['no token', {}, [400, 2500, undefined]],
    ['a wrong one', { token: 'IGAAx' }, [400, 190, undefined]],
  ] as const)('%s is refused', async (_name, sent: Sent, refusal) => {
    await using at = await AtInstagram.open()

    expect(refusalOf(await at.call('GET me', sent))).toEqual(refusal)
  })

  it('a refusal names a permission that was not granted or was revoked', async () => {
    await using at = await AtInstagram.open()
    const token = tokenIn(await exchange(at, codeFor(at, 'bo', ['instagram_business_content_publish'])))
    const answer = await at.call('GET me/content_publishing_limit?fields=config', { token })
    expect(refusalOf(answer)).toEqual([403, 10, undefined])
    expect(messageOf(answer)).toBe(
      '(#10) This action requires the instagram_business_content_publish permission',
    )

    at.control.removePermission({ person: 'adascakes', permission: 'instagram_business_basic' })
    expect(messageOf(await at.call('GET me', { token: at.token }))).toContain('instagram_business_basic')
  })

  it('an unknown version, path or field is refused', async () => {
    await using at = await AtInstagram.open()

    expect(refusalOf(await at.call('GET /v1.0/me', { token: at.token }))).toEqual([400, 2500, undefined])
    expect(refusalOf(await at.call('GET me/nothing', { token: at.token }))).toEqual([400, 2500, undefined])
    expect(messageOf(await at.call('GET me?fields=shoe_size', { token: at.token }))).toBe(
      '(#100) Tried accessing nonexisting field (shoe_size) on node type (InstagramUser)',
    )
    expect(refusalOf(await at.call('GET me?fields=id{', { token: at.token }))).toEqual([400, 100, undefined])
  })
})
