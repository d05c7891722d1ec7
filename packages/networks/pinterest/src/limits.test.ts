import type { OutgoingRequest } from '@social/core/platform'
import { aCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { rateLimitKey } from './limits.js'
import { pinterest } from './platform.js'

describe('the limits of Pinterest', () => {
  it('are equal for all accounts, so there is no request', async () => {
    const call = aCall({ platform: pinterest() })

    expect(await pinterest().limits(call)).toMatchObject({
      maxTextLength: 800,
      textCountedIn: 'CHARACTERS',
      maxTitleLength: 100,
      maxImages: 5,
      maxImageBytes: null,
      maxVideos: 1,
      maxVideoBytes: 2_147_483_648,
    })
    expect(call.transport.requests).toEqual([])
  })

  it.each<[OutgoingRequest['method'], string, string]>([
    ['GET', '/boards?page_size=25', 'org_read'],
    ['GET', '/media/1', 'org_read'],
    ['POST', '/oauth/token', 'org_read'],
    ['POST', '/pins', 'org_write'],
    ['POST', '/media', 'org_write'],
    ['DELETE', '/pins/1', 'org_write'],
  ])('assign %s %s to the limit %s', (method, path, family) => {
    const url = `https://api.pinterest.com/v5${path}`

    expect(rateLimitKey({ method, url, headers: {}, body: null })).toBe(family)
  })
})
