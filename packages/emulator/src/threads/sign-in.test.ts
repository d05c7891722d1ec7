import { describe, expect, it } from 'vitest'

import { type Answer, REDIRECT_URI, refusalOf, messageOf } from '../__fixtures__/at-graph.js'
import { AtThreads } from '../__fixtures__/at-threads.js'

function codeFor(at: AtThreads): string {
  const url = new URL('/www/oauth/authorize', at.network.origin)
  const params = {
    client_id: at.control.app().appId,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'threads_basic,threads_delete',
    state: 's',
  }
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  const { location } = at.control.approve({ url: url.href, account: 'bo', without: ['threads_delete'] })
  return new URL(location ?? '').searchParams.get('code') ?? ''
}

function exchange(
  at: AtThreads,
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
  return at.call('POST /oauth/access_token', { form })
}

const tokenIn = ({ body }: Answer): string => (body as { access_token: string }).access_token // safe cast: a body without a token fails the test

describe('a sign-in', () => {
  it('returns a short-lived token, a long-lived token, and the account', async () => {
    await using at = await AtThreads.open()
    const first = await exchange(at, codeFor(at))
    const long = await at.call(
      `GET /access_token?grant_type=th_exchange_token&client_secret=${at.control.app().appSecret}&access_token=${tokenIn(first)}`,
    )
    const me = await at.get('me?fields=id,username,threads_profile_picture_url', tokenIn(long))

    expect(me.body).toEqual({
      id: expect.stringMatching(/^\d{17}$/),
      username: 'bo',
      threads_profile_picture_url: 'https://scontent.example/bo.jpg',
    })
    expect(first.text).toContain(`"user_id":${(me.body as { id: string }).id}}`)
    expect(long.body).toMatchObject({ token_type: 'bearer', expires_in: 5_184_000 })
    expect(messageOf(await at.call('DELETE 1', { token: tokenIn(long) }))).toContain('threads_delete')
  })

  it('fails in the Graph error format for another app, a used code, and another redirect URI', async () => {
    await using at = await AtThreads.open()
    const code = codeFor(at)
    await exchange(at, code)

    expect((await exchange(at, code, { client_id: '1' })).body).toMatchObject({
      error: { message: 'Invalid platform app', type: 'OAuthException', code: 100 },
    })
    expect(refusalOf(await exchange(at, code))).toEqual([400, 100, undefined])
    expect(messageOf(await exchange(at, codeFor(at), { redirect_uri: 'https://b.example/' }))).toContain(
      'redirect_uri',
    )
    expect(refusalOf(await exchange(at, codeFor(at), { client_secret: 'x' }))).toEqual([400, 1, undefined])
  })

  it('can be renewed once the token is a day old', async () => {
    await using at = await AtThreads.open()
    const renew = () =>
      at.call(`GET /refresh_access_token?grant_type=th_refresh_token&access_token=${at.token}`)

    expect(messageOf(await renew())).toContain('24 hours')
    at.clock.advance(86_400)
    expect((await renew()).body).toMatchObject({ token_type: 'bearer', expires_in: 5_184_000 })
    at.clock.advance(5_184_000)
    expect(refusalOf(await renew())).toEqual([400, 190, 463])
  })

  it('searches locations if the permission was granted, with a numeric id', async () => {
    await using at = await AtThreads.open()

    expect((await at.get('location_search?q=Menlo')).text).toContain('"id":1234567890123457')
    at.control.removePermission({ person: 'adascakes', permission: 'threads_location_tagging' })
    expect(refusalOf(await at.get('location_search?q=Menlo'))).toEqual([403, 10, undefined])
  })
})
