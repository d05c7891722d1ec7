import { aCall } from '@social/testkit'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { threads } from '../platform.js'
import { rateLimitKey, readRateLimit } from './index.js'

const connection = anAccount()
const ask = async (reply: object) => {
  const call = aCall({
    platform: threads(),
    connection,
    replies: { [`GET /v1.0/${connection.accountId}/threads_publishing_limit`]: reply },
  })
  return { call, limits: await threads().limits(call) }
}

describe('the limits of an account', () => {
  it('are the same for all, but for what is left of the day', async () => {
    const reply = { data: [{ config: { quota_total: 250 }, quota_usage: 7 }] }
    const { call, limits } = await ask(reply)
    expect(limits).toMatchObject({
      maxTextLength: 500,
      textCountedIn: 'NETWORK',
      maxImages: 20,
      maxImageBytes: 8_388_608,
      maxVideos: 20,
      maxVideoBytes: 1_073_741_824,
      postsLeftToday: 243,
    })
    expect(call.transport.requests.map(({ query }) => query)).toEqual([{ fields: 'quota_usage,config' }])
  })

  it.each([
    [{ data: [{ config: { quota_total: 250 }, quota_usage: 300 }] }, 0],
    [{ data: [{ config: { quota_total: 250 } }] }, null],
    [{ data: [{ quota_usage: 7 }] }, null],
    [{ data: [{ config: { quota_total: -1 }, quota_usage: 7 }] }, null],
    [{ data: [] }, null],
    [{}, null],
  ])('of the answer %j are %j posts', async (reply, postsLeftToday) => {
    expect((await ask(reply)).limits).toMatchObject({ postsLeftToday })
  })

  it('are counted together, and tell how much is used up', () => {
    expect(rateLimitKey()).toBe('threads')
    expect(threads().http).toMatchObject({ rateLimitKey, readRateLimit })
    const usage = { '1': [{ type: 'threads', call_count: 70, total_cputime: 5, total_time: 5 }] }
    const headers = { 'x-business-use-case-usage': JSON.stringify(usage) }
    const request = { method: 'GET', url: 'https://graph.example/', headers: {}, body: null } as const
    const now = new Date('2026-11-22T12:00:00Z')
    expect(readRateLimit({ status: 200, headers }, { now, request })).toEqual({
      limit: 100,
      remaining: 30,
      resetsAt: null,
    })
  })
})
