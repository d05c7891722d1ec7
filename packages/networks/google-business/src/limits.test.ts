import type { OutgoingRequest } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { rateLimitKey } from './limits.js'

const keyOf = (method: OutgoingRequest['method'], url: string) =>
  rateLimitKey({ method, url, headers: {}, body: null })

describe('requests that Google counts together', () => {
  it('are those of one service, whatever they are about', () => {
    const reviews = keyOf('GET', 'https://mybusiness.googleapis.com/v4/accounts/1/locations/2/reviews')
    expect(keyOf('GET', 'https://mybusiness.googleapis.com/v4/accounts/3/locations/4/localPosts')).toBe(
      reviews,
    )
    expect(keyOf('GET', 'https://mybusinessqanda.googleapis.com/v1/locations/2/questions')).not.toBe(reviews)
  })

  it('are no changes, which have a quota of their own', () => {
    const url = 'https://mybusiness.googleapis.com/v4/accounts/1/locations/2/localPosts'
    expect(keyOf('POST', url)).not.toBe(keyOf('GET', url))
    expect(keyOf('DELETE', `${url}/5`)).toBe(keyOf('POST', url))
  })
})
