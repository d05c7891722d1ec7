import { AppCredentials } from '@social/core/platform'
import { aCall, aLoginCall, FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { pinterest } from './platform.js'

const app = new AppCredentials({ platform: 'pinterest', clientId: '1480000', clientSecret: 'hush' })
const now = new Date('2026-11-22T12:00:00Z')
const seconds = (moment: Date | null): number | null => moment && (moment.getTime() - now.getTime()) / 1000

/** Token after a refresh with the given response. */
async function renewed(reply: object) {
  const platform = pinterest()
  const clock = new FakeClock({ now: now.toISOString() })
  const call = aCall({
    platform,
    clock,
    app,
    connection: anAccount(),
    replies: { 'POST /v5/oauth/token': reply },
  })
  const token = await platform.refresh(call)
  if ('token' in token) throw new Error('Pinterest refreshes only the token.')
  return token
}

describe('the token in a response of Pinterest', () => {
  it('expires after the seconds of the response', async () => {
    const token = await renewed({
      access_token: 'a',
      refresh_token: 'r',
      expires_in: 100,
      refresh_token_expires_in: 200,
      refresh_token_expires_at: 1,
    })

    expect(token).toMatchObject({ accessToken: 'a', refreshToken: 'r' })
    expect([seconds(token.expiresAt), seconds(token.refreshTokenExpiresAt)]).toEqual([100, 200])
  })

  it('uses the absolute expiry of the refresh token when there are no seconds', async () => {
    const end = now.getTime() / 1000 + 300
    const token = await renewed({ access_token: 'a', refresh_token: 'r', refresh_token_expires_at: end })

    expect(token).toMatchObject({ accessToken: 'a', refreshToken: 'r' })
    expect(seconds(token.refreshTokenExpiresAt)).toBe(300)
  })

  it('is valid for 30 days without an expiry in the response, and keeps a refresh token that was not replaced', async () => {
    const token = await renewed({ access_token: 'a', refresh_token_expires_at: 1 })

    expect(token.refreshToken).toBe('pinr.secret-refresh')
    expect(seconds(token.expiresAt)).toBe(30 * 86_400)
  })
})

it('an account without an id is identified by its username, which is also its display name without a business', async () => {
  const platform = pinterest()
  const call = aLoginCall({
    platform,
    replies: {
      'POST /v5/oauth/token': { access_token: 'a', scope: 'boards:read,pins:read pins:write' },
      'GET /v5/user_account': { username: 'ada', profile_image: 'javascript:x' },
    },
  })
  const login = { redirectUri: 'https://a.example/', scopes: [], host: null, state: 's', hints: {}, app }

  const step = await platform.finishLogin({ ...login, remember: {} }, { code: 'c', state: 's' }, call)

  expect(step).toMatchObject({
    step: 'FINISHED',
    connection: {
      id: 'pinterest:ada',
      accountName: 'ada',
      avatarUrl: null,
      scopes: ['boards:read', 'pins:read', 'pins:write'],
    },
  })
})
