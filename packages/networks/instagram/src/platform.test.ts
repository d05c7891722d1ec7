import { AppCredentials, Media } from '@social/core'
import {
  aCall,
  aLoginCall,
  aLoginRequest,
  PlatformChecks,
  RecordingTransport,
} from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { instagram } from './platform.js'

describe('instagram keeps the contract', () => {
  const checks = new PlatformChecks({
    makePlatform: () => instagram(),
    makeConnection: ({ accountId }) => anAccount({ accountId }),
    makeTransport: () =>
      new RecordingTransport({
        'GET /v26.0/42/media': { data: [{ id: '7' }] },
        'GET /v26.0/7/comments': {
          data: ['8', '9'].map((id) => ({ id, text: 'Lovely', timestamp: '2026-11-22T10:00:00+0000' })),
        },
      }),
    makePost: (text) => ({ text, media: [Media.fromUrl('https://files.example/cake.jpg')] }),
    // Instagram documents these two requests only with the secret in the URL.
    secretInAddress: ['GET /access_token', 'GET /refresh_access_token'],
  })
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- checks bring their own
  for (const check of checks) it(check.name, check.run)
})

describe('instagram', () => {
  it('lists exactly the supported features', () => {
    expect([...instagram().features].toSorted()).toEqual([
      'POST_IMAGE',
      'POST_VIDEO',
      'PUSH_UPDATES',
      'READ_STATS',
    ])
  })

  it('is refreshed thirty days before its expiry, with the token itself', () => {
    expect(instagram().renewal(anAccount())).toEqual({
      beforeSeconds: 30 * 86_400,
      needsRefreshToken: false,
      rotates: false,
    })
  })

  // Holds R-0327.
  it('uses the pages and hosts of Instagram for the sign-in', async () => {
    const platform = instagram()
    const app = new AppCredentials({ platform: 'instagram', clientId: '1', clientSecret: 's' })
    const login = aLoginRequest({ app })
    const call = aLoginCall({
      platform,
      replies: {
        'POST /oauth/access_token': { access_token: 'short', user_id: '17' },
        'GET /access_token': { access_token: 'long', expires_in: 5_184_000 },
        'GET /v26.0/me': { user_id: '17', username: 'adascakes', account_type: 'BUSINESS' },
      },
    })

    const start = await platform.startLogin(login, call)
    if (start.step !== 'SEND_TO_NETWORK') throw new Error(start.step)
    await platform.finishLogin(
      { ...login, remember: start.remember },
      { code: 'c', state: login.state },
      call,
    )

    expect(new URL(start.url).host).toBe('www.instagram.com')
    expect(call.transport.requests.map(({ url }) => new URL(url).host)).toEqual([
      'api.instagram.com',
      'graph.instagram.com',
      'graph.instagram.com',
    ])
  })

  it('sends the token only to its own host', () => {
    expect(instagram().origins(anAccount())).toEqual(['https://graph.instagram.com'])
    expect(instagram({ apiVersion: 'v27.0' }).apiBase(anAccount())).toBe('https://graph.instagram.com/v27.0')
  })
})

// Holds R-0528.
it('uses only scopes of Instagram for the sign-in', async () => {
  const step = await instagram().startLogin(aLoginRequest({ scopes: [] }), aLoginCall())
  if (step.step !== 'SEND_TO_NETWORK') throw new Error(step.step)
  const { hostname, searchParams } = new URL(step.url)

  expect(hostname).toBe('www.instagram.com')
  for (const scope of searchParams.get('scope')?.split(',') ?? ['none'])
    expect(scope).toMatch(/^instagram_business_/)
})

it('describes where to create an app, and which id and secret to use', async () => {
  expect(instagram().developerPortal).toBe('https://developers.facebook.com/apps')
  expect(instagram().displayName).toBe('Instagram')
  await expect(instagram().startLogin(aLoginRequest({ app: null }), aLoginCall())).rejects.toThrow(
    /instagram.*Instagram App ID/,
  )
})

it.each([
  [true, { appsecret_proof: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  [false, {}],
])('signs requests with the app secret if enabled: %s', async (appSecretProof, proof) => {
  const platform = instagram({ appSecretProof })
  const connection = anAccount()
  const key = `GET /v26.0/${connection.accountId}/content_publishing_limit`
  const call = aCall({ platform, connection, replies: { [key]: { data: [] } } })
  await platform.limits(call)
  const [request] = call.transport.requests
  expect(request?.query).toEqual({ fields: expect.any(String), ...proof })
  expect(request?.headers).toMatchObject({ authorization: `Bearer ${connection.token.accessToken}` })
})
