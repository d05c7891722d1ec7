import { aCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { countTags, rateLimitKey } from './limits.js'
import { youtube } from './platform.js'

const keyOf = (url: string) => rateLimitKey({ method: 'GET', url, headers: {}, body: null })

// Holds R-0372.
it('the limits of YouTube are equal for every account, so nothing is requested', async () => {
  const call = aCall({ platform: youtube() })

  expect(await youtube().limits(call)).toMatchObject({
    maxTitleLength: 100,
    maxTextLength: 5000,
    textCountedIn: 'UTF8_BYTES',
    maxVideos: 1,
    maxVideoBytes: 274_877_906_944,
  })
  expect(call.transport.requests).toEqual([])
})

describe('requests that share a quota', () => {
  it('are all uploads', () => {
    expect(keyOf('https://www.googleapis.com/upload/youtube/v3/videos?uploadType=resumable')).toBe('uploads')
    expect(keyOf('https://youtube.googleapis.com/upload/youtube/v3/videos?upload_id=1')).toBe('uploads')
  })

  it('are all other requests', () => {
    expect(keyOf('https://www.googleapis.com/youtube/v3/videos?part=status')).toBe('units')
    expect(keyOf('https://www.googleapis.com/youtube/v3/commentThreads?id=/upload/')).toBe('units')
  })
})

describe('tags', () => {
  it("are counted like YouTube's", () => {
    expect(countTags([])).toBe(0)
    expect(countTags(['Foo-Baz'])).toBe(7)
    expect(countTags(['Foo Baz'])).toBe(9)
    expect(countTags(['Foo Baz', 'bread'])).toBe(15)
    expect(countTags(['🥖'])).toBe(1)
  })
})
