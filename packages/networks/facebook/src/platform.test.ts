import { aLoginCall, aLoginRequest, PlatformChecks, RecordingTransport } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { facebook } from './platform.js'

describe('facebook keeps the contract', () => {
  const checks = new PlatformChecks({
    makePlatform: () => facebook(),
    makeConnection: ({ accountId }) => anAccount({ accountId }),
    makeTransport: () =>
      new RecordingTransport({
        'GET /v26.0/me/accounts': { data: [{ id: '1', name: 'Cakes', access_token: 'the-token-of-a-page' }] },
        'GET /v26.0/1': { id: '1', name: 'Cakes', access_token: 'the-token-of-a-page' },
        'GET /v26.0/me': { id: '1' },
        'GET /v26.0/42/published_posts': { data: [{ id: '42_7' }] },
        'GET /v26.0/42_7/comments': {
          data: [
            { id: '7_9', message: 'Two', created_time: '2026-11-22T10:00:01+0000' },
            { id: '7_8', message: 'One', created_time: '2026-11-22T10:00:00+0000' },
          ],
        },
      }),
    makePush: () => ({
      body: '{"object":"page","entry":[{"id":"1","time":1790000000,"changes":[{"field":"feed","value":{"item":"comment","verb":"add","comment_id":"7_9","post_id":"1_7"}}]}]}',
    }),
  })
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- checks bring their own
  for (const check of checks) it(check.name, check.run)
})

describe('facebook', () => {
  it('lists exactly the supported features', () => {
    expect([...facebook().features].toSorted()).toEqual([
      'DELETE_POST',
      'EDIT_POST',
      'LIKE',
      'POST_IMAGE',
      'POST_TEXT',
      'POST_VIDEO',
      'PUSH_UPDATES',
      'READ_STATS',
      'REPLY_TO_COMMENTS',
      'SCHEDULE',
    ])
  })

  it('sends the token only to the hosts of Facebook', () => {
    expect(facebook().apiBase(anAccount())).toBe('https://graph.facebook.com/v26.0')
    expect(facebook().origins(anAccount())).toEqual([
      'https://graph.facebook.com',
      'https://graph-video.facebook.com',
      'https://rupload.facebook.com',
    ])
    expect(facebook({ apiVersion: 'v27.0' }).apiBase(anAccount())).toBe('https://graph.facebook.com/v27.0')
  })
})

it('describes where to create an app, and which id and secret to use', async () => {
  expect(facebook().developerPortal).toBe('https://developers.facebook.com/apps')
  expect(facebook().displayName).toBe('Facebook')
  await expect(facebook().startLogin(aLoginRequest({ app: null }), aLoginCall())).rejects.toThrow(
    /facebook.*developers\.facebook\.com/,
  )
})
