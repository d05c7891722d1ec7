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
const readError = (reply: Parameters<typeof readAt>[0], request: Parameters<typeof readAt>[1]) =>
  readAt(reply, request, NOW)

interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path?: string
  readonly status?: number
  readonly message?: string
}

function errorOf(code: number, subcode: number | null, asked: Asked = {}) {
  const { method = 'POST', path = '/1/threads', status = 400, message = 'As it said.' } = asked
  const error = { message, type: 'OAuthException', code, error_subcode: subcode }
  const url = `https://graph.threads.net/v1.0${path}`
  return readError({ status, headers: {}, body: { error } }, { method, url, headers: {}, body: null })
}

describe('what Threads refuses', () => {
  it.each<[number, number | null, new (...args: never) => SocialBaseError, RegExp]>([
    [25, 4_279_013, NotAllowedError, /restricted/],
    [4, 2_207_051, NotAllowedError, /spam/],
    [9004, 2_207_052, InvalidPostError, /public/],
    [100, 2_207_052, InvalidPostError, /public/],
    [9, 2_207_042, RateLimitError, /last 24 hours/],
    [24, 4_279_009, PlatformError, /24\/4279009/],
    [190, 463, TokenExpiredError, /run out/],
    [190, 458, AuthError, /removed the app/],
    [10, null, NotAllowedError, /threads_manage_mentions or threads_keyword_search/],
    [200, null, NotAllowedError, /threads_manage_mentions or threads_keyword_search/],
    [613, null, RateLimitError, /slow down/],
    [100, null, InvalidPostError, /As it said/],
  ])('with %i/%s is told as what it is', (code, subcode, type, words) => {
    const error = errorOf(code, subcode)
    expect(error).toBeInstanceOf(type)
    expect(error?.message).toMatch(words)
    expect(error?.message).toContain('As it said')
    expect(error?.platform).toBe('threads')
  })

  it.each<[string, number, new (...args: never) => SocialBaseError]>([
    ['THREADS_API__LINK_LIMIT_EXCEEDED', 100, InvalidPostError],
    ['THREADS_API__FEATURE_NOT_AVAILABLE', 10, NotAllowedError],
    ['THREADS_API__GEO_GATING_INVALID_COUNTRY_CODES', 100, InvalidPostError],
  ])('with the word %s is told as what it is, wherever it stands', (word, code, type) => {
    expect(errorOf(code, null, { message: word })).toBeInstanceOf(type)
    const error = { message: 'No.', type: 'OAuthException', code, error_user_title: word }
    const url = 'https://graph.threads.net/v1.0/1/threads'
    const read = readError(
      { status: 400, headers: {}, body: { error } },
      { method: 'POST', url, headers: {}, body: null },
    )
    expect(read).toBeInstanceOf(type)
    expect(MissingPermissionError.is(read)).toBe(false)
  })

  it('names the permission of a refusal', () => {
    const error = errorOf(10, null, { message: 'This needs the threads_delete permission', path: '/1' })
    expect(error).toBeInstanceOf(MissingPermissionError)
    expect(error).toMatchObject({ needs: 'threads_delete' })
  })

  it('of a token endpoint is a refused sign-in, that names the right pair', () => {
    const url = 'https://graph.threads.net/oauth/access_token'
    for (const body of [
      { error: { message: 'Invalid platform app', type: 'OAuthException', code: 100 } },
      { error_type: 'OAuthException', code: 400, error_message: 'Invalid platform app' },
    ]) {
      const error = readError(
        { status: 400, headers: {}, body },
        { method: 'POST', url, headers: {}, body: null },
      )
      expect(error).toBeInstanceOf(AuthError)
      expect(error?.message).toMatch(/Threads App ID/)
    }
  })
})

describe('what is not there', () => {
  it.each<[Asked, boolean]>([
    [{ method: 'GET', path: '/7/replies' }, true],
    [{ method: 'GET', path: '/7/conversation' }, true],
    [{ method: 'GET', path: '/7/insights' }, true],
    [{ method: 'POST', path: '/7/manage_reply' }, true],
    [{ method: 'DELETE', path: '/7' }, true],
    [{ method: 'GET', path: '/7?fields=status' }, false],
    [{ method: 'GET', path: '/me?fields=id' }, false],
  ])('is gone where a post or reply was named: %j is %s', (asked, isGone) => {
    const error = errorOf(100, 33, asked)
    expect(error).toBeInstanceOf(NotFoundError)
    expect(PostGoneError.is(error)).toBe(isGone)
  })

  it('is gone for a repost too, which has a code of its own', () => {
    expect(errorOf(24, 4_279_009, { path: '/7/repost' })).toBeInstanceOf(PostGoneError)
  })
})

const readAll = (text: string) => errorOf(200, null, { message: text })

it.each([
  ['halves of a permission', (letters: number) => 'threads_a'.repeat(letters / 9)],
  ['halves of a word', (letters: number) => 'THREADS_API__'.repeat(letters / 13)],
  ['spaces', (letters: number) => ' '.repeat(letters)],
])('is read in linear time, with many %s', (_what, make) => {
  expect(growthOf(readAll, make)).toBeLessThan(MOST_GROWTH)
})
