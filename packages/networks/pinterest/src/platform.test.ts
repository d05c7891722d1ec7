import { aPicture, PlatformChecks, RecordingTransport } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { rateLimitKey } from './limits.js'
import { pinterest } from './platform.js'

describe('pinterest keeps the contract', () => {
  const checks = new PlatformChecks({
    makePlatform: () => pinterest(),
    makeConnection: ({ accountId }) => anAccount({ accountId }),
    makePost: (text) => ({ text, media: [aPicture()], options: { boardId: '549755885175' } }),
    makeTransport: () => new RecordingTransport({}, { answer: () => ({ items: [] }) }),
  })
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- checks bring their own
  for (const check of checks) it(check.name, check.run)
})

describe('pinterest', () => {
  it('lists exactly the supported features', () => {
    expect([...pinterest().features].toSorted()).toEqual([
      'DELETE_POST',
      'EDIT_POST',
      'POST_IMAGE',
      'POST_VIDEO',
      'READ_POST',
      'READ_STATS',
    ])
  })

  it('has a display name, a developer portal and advice for creating an app', () => {
    expect(pinterest()).toMatchObject({
      displayName: 'Pinterest',
      developerPortal: 'https://developers.pinterest.com/apps',
      missingAppAdvice: expect.stringMatching(/Trial/),
      textOnlyAdvice: expect.stringContaining('Every pin is a picture or a video'),
    })
  })

  it('uses the timeout of the settings, and separate limits of reads and writes', () => {
    expect(pinterest({ timeoutSeconds: 5 }).http).toEqual({ timeoutSeconds: 5, rateLimitKey })
    expect(pinterest().http.timeoutSeconds).toBe(300)
  })

  it('sends the token only to the API of Pinterest', () => {
    expect(pinterest().apiBase(anAccount())).toBe('https://api.pinterest.com/v5')
    expect(pinterest().origins(anAccount())).toEqual(['https://api.pinterest.com'])
    expect(pinterest().authHeaders(anAccount())).toEqual({ authorization: 'Bearer pina_secret-access' })
  })

  it('uses the sandbox when configured', () => {
    const sandbox = pinterest({ addresses: { api: 'https://api-sandbox.pinterest.com/v5/' } })

    expect(sandbox.apiBase(anAccount())).toBe('https://api-sandbox.pinterest.com/v5')
    expect(sandbox.origins(anAccount())).toEqual(['https://api-sandbox.pinterest.com'])
  })
})
