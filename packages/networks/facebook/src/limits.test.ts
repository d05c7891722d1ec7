import { aCall } from '@social/testkit'
import { expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { rateLimitKey, readRateLimit } from './limits.js'
import { facebook } from './platform.js'

it('knows the limits of every page without asking', async () => {
  const call = aCall({ platform: facebook(), connection: anAccount() })
  expect(await facebook({ biggestVideoBytes: 77 }).limits(call)).toMatchObject({
    maxTextLength: 63_206,
    textCountedIn: 'CHARACTERS',
    maxVideos: 1,
    maxVideoBytes: 77,
    postsLeftToday: null,
  })
  expect(call.transport.requests).toEqual([])
})

it('counts everything that a page does together, and reads how much of it is used up', () => {
  expect(rateLimitKey()).toBe('pages')
  expect(facebook().http).toMatchObject({ rateLimitKey, readRateLimit })
  const usage = { '1': [{ type: 'pages', call_count: 70, total_cputime: 5, total_time: 5 }] }
  const headers = { 'x-business-use-case-usage': JSON.stringify(usage) }
  const request = {
    method: 'GET',
    url: 'https://graph.facebook.com/v26.0/1',
    headers: {},
    body: null,
  } as const
  const now = new Date('2026-11-22T12:00:00Z')
  expect(readRateLimit({ status: 200, headers }, { now, request })).toEqual({
    limit: 100,
    remaining: 30,
    resetsAt: null,
  })
})
