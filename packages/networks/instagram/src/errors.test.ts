import {
  AuthError,
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  PlatformError,
  PostGoneError,
  RateLimitError,
  type SocialBaseError,
  TokenExpiredError,
} from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { growthOf, MOST_GROWTH } from '../../../../tooling/growth.js'
import { readError as readAt } from './errors.js'

const NOW = new Date('2026-11-22T12:00:00Z')

interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path?: string
  readonly status?: number
  readonly message?: string
}

function errorOf(code: number, subcode: number | null, asked: Asked = {}) {
  const { method = 'POST', path = '/1/media', status = 400, message = 'As it said.' } = asked
  const error = { message, type: 'OAuthException', code, error_subcode: subcode }
  const url = `https://graph.instagram.com/v26.0${path}`
  return readAt({ status, headers: {}, body: { error } }, { method, url, headers: {}, body: null }, NOW)
}

describe('what Instagram refuses', () => {
  it.each<[number, number | null, new (...args: never) => SocialBaseError, RegExp]>([
    [9007, 2_207_027, RateLimitError, /not ready.*Nothing came out/],
    [9007, null, RateLimitError, /not ready.*Nothing came out/],
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
    [100, 2_207_028, InvalidPostError, /pieces/],
    [100, 2_207_040, InvalidPostError, /people/],
    [25, 2_207_050, NotAllowedError, /restricted/],
    [4, 2_207_051, NotAllowedError, /spam/],
    [100, 2_207_081, NotAllowedError, /trial/],
    [10_900, null, NotAllowedError, /answered privately already/],
    [10_903, null, NotAllowedError, /cannot be written to/],
    [9, 2_207_042, RateLimitError, /last 24 hours/],
    [-2, 2_207_003, PlatformError, /passes/],
    [-1, 2_207_001, PlatformError, /passes/],
    [24, 2_207_008, PlatformError, /passes/],
    [190, 463, TokenExpiredError, /run out/],
    [190, 458, AuthError, /removed the app/],
    [10, null, NotAllowedError, /lacks a permission/],
    [613, null, RateLimitError, /slow down/],
    [100, null, InvalidPostError, /As it said/],
  ])('with %i/%s is told as what it is', (code, subcode, type, words) => {
    const error = errorOf(code, subcode)
    expect(error).toBeInstanceOf(type)
    expect(error?.message).toMatch(words)
    expect(error?.message).toContain('As it said')
    expect(error?.platform).toBe('instagram')
  })

  it('as not ready says to wait for thirty seconds; a used-up day says nothing of when', () => {
    expect(errorOf(9007, 2_207_027)).toMatchObject({ retryAfter: 30, passesSoon: true })
    expect(errorOf(9, 2_207_042)).toMatchObject({ retryAfter: null, passesSoon: false })
  })

  it('and says that it passes leaves open what became of it', () => {
    expect(errorOf(-2, 2_207_003)).toMatchObject({ isOutage: true })
    expect(errorOf(100, 2_207_028)).not.toHaveProperty('isOutage', true)
  })

  it('of a place is told by its word', () => {
    const message = 'INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID'
    expect(errorOf(100, null, { message })?.message).toMatch(/options\.locationId/)
  })

  it('names the permission of a refusal', () => {
    const message = 'This needs the instagram_business_manage_comments permission'
    const error = errorOf(10, null, { message, path: '/1/replies' })
    expect(error).toBeInstanceOf(MissingPermissionError)
    expect(error).toMatchObject({ needs: 'instagram_business_manage_comments' })
  })

  it('of a token endpoint is a refused sign-in, that names the right pair', () => {
    const url = 'https://api.instagram.com/oauth/access_token'
    for (const body of [
      { error: { message: 'Invalid platform app', type: 'OAuthException', code: 100 } },
      { error_type: 'OAuthException', code: 400, error_message: 'Invalid platform app' },
    ]) {
      const error = readAt(
        { status: 400, headers: {}, body },
        { method: 'POST', url, headers: {}, body: null },
        NOW,
      )
      expect(error).toBeInstanceOf(AuthError)
      expect(error?.message).toMatch(/Instagram App ID/)
    }
  })

  it('is a bad post only where something is published', () => {
    expect(errorOf(100, null, { path: '/1/media_publish' })).toBeInstanceOf(InvalidPostError)
    expect(errorOf(100, null, { path: '/1/comments' })).toBeInstanceOf(InvalidPostError)
    expect(errorOf(100, null, { method: 'GET', path: '/1/media' })).not.toBeInstanceOf(InvalidPostError)
    expect(errorOf(100, null, { path: '/1/subscribed_apps' })).not.toBeInstanceOf(InvalidPostError)
  })
})

describe('what is not there', () => {
  it.each<[Asked, boolean]>([
    [{ method: 'GET', path: '/7/comments' }, true],
    [{ method: 'POST', path: '/7/replies' }, true],
    [{ method: 'GET', path: '/7?fields=id,like_count,comments_count' }, true],
    [{ method: 'DELETE', path: '/7' }, true],
    [{ method: 'GET', path: '/7?fields=status_code,status' }, false],
    [{ method: 'GET', path: '/7?fields=username,profile_picture_url' }, false],
    [{ method: 'GET', path: '/7/media' }, false],
    [{ method: 'GET', path: '/me?fields=id' }, false],
  ])('is gone where a post or comment was named: %j is %s', (asked, isGone) => {
    const error = errorOf(100, 33, asked)
    expect(error).toBeInstanceOf(NotFoundError)
    expect(PostGoneError.is(error)).toBe(isGone)
  })
})

const readAll = (text: string) => errorOf(200, null, { message: text })

it.each([
  ['halves of a permission', (letters: number) => 'instagram_business_'.repeat(letters / 19)],
  ['halves of a word', (letters: number) => 'INSTAGRAM_PLATFORM_API__'.repeat(letters / 24)],
  ['spaces', (letters: number) => ' '.repeat(letters)],
])('is read in linear time, with many %s', (_what, make) => {
  expect(growthOf(readAll, make)).toBeLessThan(MOST_GROWTH)
})
