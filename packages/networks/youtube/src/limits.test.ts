import { describe, expect, it } from 'vitest'

import { countTags, rateLimitKey } from './limits.js'

const keyOf = (url: string) => rateLimitKey({ method: 'GET', url, headers: {}, body: null })

describe('requests that YouTube counts together', () => {
  it('are those of uploads', () => {
    expect(keyOf('https://www.googleapis.com/upload/youtube/v3/videos?uploadType=resumable')).toBe('uploads')
    expect(keyOf('https://youtube.googleapis.com/upload/youtube/v3/videos?upload_id=1')).toBe('uploads')
  })

  it('are all others', () => {
    expect(keyOf('https://www.googleapis.com/youtube/v3/videos?part=status')).toBe('units')
    expect(keyOf('https://www.googleapis.com/youtube/v3/commentThreads?id=/upload/')).toBe('units')
  })
})

describe('tags', () => {
  it('are counted as YouTube does', () => {
    expect(countTags([])).toBe(0)
    expect(countTags(['Foo-Baz'])).toBe(7)
    expect(countTags(['Foo Baz'])).toBe(9)
    expect(countTags(['Foo Baz', 'bread'])).toBe(15)
    expect(countTags(['🥖'])).toBe(1)
  })
})
