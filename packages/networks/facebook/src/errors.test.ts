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
}

function errorOf(
  code: number,
  subcode: number | null,
  { method = 'POST', path = '/1/feed', status = 400 }: Asked = {},
) {
  const error = { message: 'As it said.', type: 'OAuthException', code, error_subcode: subcode }
  const url = `https://graph.facebook.com/v26.0${path}`
  return readError({ status, headers: {}, body: { error } }, { method, url, headers: {}, body: null })
}

const refuse = (type: string, retriable: boolean) =>
  readError(
    { status: 400, headers: {}, body: { debug_info: { type, retriable, message: 'It said.' } } },
    { method: 'POST', url: 'https://rupload.facebook.com/video-upload/v26.0/1', headers: {}, body: null },
  )

describe('what Facebook refuses', () => {
  it.each<[number, number | null, new (...args: never) => SocialBaseError, RegExp]>([
    [1, 1_366_046, InvalidPostError, /4 MB/],
    [100, 1_366_051, InvalidPostError, /in a post already/],
    [368, 1_390_008, RateLimitError, /too fast/],
    [368, 1_346_003, NotAllowedError, /abusive/],
    [368, 1_404_102, NotAllowedError, /abusive/],
    [100, 1_404_006, NotAllowedError, /identity/],
    [100, 4_854_002, NotAllowedError, /identity/],
    [100, 1_404_078, NotAllowedError, /authorization/],
    [368, 1_404_112, NotAllowedError, /some days/],
    [100, 1_609_008, InvalidPostError, /facebook\.com/],
    [100, 2_061_006, InvalidPostError, /address/],
    [352, 1_349_125, InvalidPostError, /MP4/],
    [324, 2_069_019, InvalidPostError, /picture/],
    [100, 1_363_040, InvalidPostError, /9:16/],
    [100, 1_363_127, InvalidPostError, /540x960/],
    [100, 1_363_128, InvalidPostError, /90 seconds/],
    [100, 1_363_129, InvalidPostError, /frame rate/],
    [2, 1_363_047, PlatformError, /passes/],
    [2, 1_609_010, PlatformError, /passes/],
    [389, null, InvalidPostError, /robots\.txt/],
    [506, null, InvalidPostError, /same/],
    [1_609_005, null, InvalidPostError, /link/],
    [190, 463, TokenExpiredError, /run out/],
    [190, 492, AuthError, /role/],
    [32, null, RateLimitError, /slow down/],
    [368, null, NotAllowedError, /blocked/],
    [100, null, InvalidPostError, /As it said/],
  ])('with %i/%s is told as what it is', (code, subcode, type, words) => {
    const error = errorOf(code, subcode)
    expect(error).toBeInstanceOf(type)
    expect(error?.message).toMatch(words)
    expect(error?.message).toContain('As it said')
    expect(error?.platform).toBe('facebook')
  })

  it('as an upload host does is read too', () => {
    expect(refuse('ProcessingFailedError', false)).toBeInstanceOf(InvalidPostError)
    for (const type of ['OffsetInvalidError', 'PartialRequestError', 'ProcessingFailedError'])
      expect(refuse(type, true)).toMatchObject({ isOutage: true })
  })

  it('of a token endpoint is a refused sign-in, that names the right pair', () => {
    for (const code of [1, 100, 101]) {
      const error = errorOf(code, null, { path: '/oauth/access_token' })
      expect(error).toBeInstanceOf(AuthError)
      expect(error?.message).toMatch(/App settings, Basic/)
    }
  })
})

describe('what is not there', () => {
  it.each<[Asked, boolean]>([
    [{ method: 'GET', path: '/1_2?fields=reactions' }, true],
    [{ method: 'GET', path: '/7?fields=status' }, true],
    [{ method: 'DELETE', path: '/1_2' }, true],
    [{ method: 'POST', path: '/7_9/comments' }, true],
    [{ method: 'POST', path: '/7_9/likes' }, true],
    [{ method: 'GET', path: '/1?fields=name,picture{url}' }, false],
    [{ method: 'GET', path: '/1?fields=id,access_token' }, false],
    [{ method: 'GET', path: '/me?fields=id' }, false],
    [{ method: 'POST', path: '/1/feed' }, false],
  ])('is gone where a post or comment was named: %j is %s', (asked, isGone) => {
    const error = errorOf(100, 33, asked)
    expect(error).toBeInstanceOf(NotFoundError)
    expect(PostGoneError.is(error)).toBe(isGone)
  })
})

it('names the permission of a refusal', () => {
  const error = readError(
    {
      status: 403,
      headers: {},
      body: {
        error: { message: '(#200) This action requires the pages_manage_posts permission', code: 200 },
      },
    },
    { method: 'POST', url: 'https://graph.facebook.com/v26.0/1/feed', headers: {}, body: null },
  )
  expect(error).toBeInstanceOf(MissingPermissionError)
  expect(error).toMatchObject({ needs: 'pages_manage_posts' })
})

function readAll(text: string): void {
  const error = { message: text, error_user_msg: text, type: text, code: 200 }
  const request = {
    method: 'POST',
    url: 'https://graph.facebook.com/v26.0/1/feed',
    headers: {},
    body: null,
  } as const
  readError({ status: 400, headers: {}, body: { error } }, request)
}

it.each([
  ['halves of a permission', (letters: number) => 'pages_a'.repeat(letters / 7)],
  ['spaces', (letters: number) => ' '.repeat(letters)],
  ['letters', (letters: number) => 'x'.repeat(letters)],
])('is read in linear time, with many %s', (_what, make) => {
  expect(growthOf(readAll, make)).toBeLessThan(MOST_GROWTH)
})
