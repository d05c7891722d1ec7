import { describe, expect, it } from 'vitest'

import { limiting, rateLimitKey, toLimits } from './limits.js'

describe('the rate limits of a server', () => {
  it.each([
    ['com.atproto.repo.createRecord', 'writes'],
    ['com.atproto.repo.putRecord', 'writes'],
    ['com.atproto.repo.deleteRecord', 'writes'],
    ['com.atproto.repo.applyWrites', 'writes'],
    ['com.atproto.repo.uploadBlob', 'uploads'],
    ['com.atproto.repo.getRecord', 'calls'],
    ['app.bsky.feed.getPosts', 'calls'],
    ['chat.bsky.convo.sendMessage', 'calls'],
  ])('assign %s to the limit %s', (nsid, counter) => {
    expect(rateLimitKey({ url: `https://pds.example/xrpc/${nsid}?a=b` })).toBe(counter)
  })
})

describe('the limits', () => {
  it('are those of the records, with the configured image size', async () => {
    const known = toLimits({ maxImageBytes: 1_000_000 })

    expect(known).toMatchObject({
      maxTextLength: 300,
      textCountedIn: 'GRAPHEMES',
      maxTextBytes: 3000,
      maxImages: 10,
      maxImageBytes: 1_000_000,
      maxVideos: 1,
      maxVideoBytes: 300_000_000,
    })
    // `limits` sends no request, so the call can be empty.
    expect(await limiting({ maxImageBytes: 1_000_000 }).limits({} as never)).toEqual(known)
  })
})
