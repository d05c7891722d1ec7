import { PlatformChecks, RecordingTransport } from '@social/testkit'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { googleBusiness } from './platform.js'

describe('google_business keeps the contract', () => {
  const checks = new PlatformChecks({
    makePlatform: () => googleBusiness(),
    makeConnection: ({ accountId }) => anAccount({ accountId }),
    makeTransport: () => new RecordingTransport({}, { answer: () => ({}) }),
  })
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- checks bring their own
  for (const check of checks) it.skipIf(check.skip)(check.name, check.run)
})

describe('google_business', () => {
  it('lists what it can do, and nothing it cannot', () => {
    expect([...googleBusiness().features].toSorted()).toEqual([
      'DELETE_POST',
      'EDIT_POST',
      'POST_IMAGE',
      'POST_TEXT',
      'PUSH_UPDATES',
    ])
  })

  it('sends the token to Google’s services alone', () => {
    const account = anAccount()
    const origins = googleBusiness().origins(account)

    expect(googleBusiness().apiBase(account)).toBe('https://mybusinessbusinessinformation.googleapis.com/v1')
    expect(origins).toHaveLength(6)
    for (const origin of origins) expect(new URL(origin).hostname).toMatch(/\.googleapis\.com$/)
  })
})
