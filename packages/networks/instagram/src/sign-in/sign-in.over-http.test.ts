import { signsInByCode } from '@social-internal/meta-tests/keeping-trial'
import { AppCredentials, AuthError, ConfigError, InMemoryStorage, SocialClient } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { instagram } from '../platform.js'

const DAY = 86_400

describe('signing in', () => {
  // Holds R-0096, R-0106, R-0131, R-0324, R-0328.
  it('takes three requests, without a Facebook page', async () => {
    await using at = await usingEmulator()
    const step = await at.finishLogin()
    if (step.step !== 'FINISHED') throw new Error(step.step)
    const { connection } = step

    expect(at.requests().map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api-host/oauth/access_token', '/access_token', '/v26.0/me']),
    )
    expect(at.requests().filter(({ path }) => path.includes('accounts'))).toEqual([])
    expect(connection.id).toBe(`instagram:${connection.accountId}`)
    expect(connection.accountName).toBe('adascakes')
    expect(connection.avatarUrl).toBe('https://scontent.example/adascakes.jpg')
    expect(Object.keys(connection.extra).toSorted()).toEqual([
      'instagramId',
      'personId',
      'profileUrl',
      'username',
    ])
    const left = (connection.token.expiresAt?.getTime() ?? 0) - at.clock.now().getTime()
    expect(left / 1000 / DAY).toBeGreaterThan(59)
    expect(connection.token.refreshToken).toBeNull()
  })

  it('also reads the documented form of the response to a code', async () => {
    await using at = await usingEmulator({ network: { codeReply: 'DATA' } })
    expect(await at.finishLogin()).toMatchObject({ step: 'FINISHED' })
  })

  // Holds R-0325.
  it.each(['PERSONAL', 'personal', 'Personal'])(
    'R-0325: refuses the account type %s and saves nothing',
    async (type) => {
      await using at = await usingEmulator()
      const body = { user_id: '1', id: '2', username: 'cleo', account_type: type }
      at.faults.add({ fault: 'status', status: 200, body, method: 'GET', path: '/v26.0/me' })
      const finishing = at.finishLogin()
      await expect(finishing).rejects.toThrow(AuthError)
      await expect(finishing).rejects.toThrow('personal Instagram account')
      expect(await at.storage.getConnection('instagram:1')).toBeNull()
    },
  )

  it('requires the password again with the hint forceReauth, and not otherwise', async () => {
    await using at = await usingEmulator()
    const { redirectUri } = at
    const again = await at.client.startLogin('instagram', { redirectUri, hints: { forceReauth: 'true' } })
    const plain = await at.client.startLogin('instagram', { redirectUri })
    const queryOf = (step: typeof again) => ('url' in step ? new URL(step.url).searchParams : null)

    expect(queryOf(again)?.get('force_reauth')).toBe('true')
    expect(queryOf(plain)?.has('force_reauth')).toBe(false)
  })

  it('a made-up code is refused', async () => {
    await using at = await usingEmulator()
    const options = { redirectUri: at.redirectUri, state: 's', callback: { code: 'none', state: 's' } }
    await expect(at.client.finishLogin('instagram', options)).rejects.toThrow(AuthError)
  })
})

// Holds R-0326.
it('uses the app stored for instagram, never the one stored for facebook', async () => {
  const storage = new InMemoryStorage()
  const client = new SocialClient({ storage, platforms: { instagram: instagram() } })
  const start = () => client.startLogin('instagram', { redirectUri: 'https://app.example/callback' })
  const save = (platform: string) =>
    storage.saveApp(new AppCredentials({ platform, clientId: `app of ${platform}`, clientSecret: 's' }))

  await save('facebook')
  await expect(start()).rejects.toThrow(ConfigError)
  await save('instagram')
  const step = await start()

  const { searchParams } = new URL(step.step === 'SEND_TO_NETWORK' ? step.url : '')
  expect(searchParams.get('client_id')).toBe('app of instagram')
})

// Holds R-0329, R-0330.
it('a call refreshes the token with 30 days left, and not with 31', async () => {
  await using at = await usingEmulator()
  const account = await at.signIn()
  const { token } = await account.connection()
  const left = ((token.expiresAt?.getTime() ?? 0) - at.clock.now().getTime()) / 1000
  const REFRESH = 'GET /refresh_access_token'

  await at.clock.advance(left - 31 * DAY)
  await account.profile()
  expect(at.counts()[REFRESH] ?? 0).toBe(0)
  await at.clock.advance(DAY)
  await account.profile()
  expect(at.counts()[REFRESH]).toBe(1)
})

signsInByCode('instagram', usingEmulator, 'Instagram App ID')
