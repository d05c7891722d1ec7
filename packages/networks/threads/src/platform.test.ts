import {
  aCall,
  aLoginCall,
  aLoginRequest,
  PlatformChecks,
  RecordingTransport,
} from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { threads } from './platform.js'

const REPLIES = {
  data: [
    { id: '9', text: 'Two', username: 'bo', timestamp: '2026-11-22T10:00:01+0000' },
    { id: '8', text: 'One', username: 'bo', timestamp: '2026-11-22T10:00:00+0000' },
  ],
}

describe('threads keeps the contract', () => {
  const checks = new PlatformChecks({
    makePlatform: () => threads(),
    makeConnection: ({ accountId }) => anAccount({ accountId }),
    makeTransport: () =>
      new RecordingTransport({
        'GET /v1.0/42/threads_publishing_limit': { data: [{ quota_usage: 1, config: { quota_total: 250 } }] },
        'POST /v1.0/42/threads': { id: '100' },
        'GET /v1.0/100': { id: '100', status: 'FINISHED' },
        'POST /v1.0/42/threads_publish': { id: '7' },
        'GET /v1.0/42/threads': { data: [{ id: '7', media_type: 'TEXT_POST' }] },
        'GET /v1.0/7/conversation': REPLIES,
      }),
    makePush: () => ({
      body: '{"app_id":"1","topic":"moderate","target_id":"7","time":1790000000,"values":{"value":{"id":"9","username":"bo","root_post":{"id":"7","owner_id":"42"}},"field":"replies"}}',
    }),
    // Threads documents these two requests only with the secret in the URL.
    secretInAddress: ['GET /access_token', 'GET /refresh_access_token'],
  })
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- checks bring their own
  for (const check of checks) it(check.name, check.run)
})

describe('threads', () => {
  it('lists exactly the supported features', () => {
    expect([...threads().features].toSorted()).toEqual([
      'DELETE_POST',
      'POST_IMAGE',
      'POST_TEXT',
      'POST_THREAD',
      'POST_VIDEO',
      'PUSH_UPDATES',
      'READ_STATS',
      'REPLY',
      'REPOST',
    ])
  })

  // Holds R-0507.
  it('is refreshed thirty days before its expiry, with the token itself', () => {
    expect(threads().renewal(anAccount())).toEqual({
      beforeSeconds: 30 * 86_400,
      needsRefreshToken: false,
      rotates: false,
    })
  })

  it('sends the token only to its own host', () => {
    expect(threads().origins(anAccount())).toEqual(['https://graph.threads.net'])
    expect(threads().apiBase(anAccount())).toBe('https://graph.threads.net/v1.0')
  })
})

it('describes where to create an app, and which id and secret to use', async () => {
  expect(threads().developerPortal).toBe('https://developers.facebook.com/apps')
  expect(threads().displayName).toBe('Threads')
  await expect(threads().startLogin(aLoginRequest({ app: null }), aLoginCall())).rejects.toThrow(
    /threads.*Threads App ID/,
  )
})

it.each([
  [true, { appsecret_proof: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  [false, {}],
])('signs requests with the app secret if enabled: %s', async (appSecretProof, proof) => {
  const platform = threads({ appSecretProof })
  const connection = anAccount()
  const key = `GET /v1.0/${connection.accountId}/threads_publishing_limit`
  const call = aCall({ platform, connection, replies: { [key]: { data: [] } } })
  await platform.limits(call)
  const [request] = call.transport.requests
  expect(request?.query).toEqual({ fields: expect.any(String), ...proof })
  expect(request?.headers).toMatchObject({ authorization: `Bearer ${connection.token.accessToken}` })
})
