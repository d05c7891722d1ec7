import { ConfigError } from '@social/core'
import { PlatformChecks, RecordingTransport } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { tiktokBusiness } from './platform.js'

/** Builds the response with two comments below one video. */
function answerTo(path: string): object {
  const data = path.endsWith('/video/list/')
    ? { videos: [{ item_id: '7', create_time: '1790000000' }] }
    : { comments: ['8', '9'].map((id) => ({ comment_id: id, video_id: '7', create_time: `179000000${id}` })) }
  return { code: 0, message: 'OK', data }
}

describe.each([
  ['polled', () => tiktokBusiness()],
  ['pushed as well', () => tiktokBusiness({ webhooks: true })],
] as const)('tiktok_business, %s, keeps the contract', (_how, makePlatform) => {
  const checks = new PlatformChecks({
    makePlatform,
    makeConnection: ({ accountId }) => anAccount({ accountId }),
    readOnly: true,
    makeTransport: () => new RecordingTransport({}, { answer: ({ path }) => answerTo(path) }),
  })
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- checks bring their own
  for (const check of checks) it(check.name, check.run)
})

describe('tiktok_business', () => {
  // Holds R-0467.
  it('lists no flag, and has no methods for webhooks, by default', () => {
    expect(tiktokBusiness().features.size).toBe(0)
    expect(Object.keys(tiktokBusiness())).not.toContain('checkSignature')
    expect([...tiktokBusiness({ webhooks: true }).features]).toEqual(['PUSH_UPDATES'])
  })

  it('accepts the login hint of TikTok’s page', () => {
    expect(tiktokBusiness().loginHints).toEqual(['disableAutoAuth'])
  })

  it.each([
    [{ recentPosts: 100 }, { recentPosts: 101 }],
    [{ allowedAgeSeconds: 86_400 }, { allowedAgeSeconds: 86_401 }],
    [{ timeout: 3600 }, { timeout: 3601 }],
  ])('accepts %j, and refuses %j', (most, tooMuch) => {
    expect(tiktokBusiness(most).name).toBe('tiktok_business')
    expect(() => tiktokBusiness(tooMuch)).toThrow(ConfigError)
  })

  it('sends requests to another API when the application passes its URL', () => {
    const platform = tiktokBusiness({ addresses: { api: 'https://proxy.example/open/' } })

    expect(platform.apiBase(anAccount())).toBe('https://proxy.example/open')
    expect(platform.origins(anAccount())).toEqual(['https://proxy.example'])
  })

  it('sends the token in TikTok’s header, and only to the API', () => {
    const account = anAccount()

    expect(tiktokBusiness().apiBase(account)).toBe('https://business-api.tiktok.com/open_api/v1.3')
    expect(tiktokBusiness().origins(account)).toEqual(['https://business-api.tiktok.com'])
    expect(tiktokBusiness().authHeaders(account)).toEqual({ 'access-token': 'act.secret-token' })
  })
})
