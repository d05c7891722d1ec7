import type { OutgoingRequest } from '@social/core/platform'
import { aCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { rateLimitKey } from './limits.js'
import { googleBusiness } from './platform.js'

const keyOf = (method: OutgoingRequest['method'], url: string) =>
  rateLimitKey({ method, url, headers: {}, body: null })

describe('requests that share a quota', () => {
  it('are all requests of one service', () => {
    const reviews = keyOf('GET', 'https://mybusiness.googleapis.com/v4/accounts/1/locations/2/reviews')
    expect(keyOf('GET', 'https://mybusiness.googleapis.com/v4/accounts/3/locations/4/localPosts')).toBe(
      reviews,
    )
    expect(keyOf('GET', 'https://mybusinessqanda.googleapis.com/v1/locations/2/questions')).not.toBe(reviews)
  })

  it('exclude changes, which have their own quota', () => {
    const url = 'https://mybusiness.googleapis.com/v4/accounts/1/locations/2/localPosts'
    expect(keyOf('POST', url)).not.toBe(keyOf('GET', url))
    expect(keyOf('DELETE', `${url}/5`)).toBe(keyOf('POST', url))
  })
})

it('are grouped by service and by reading or writing', () => {
  expect(keyOf('GET', 'https://mybusiness.googleapis.com/v4/accounts/1')).toBe(
    'mybusiness.googleapis.com/v4 reads',
  )
  expect(keyOf('PUT', 'https://mybusiness.googleapis.com/v4/accounts/1')).toBe(
    'mybusiness.googleapis.com/v4 writes',
  )
  expect(keyOf('GET', 'http://127.0.0.1:4100')).toBe('127.0.0.1/ reads')
})

it('are equal for every listing, so nothing is requested', async () => {
  const call = aCall()
  const limits = await googleBusiness().limits(call)
  expect(limits).toMatchObject({ maxTextLength: 1500, maxImages: 1 })
  expect(call.transport.requests).toEqual([])
  expect(googleBusiness().http).toMatchObject({ timeoutSeconds: 30 })
  expect(googleBusiness({ timeout: 5 }).http).toMatchObject({ timeoutSeconds: 5 })
})
