import { AuthError, InMemoryStorage, SocialClient, TokenExpiredError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { tiktok } from './platform.js'

const TOKEN = 'POST /v2/oauth/token/'

describe('signing in over HTTP', () => {
  // Holds R-0129, R-0131, R-0400.
  it('finishes in two steps, without a choice', async () => {
    await using at = await usingEmulator()

    const step = await at.finishLogin('ada')

    expect(step).toMatchObject({ step: 'FINISHED', connection: { accountName: 'Ada' } })
    expect(at.counts()).toEqual({ [TOKEN]: 1, 'GET /v2/user/info/': 1 })
  })

  // Holds R-0405.
  it('works with PKCE', async () => {
    await using at = await usingEmulator({ platform: { pkce: true } })

    expect(await at.finishLogin('ada')).toMatchObject({ step: 'FINISHED' })
  })

  it('keeps the granted scopes when a person deselects one', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn('ada', { untick: ['video.publish'] })

    expect((await at.storage.getConnection(account.id))?.scopes).toEqual(['user.info.basic', 'video.upload'])
  })

  it('is refused as a whole for a scope the app does not have', async () => {
    await using at = await usingEmulator({ server: { scopes: ['user.info.basic', 'video.upload'] } })

    await expect(at.finishLogin('ada')).rejects.toThrow(/invalid_scope/)
    expect(await at.finishLogin('ada', { scopes: ['user.info.basic', 'video.upload'] })).toMatchObject({
      step: 'FINISHED',
    })
  })

  // Holds R-0025, R-0109.
  it('reads name and picture by the same request as at sign-in', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn('bo')

    expect(await account.profile()).toEqual({ name: 'Bo', avatarUrl: expect.stringMatching(/^https:/) })
    expect(at.requests()[0]?.query).toEqual({ fields: 'open_id,display_name,avatar_url' })
    expect(at.counts()).toEqual({ 'GET /v2/user/info/': 1 })
  })
})

describe('tokens over HTTP', () => {
  // Holds R-0440.
  it.each([200, 400] as const)(
    'are refreshed once for many calls, and the old one is invalid (refused with %d)',
    async (status) => {
      await using at = await usingEmulator({ server: { oauthRefusalStatus: status } })
      const account = await at.signIn()
      const before = await at.storage.getConnection(account.id)
      at.network.expireTokens({})

      await Promise.all([account.profile(), account.profile(), account.profile()])
      await at.clock.advance(86_400)
      await account.profile()

      expect(at.counts()[TOKEN]).toBe(2)
      const after = await at.storage.getConnection(account.id)
      expect(after?.token.refreshToken).not.toBe(before?.token.refreshToken)
      if (before) await at.storage.saveConnection(before)
      await expect(account.profile()).rejects.toThrow(TokenExpiredError)
    },
  )

  // Holds R-0140.
  it('are saved before they are used', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const before = await at.storage.getConnection(account.id)
    at.network.expireTokens({})
    const held = at.faults.add({ fault: 'hold', path: '/v2/user/info/', nth: 2, beforeEffect: true })

    const reading = account.profile()
    await held.whenHeld(1)
    const saved = await at.storage.getConnection(account.id)
    held.release()
    await reading

    expect(saved?.token.accessToken).not.toBe(before?.token.accessToken)
    expect(saved?.token.refreshToken).not.toBe(before?.token.refreshToken)
  })

  it('do not get a longer lifetime by a refresh', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const first = await at.storage.getConnection(account.id)
    await at.clock.advance(86_400)
    await account.profile()

    const second = await at.storage.getConnection(account.id)

    expect(second?.token.refreshTokenExpiresAt).toEqual(first?.token.refreshTokenExpiresAt)
  })

  it('are revoked when the account is disconnected', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    await at.client.disconnect(account.id)

    expect(at.network.state().tokens).toMatchObject([{ revoked: true }])
    expect(await at.storage.getConnection(account.id)).toBeNull()
  })

  it('that a person revoked require a new sign-in', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.network.removeAccess({ person: 'ada' })

    await expect(account.profile()).rejects.toThrow(AuthError)
  })
})

describe('the request timeout', () => {
  // Holds R-0404.
  it('is the value of the settings', async () => {
    await using at = await usingEmulator({ platform: { timeout: 0.2 }, retries: { attempts: 1 } })
    const account = await at.signIn()
    const held = at.faults.add({ fault: 'hold', path: '/v2/user/info/' })

    await expect(account.profile()).rejects.toMatchObject({ code: 'NETWORK', timedOut: true })
    held.remove()
  })
})

describe('an unsupported call', () => {
  // Holds R-0194, R-0234, R-0409.
  it('is refused with its name, before any request', async () => {
    await using at = await usingEmulator()
    const { id } = await at.signIn()
    const client = at.client as unknown as SocialClient
    const account = client.account(id)

    await expect(
      client.createApp('tiktok', { name: 'x', redirectUri: 'https://a.example/b' }),
    ).rejects.toThrow(/tiktok.*developers\.tiktok\.com/)
    await expect(account.deletePost('1')).rejects.toThrow(/tiktok does not support deleting a post/)
    await expect(account.readStats('1')).rejects.toThrow(/tiktok does not support/)
    await expect(account.fetchUpdates(null)).rejects.toThrow(/tiktok does not support/)
    expect(() => client.answerSetupCheck('tiktok', {}, { verifyToken: 'x' })).toThrow(/setup check/)
    expect(at.counts()).toEqual({})
  })

  // Holds R-0408.
  it('mentions the audit when no app is stored', async () => {
    const client = new SocialClient({ storage: new InMemoryStorage(), platforms: { tiktok: tiktok() } })

    await expect(client.startLogin('tiktok', { redirectUri: 'https://app.example/cb' })).rejects.toThrow(
      /No app is stored for tiktok\. Create one at https:\/\/developers\.tiktok\.com and .*5 people can post in 24 hours.*SELF_ONLY/,
    )
    await client.close()
  })
})
