import { checksReasons } from '@social-internal/meta-tests/reasons-trial'
import { type Refusing, refusing, checksRefusals } from '@social-internal/meta-tests/refusals-trial'
import {
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  PlatformError,
  PostGoneError,
  RateLimitError,
  type SocialBaseError,
} from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { readError, ROWS } from './errors.js'

const REFUSING: Refusing = {
  platform: 'threads',
  displayName: 'Threads',
  readError,
  api: 'https://graph.threads.net/v1.0',
  rows: [
    [25, 4_279_013, NotAllowedError, /restricted/],
    [4, 2_207_051, NotAllowedError, /spam/],
    [9004, 2_207_052, InvalidPostError, /public/],
    [100, 2_207_052, InvalidPostError, /public/],
    [9, 2_207_042, RateLimitError, /last 24 hours/],
    [24, 4_279_009, PlatformError, /24\/4279009/],
    [10, null, NotAllowedError, /threads_manage_mentions or threads_keyword_search/],
    [200, null, NotAllowedError, /threads_manage_mentions or threads_keyword_search/],
  ],
  publishing: {
    yes: ['/1/threads', '/1/threads_publish'],
    no: [{ path: '/7/repost' }, { path: '/7/manage_reply' }],
  },
  naming: {
    posts: [
      { method: 'GET', path: '/7/replies' },
      { method: 'GET', path: '/7/conversation' },
      { method: 'GET', path: '/7/insights' },
      { path: '/7/manage_reply' },
      { path: '/7/manage_pending_reply' },
      { method: 'GET', path: '/7/pending_replies' },
      { path: '/7/repost' },
      { method: 'DELETE', path: '/7' },
    ],
    others: [
      { method: 'GET', path: '/7?fields=status' },
      { method: 'GET', path: '/me?fields=id' },
      { path: '/1/threads' },
    ],
  },
  permission: { name: 'threads_delete', path: '/1' },
  signIn: { url: 'https://graph.threads.net/oauth/access_token', pair: /Threads App ID/ },
  halves: ['threads_a', 'THREADS_API__'],
}
const { errorOf, readBody } = refusing(REFUSING)

checksRefusals(REFUSING)

describe('refusals specific to Threads', () => {
  it.each<[string, number, new (...args: never) => SocialBaseError]>([
    ['THREADS_API__LINK_LIMIT_EXCEEDED', 100, InvalidPostError],
    ['THREADS_API__FEATURE_NOT_AVAILABLE', 10, NotAllowedError],
    ['THREADS_API__GEO_GATING_INVALID_COUNTRY_CODES', 100, InvalidPostError],
  ])('with the message %s is recognized in every field', (word, code, type) => {
    expect(errorOf(code, null, { message: word })).toBeInstanceOf(type)
    const error = { message: 'No.', type: 'OAuthException', code, error_user_title: word }
    const read = readBody(`${REFUSING.api}/1/threads`, { error })
    expect(read).toBeInstanceOf(type)
    expect(MissingPermissionError.is(read)).toBe(false)
  })

  it.each(['threads_manage_mentions', 'threads_keyword_search'])(
    'with %s missing concerns replies to other users, and reports this',
    (needs) => {
      for (const code of [10, 200]) {
        const error = errorOf(code, null, { message: `This needs the ${needs} permission` })
        expect(error).toBeInstanceOf(MissingPermissionError)
        expect(error).toMatchObject({
          needs,
          message: expect.stringContaining('Replies to posts of other users require'),
        })
      }
    },
  )

  it('without a named permission is identified by its endpoint', () => {
    const elsewhere = errorOf(10, null, { path: '/1/threads_publish' })
    expect(elsewhere).toBeInstanceOf(NotAllowedError)
    expect(elsewhere?.message).not.toContain('threads_manage_mentions')
  })

  it('means deleted for a repost too, which has its own code', () => {
    expect(errorOf(24, 4_279_009, { path: '/7/repost' })).toBeInstanceOf(PostGoneError)
  })
})

checksReasons({
  displayName: 'Threads',
  readError,
  publishUrl: 'https://graph.threads.net/v1.0/1/threads',
  rows: ROWS,
  table: [
    ['F-TH-06', { code: 2, isTransient: true }, 'PLATFORM', null, 'RETRY'],
    ['F-TH-09', { code: 4, subcode: 2_207_051, status: 403 }, 'NOT_ALLOWED', 'SPAM', 'LOOK_AT_ACCOUNT'],
    ['F-TH-10', { code: 25, subcode: 4_279_013 }, 'NOT_ALLOWED', 'ACCOUNT_SUSPENDED', 'LOOK_AT_ACCOUNT'],
    ['F-TH-11', { code: 9004, subcode: 2_207_052 }, 'INVALID_POST', 'MEDIA_NOT_FETCHED', 'CHANGE_POST'],
    [
      'F-TH-12',
      { code: 100, message: 'Param text must be at most 500 characters long.' },
      'INVALID_POST',
      'TEXT_TOO_LONG',
      'CHANGE_POST',
    ],
    ['F-TH-13', { code: 190, subcode: 463 }, 'TOKEN_EXPIRED', null, 'SIGN_IN_AGAIN'],
    [
      'F-TH-14',
      { code: 100, type: 'THREADS_API__LINK_LIMIT_EXCEEDED' },
      'INVALID_POST',
      'TOO_MANY_LINKS',
      'CHANGE_POST',
    ],
    ['F-TH-15', { code: 4 }, 'RATE_LIMIT', null, 'RETRY'],
    [
      'a missing feature',
      { code: 10, type: 'THREADS_API__FEATURE_NOT_AVAILABLE' },
      'NOT_ALLOWED',
      'FEATURE_MISSING',
      'LOOK_AT_ACCOUNT',
    ],
    [
      'a country',
      { code: 100, type: 'THREADS_API__GEO_GATING_INVALID_COUNTRY_CODES' },
      'INVALID_POST',
      'COUNTRY_UNKNOWN',
      'CHANGE_POST',
    ],
    [
      'a reply to other people',
      { code: 10, message: 'This needs the threads_manage_mentions permission' },
      'MISSING_PERMISSION',
      'PERMISSION_LOST',
      'SIGN_IN_AGAIN',
    ],
    ['a permission without a name', { code: 10 }, 'NOT_ALLOWED', 'PERMISSION_LOST', 'LOOK_AT_ACCOUNT'],
  ],
})
