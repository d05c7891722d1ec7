import { describe, expect, it } from 'vitest'

import { rateLimitKey } from './limits.js'

const API = 'https://business-api.tiktok.com/open_api/v1.3'
const keyOf = (path: string) => rateLimitKey({ method: 'GET', url: API + path, headers: {}, body: null })

describe('requests that TikTok Business counts together', () => {
  it('are those to one endpoint, with any query', () => {
    expect(keyOf('/business/comment/list/?video_id=1')).toBe(keyOf('/business/comment/list/?video_id=2'))
    expect(keyOf('/business/comment/list/')).not.toBe(keyOf('/business/video/list/'))
  })
})
