import { type Refusing, refusing, checksRefusals } from '@social-internal/meta-tests/refusals-trial'
import {
  AuthError,
  InvalidPostError,
  NotAllowedError,
  PlatformError,
  RateLimitError,
} from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { readError } from './index.js'

const REFUSING: Refusing = {
  platform: 'instagram',
  displayName: 'Instagram',
  readError,
  api: 'https://graph.instagram.com/v26.0',
  rows: [
    [9007, 2_207_027, RateLimitError, /not ready.*Nothing was published/],
    [9007, null, RateLimitError, /not ready.*Nothing was published/],
    [24, 2_207_027, RateLimitError, /not ready/],
    [36_003, null, InvalidPostError, /4:5 to 1\.91:1/],
    [100, 2_207_009, InvalidPostError, /4:5 to 1\.91:1/],
    [36_000, null, InvalidPostError, /8 MB/],
    [100, 2_207_004, InvalidPostError, /8 MB/],
    [36_001, null, InvalidPostError, /JPEG/],
    [100, 2_207_005, InvalidPostError, /JPEG/],
    [36_004, null, InvalidPostError, /2,200/],
    [100, 2_207_010, InvalidPostError, /2,200/],
    [9004, null, InvalidPostError, /public/],
    [100, 2_207_052, InvalidPostError, /public/],
    [100, 2_207_077, InvalidPostError, /public/],
    [352, null, InvalidPostError, /MP4 or MOV/],
    [100, 2_207_026, InvalidPostError, /MP4 or MOV/],
    [1, 2_207_057, InvalidPostError, /thumbOffsetMs/],
    ...[2_207_023, 2_207_028, 2_207_035, 2_207_036, 2_207_037, 2_207_040].map(
      (subcode) => [100, subcode, InvalidPostError, /carousel items, or the people/] as const,
    ),
    [25, 2_207_050, NotAllowedError, /restricted/],
    [4, 2_207_051, NotAllowedError, /spam/],
    [100, 2_207_081, NotAllowedError, /trial/],
    [10_900, null, NotAllowedError, /already has a private reply/],
    [10_903, null, NotAllowedError, /cannot receive messages/],
    [9, 2_207_042, RateLimitError, /last 24 hours/],
    ...[2_207_003, 2_207_020, 2_207_001, 2_207_032, 2_207_053, 2_207_082].map(
      (subcode) => [100, subcode, PlatformError, /temporary/] as const,
    ),
    [24, 2_207_008, PlatformError, /24\/2207008/],
    [10, null, NotAllowedError, /lacks a permission/],
  ],
  publishing: {
    yes: ['/1/media', '/1/media_publish', '/1/comments', '/1/replies'],
    no: [{ path: '/1/subscribed_apps' }, { path: '/1/messages' }],
  },
  naming: {
    posts: [
      { method: 'GET', path: '/7/comments' },
      { path: '/7/replies' },
      { method: 'GET', path: '/7/insights' },
      { method: 'GET', path: '/7?fields=id,like_count,comments_count' },
      { method: 'DELETE', path: '/7' },
    ],
    others: [
      { method: 'GET', path: '/7?fields=status_code,status' },
      { method: 'GET', path: '/7?fields=username,profile_picture_url' },
      { method: 'GET', path: '/7/media' },
      { method: 'GET', path: '/me?fields=id' },
    ],
  },
  permission: { name: 'instagram_business_manage_comments', path: '/1/replies' },
  signIn: { url: 'https://api.instagram.com/oauth/access_token', pair: /Instagram App ID/ },
  halves: ['instagram_business_', 'INSTAGRAM_PLATFORM_API__'],
}
const { errorOf } = refusing(REFUSING)

checksRefusals(REFUSING)

describe('refusals specific to Instagram', () => {
  it('as not ready asks to wait thirty seconds. An exhausted day has no wait', () => {
    expect(errorOf(9007, 2_207_027)).toMatchObject({ retryAfter: 30, passesSoon: true })
    expect(errorOf(9, 2_207_042)).toMatchObject({ retryAfter: null, passesSoon: false })
  })

  it('marked as temporary leaves the outcome unknown', () => {
    expect(errorOf(-2, 2_207_003)).toMatchObject({ isOutage: true })
    expect(errorOf(100, 2_207_028)).not.toHaveProperty('isOutage', true)
  })

  it.each([
    'You cannot access the app till you log in at www.instagram.com and follow the instructions given.',
    'Error validating access token: The session key is malformed because of an invalid user id.',
  ])('because of a checkpoint reports where to log in: %s', (message) => {
    const error = errorOf(190, null, { message })
    expect(error).toBeInstanceOf(AuthError)
    expect(error?.message).toMatch(/log in at instagram\.com.*sign the account in again/)
  })

  it('of a place is identified by its message', () => {
    const message = 'INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID'
    expect(errorOf(100, null, { message })?.message).toMatch(/options\.locationId/)
  })
})
