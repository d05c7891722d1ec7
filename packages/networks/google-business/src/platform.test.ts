import { ConfigError } from '@social/core/platform'
import { aLoginCall, aLoginRequest, PlatformChecks, RecordingTransport } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { googleBusiness } from './platform.js'

/** Builds a list response. The platform must parse its entries one by one. */
function answerTo(path: string): object {
  const at = { createTime: '2026-11-22T10:00:00Z', updateTime: '2026-11-22T10:00:00Z' }
  if (path.endsWith('/accounts')) return { accounts: [{ name: 'accounts/1' }] }
  if (path.endsWith('/locations')) return { locations: [{ name: 'locations/2', title: 'The bakery' }] }
  const reviews = ['8', '9'].map((id) => ({
    ...at,
    reviewId: id,
    name: `accounts/1/locations/2/reviews/${id}`,
  }))
  return path.endsWith('/reviews') ? { reviews } : {}
}

describe('google_business keeps the contract', () => {
  const checks = new PlatformChecks({
    makePlatform: () => googleBusiness(),
    makeConnection: ({ accountId }) => anAccount({ accountId }),
    makeTransport: () => new RecordingTransport({}, { answer: ({ path }) => answerTo(path) }),
  })
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- checks bring their own
  for (const check of checks) it(check.name, check.run)
})

describe('google_business', () => {
  it('lists exactly the supported features', () => {
    expect([...googleBusiness().features].toSorted()).toEqual([
      'DELETE_POST',
      'EDIT_POST',
      'POST_IMAGE',
      'POST_TEXT',
      'PUSH_UPDATES',
    ])
  })

  it('takes the hints of Google’s page', () => {
    expect(googleBusiness().loginHints).toEqual(['loginHint', 'lang'])
  })

  it('describes where to create an app, and how to apply for access', async () => {
    expect(googleBusiness().missingAppAdvice).toMatch(/apply for access/i)
    const start = googleBusiness().startLogin(aLoginRequest({ app: null }), aLoginCall())
    await expect(start).rejects.toThrow(ConfigError)
    await expect(start).rejects.toThrow(
      /google_business.*https:\/\/console\.cloud\.google\.com\/apis\/credentials.*apply for access/,
    )
  })

  it('requests the only scope of Google, and a refresh token', async () => {
    const step = await googleBusiness().startLogin(aLoginRequest(), aLoginCall())
    const url = step.step === 'SEND_TO_NETWORK' ? step.url : ''
    expect(url).toMatch(/^https:\/\/accounts\.google\.com\/o\/oauth2\/v2\/auth\?/)
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      scope: 'https://www.googleapis.com/auth/business.manage',
      access_type: 'offline',
    })
  })

  it('passes the hints to the sign-in page of Google', async () => {
    const hints = { loginHint: 'ada@example.com', lang: 'nb' }
    const step = await googleBusiness().startLogin(aLoginRequest({ hints }), aLoginCall())
    const url = step.step === 'SEND_TO_NETWORK' ? step.url : ''
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      login_hint: 'ada@example.com',
      hl: 'nb',
    })
  })

  it('sends requests to other URLs, if the application sets them', async () => {
    const addresses = { signIn: 'https://proxy.example/auth', information: 'https://proxy.example/info/' }
    const platform = googleBusiness({ addresses })
    const step = await platform.startLogin(aLoginRequest(), aLoginCall())

    expect(step).toMatchObject({ url: expect.stringMatching(/^https:\/\/proxy\.example\/auth\?/) })
    expect(platform.apiBase(anAccount())).toBe('https://proxy.example/info')
    expect(platform.origins(anAccount())).toContain('https://proxy.example')
  })

  it('sends the token only to Google’s services', () => {
    const account = anAccount()
    const origins = googleBusiness().origins(account)

    expect(googleBusiness().apiBase(account)).toBe('https://mybusinessbusinessinformation.googleapis.com/v1')
    expect(origins).toHaveLength(6)
    for (const origin of origins) expect(new URL(origin).hostname).toMatch(/\.googleapis\.com$/)
  })
})
