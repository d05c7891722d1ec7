import { AppCredentials, AuthError, ConfigError, PlatformError, Token, TokenExpiredError } from '@social/core'
import { aCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { type At, TOKEN } from '../__fixtures__/signing-in.js'
import { facebook } from '../platform.js'

const outage = () => ({ status: 500, body: { error: { code: 1 } } })

describe('a token', () => {
  it('of a page is never refreshed: it does not expire', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    await at.clock.advance(86_400 * 365)
    await page.profile()
    expect(at.counts()).toEqual({ 'GET /:version/:id': 1 })
  })

  it('is returned unchanged by a refresh, and an outage does not end it', async () => {
    const platform = facebook()
    const forever = aCall({ platform, connection: anAccount() })
    expect(await platform.refresh(forever)).toBe(forever.connection.token)
    expect(forever.transport.requests).toEqual([])
    const token = { accessToken: 'EAAG-of-a-person', expiresAt: new Date('2030-01-01T00:00:00Z') }
    const app = new AppCredentials({ platform: 'facebook', clientId: '1', clientSecret: 'the-app-secret' })
    const failing = aCall({
      platform,
      app,
      connection: anAccount({ token }),
      replies: { 'POST /v26.0/oauth/access_token': outage },
    })
    const renewing = platform.refresh(failing)
    await expect(renewing).rejects.toThrow(PlatformError)
    await expect(renewing).rejects.not.toThrow(TokenExpiredError)
  })

  it('with an expiry is exchanged before it expires', async () => {
    await using at = await usingEmulator()
    const page = await signInWithEnd(at)
    await page.profile()
    expect(at.counts()[TOKEN]).toBe(1)
    expect((await at.storage.getConnection(page.id))?.token.expiresAt).toEqual(daysFrom(at, 60))
  })

  it('with an expiry that Facebook refuses to exchange is expired', async () => {
    await using at = await usingEmulator()
    const page = await signInWithEnd(at)
    at.people.endTokens({ person: 'Ada', subcode: 460 })
    await expect(page.profile()).rejects.toThrow(TokenExpiredError)
  })

  it.each([
    [458, AuthError, /removed the app/],
    [460, AuthError, /password/],
    [463, TokenExpiredError, /expired/],
    [492, AuthError, /role/],
  ] as const)('refused with %i reports the reason and the remedy', async (subcode, type, expected) => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    at.people.endTokens({ person: 'Ada', subcode })
    const asking = page.profile()
    await expect(asking).rejects.toThrow(type)
    await expect(asking).rejects.toThrow(expected)
    await expect(asking).rejects.not.toThrow(ConfigError)
  })
})

const daysFrom = (at: At, days: number): Date => new Date(at.clock.now().getTime() + days * 86_400_000)

/** Creates a page whose stored connection contains the token of a person, which expires. */
async function signInWithEnd(at: At) {
  const { personToken } = at.people.signIn({ person: 'Ada' })
  const page = await at.signIn()
  const stored = await page.connection()
  await at.storage.saveConnection(
    stored.withToken(new Token({ accessToken: personToken, expiresAt: daysFrom(at, 1) })),
  )
  at.forget()
  return page
}
