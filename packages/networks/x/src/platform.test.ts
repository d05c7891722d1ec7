import { PlatformChecks, RecordingTransport } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { rateLimitKey, readRateLimit } from './limits/index.js'
import { x } from './platform.js'

const MENTIONS = [
  { id: '1990000000000000002', text: 'Two', author_id: '7', created_at: '2026-11-22T10:00:00.000Z' },
  { id: '1990000000000000001', text: 'One', author_id: '7', created_at: '2026-11-22T09:00:00.000Z' },
]

describe('x keeps the contract', () => {
  const checks = new PlatformChecks({
    makePlatform: () => x(),
    makeConnection: ({ accountId }) => anAccount({ accountId }),
    makeTransport: () => new RecordingTransport({ 'GET /2/users/42/mentions': { data: MENTIONS } }),
  })
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- checks bring their own
  for (const check of checks) it(check.name, check.run)
})

describe('x', () => {
  it('lists exactly the supported features', () => {
    expect([...x().features].toSorted()).toEqual([
      'DELETE_POST',
      'LIKE',
      'MESSAGES',
      'POST_IMAGE',
      'POST_TEXT',
      'POST_THREAD',
      'POST_VIDEO',
      'READ_LIKES',
      'READ_POST',
      'READ_STATS',
      'READ_THREAD',
      'REPLY',
      'REPLY_TO_COMMENTS',
      'REPOST',
      'START_CONVERSATIONS',
    ])
  })

  it('has a display name, a developer portal and advice for creating an app', () => {
    expect(x()).toMatchObject({
      displayName: 'X',
      developerPortal: 'https://developer.x.com/en/portal/dashboard',
      missingAppAdvice: expect.stringMatching(/buy credits/),
      billedIn: ['credits'],
    })
  })

  it('uses the timeout of the settings, and the rate limits of X’s headers', () => {
    expect(x({ timeout: 5 }).http).toEqual({ timeoutSeconds: 5, rateLimitKey, readRateLimit })
    expect(x().http.timeoutSeconds).toBe(300)
  })

  it('sends the token only to the API', () => {
    const account = anAccount()

    expect(x().apiBase(account)).toBe('https://api.x.com/2')
    expect(x().origins(account)).toEqual(['https://api.x.com'])
    expect(x().authHeaders(account)).toEqual({ authorization: 'Bearer secret-access-token' })
  })
})
