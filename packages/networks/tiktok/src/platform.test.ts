import { aVideo, PlatformChecks, RecordingTransport } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { tiktok } from './platform.js'

describe('tiktok keeps the contract', () => {
  const checks = new PlatformChecks({
    makePlatform: () => tiktok(),
    makeConnection: ({ accountId }) => anAccount({ accountId }),
    makePost: (text) => ({ text, media: [aVideo()], options: { sendTo: 'profile' } }),
    makeTransport: () => new RecordingTransport({}, { answer: () => [] }),
  })
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- checks bring their own
  for (const check of checks) it(check.name, check.run)
})

describe('tiktok', () => {
  // Holds R-0095.
  it('lists exactly the supported features', () => {
    expect([...tiktok().features].toSorted()).toEqual(['POST_VIDEO', 'PUSH_UPDATES'])
  })

  it('has a display name, a developer portal and advice for creating an app', () => {
    expect(tiktok()).toMatchObject({
      displayName: 'TikTok',
      developerPortal: 'https://developers.tiktok.com',
      missingAppAdvice: expect.stringMatching(/Content Posting API.*at most 5 people.*SELF_ONLY/),
      loginHints: ['disableAutoAuth'],
    })
  })

  it('sends the token only to the API, never to upload URLs', () => {
    const account = anAccount()

    expect(tiktok().apiBase(account)).toBe('https://open.tiktokapis.com/v2')
    expect(tiktok().origins(account)).toEqual(['https://open.tiktokapis.com'])
    expect(tiktok().authHeaders(account)).toEqual({ authorization: 'Bearer act.secret-token' })
  })

  it('has its request timeout from the settings', () => {
    expect(tiktok({ timeout: 0.2 }).http.timeoutSeconds).toBe(0.2)
    expect(tiktok().http.timeoutSeconds).toBe(30)
  })
})
