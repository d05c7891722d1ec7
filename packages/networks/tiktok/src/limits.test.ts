import { aCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { CREATOR_COST, DRAFT_COST, POST_COST, rateLimitKey, STATUS_COST, USER_COST } from './limits.js'
import { tiktok } from './platform.js'

const keyOf = (path: string) =>
  rateLimitKey({ method: 'POST', url: `https://open.tiktokapis.com/v2${path}`, headers: {}, body: null })

// Holds R-0425.
it('the limits of TikTok are the same for every account and need no request', async () => {
  const call = aCall({ platform: tiktok() })

  expect(await tiktok().limits(call)).toMatchObject({
    maxTextLength: 2200,
    textCountedIn: 'UTF16_UNITS',
    maxTitleLength: null,
    maxVideos: 1,
    maxVideoBytes: 4_294_967_296,
  })
  expect(call.transport.requests).toEqual([])
})

describe('requests that TikTok counts together', () => {
  it.each([
    ['/post/publish/video/init/', 'video/init'],
    ['/post/publish/inbox/video/init/', 'inbox/video/init'],
    ['/post/publish/status/fetch/', 'status/fetch'],
    ['/post/publish/creator_info/query/', 'creator_info/query'],
    ['/user/info/?fields=open_id', 'user/info'],
  ])('%s has a separate bucket', (path, key) => {
    expect(keyOf(path)).toBe(key)
  })

  it('are all others', () => {
    expect(keyOf('/oauth/token/')).toBe('')
    expect(keyOf('/post/publish/status/fetch/more')).toBe('')
  })
})

it('each kind of call is counted in a separate bucket', () => {
  const costs = [POST_COST, DRAFT_COST, STATUS_COST, CREATOR_COST, USER_COST]
  expect(costs.map(({ units }) => units)).toEqual([1, 1, 1, 1, 1])
  expect(new Set(costs.map(({ bucket }) => bucket)).size).toBe(5)
})
