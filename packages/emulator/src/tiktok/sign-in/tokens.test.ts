import { describe, expect, it } from 'vitest'

import { AtTiktok, NOW, refusalOf } from '../../__fixtures__/at-tiktok.js'

const APP = { client_key: 'aw1emulatorkey', client_secret: 'emulator-client-secret-0123456789' }
const TOKEN = 'POST /v2/oauth/token/'

const renew = (at: AtTiktok, refreshToken: string) =>
  at.call(TOKEN, { form: { ...APP, grant_type: 'refresh_token', refresh_token: refreshToken } })

describe('a refresh token', () => {
  it('is replaced by each use, and expires with its sign-in', async () => {
    const at = new AtTiktok()
    const { refreshToken } = at.control.signIn({ person: 'ada' })
    at.clock.advance(86_400)

    const first = await renew(at, refreshToken)
    const second = await renew(at, refreshToken)

    expect(first.body).toMatchObject({ refresh_expires_in: 31_536_000 - 86_400, expires_in: 86_400 })
    expect(first.body).not.toMatchObject({ refresh_token: refreshToken })
    expect(second.body).toMatchObject({ error: 'invalid_grant' })
  })

  it('expires a year after the sign-in, and when the app is removed', async () => {
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

  it('reads the person', async () => {
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

  it('is refused when it is missing, unknown, expired or revoked', async () => {
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

  it('does not return the username without its scope', async () => {
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

  it('is not accepted for a path without the trailing slash', async () => {
    const at = new AtTiktok()

    expect(await at.call('GET /v2/user/info?fields=open_id', { token: at.signIn() })).toMatchObject({
      status: 404,
      text: 'Unsupported path(Janus)',
    })
  })
})
