import { PlatformChecks, RecordingTransport } from '@social/testkit/platform'
import { aVideo } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { rateLimitKey } from './limits.js'
import { youtube } from './platform.js'

const aThread = (id: string) => ({
  id,
  snippet: {
    videoId: '7',
    topLevelComment: {
      snippet: { publishedAt: '2026-11-22T10:00:00Z', videoId: '7', authorDisplayName: 'Ana' },
    },
  },
})

describe('youtube keeps the contract', () => {
  const checks = new PlatformChecks({
    makePlatform: () => youtube(),
    makeConnection: ({ accountId }) => anAccount({ accountId }),
    makePost: (text) => ({ text, media: [aVideo()], options: { title: 'A title', madeForKids: false } }),
    makeTransport: () =>
      new RecordingTransport({
        'GET /youtube/v3/commentThreads': { items: [aThread('two'), aThread('one')] },
      }),
  })
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- checks bring their own
  for (const check of checks) it(check.name, check.run)
})

describe('youtube', () => {
  // Holds R-0094.
  it('lists exactly the supported features', () => {
    expect([...youtube().features].toSorted()).toEqual(['EDIT_POST', 'POST_VIDEO', 'READ_STATS', 'SCHEDULE'])
  })

  it('has its display name, and takes the hints of Google’s page', () => {
    expect(youtube()).toMatchObject({
      displayName: 'YouTube',
      developerPortal: expect.stringContaining('https://console.cloud.google.com'),
      missingAppAdvice: expect.stringContaining('YouTube Data API'),
      textOnlyAdvice: 'Every YouTube post requires a video.',
      loginHints: ['loginHint', 'lang'],
    })
  })

  it('is counted in units and uploads, separately', () => {
    expect(youtube()).toMatchObject({ billedIn: ['units', 'uploads'], http: { rateLimitKey } })
  })

  it('sends the token only to the API of Google', () => {
    expect(youtube().apiBase(anAccount())).toBe('https://www.googleapis.com/youtube/v3')
    expect(youtube().origins(anAccount())).toEqual([
      'https://www.googleapis.com',
      'https://youtubeanalytics.googleapis.com',
      'https://youtube.googleapis.com',
    ])
    expect(youtube().authHeaders(anAccount())).toEqual({ authorization: 'Bearer ya29.secret-access' })
  })
})
