import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import {
  AuthError,
  ConfigError,
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  PlatformError,
  PostGoneError,
  RateLimitError,
} from '@social/core'
import { describe, expect, it } from 'vitest'

import { readError as readAt } from './errors.js'

const NOW = new Date('2026-11-22T12:00:00Z')
const readError = (reply: Parameters<typeof readAt>[0], request: Parameters<typeof readAt>[1]) =>
  readAt(reply, request, NOW)

const API = 'https://business-api.tiktok.com/open_api/v1.3'

function refuse(code: unknown, path = '/business/comment/list/', message: unknown = 'No.', status = 200) {
  const body = { code, message, request_id: '1', data: {} }
  return readError(
    { status, headers: {}, body },
    { method: 'POST', url: `${API}${path}`, headers: {}, body: null },
  )
}

describe('TikTok’s return codes', () => {
  it.each([0, 20_001, undefined, null, '40105', 'OK'])('%s is no refusal', (code) => {
    expect(refuse(code)).toBeNull()
  })

  it.each([
    [40_016, RateLimitError, /takes no more calls/],
    [40_100, RateLimitError, /takes no more calls/],
    [40_132, RateLimitError, /takes no more calls/],
    [40_133, RateLimitError, /takes no more calls/],
    [40_102, AuthError, /refused the token/],
    [40_104, AuthError, /refused the token/],
    [40_105, AuthError, /refused the token/],
    [40_106, AuthError, /refused the token/],
    [40_101, AuthError, /refused the sign-in/],
    [40_103, AuthError, /refused the sign-in/],
    [40_107, AuthError, /refused the sign-in/],
    [40_108, AuthError, /refused the sign-in/],
    [40_110, AuthError, /refused the sign-in/],
    [40_131, AuthError, /refused the sign-in/],
    [40_199, AuthError, /refused the sign-in/],
    [40_001, MissingPermissionError, /comment\.list/],
    [40_118, NotAllowedError, /portal of TikTok for Business/],
    [40_119, NotAllowedError, /portal of TikTok for Business/],
    [40_124, NotAllowedError, /portal of TikTok for Business/],
    [40_125, NotAllowedError, /portal of TikTok for Business/],
    [41_000, NotAllowedError, /portal of TikTok for Business/],
    [40_007, PostGoneError, /comment or video/],
    [40_053, PostGoneError, /comment or video/],
    [40_000, PlatformError, /refused the call/],
    [40_002, PlatformError, /refused the call/],
    [40_006, PlatformError, /refused the call/],
    [40_011, PlatformError, /refused the call/],
    [40_050, PlatformError, /refused the call/],
    [40_200, PlatformError, /trouble of its own/],
    [40_201, PlatformError, /trouble of its own/],
    [40_700, PlatformError, /trouble of its own/],
    [41_001, PlatformError, /refused the call/],
    [49_999, PlatformError, /refused the call/],
    [50_000, PlatformError, /trouble of its own/],
    [50_002, PlatformError, /trouble of its own/],
    [51_305, PlatformError, /trouble of its own/],
    [60_001, PlatformError, /trouble of its own/],
    [99_999, PlatformError, /trouble of its own/],
  ])('%d is told as what it is, with TikTok’s words', (code, type, words) => {
    const error = refuse(code)
    expect(error?.message).toMatch(words)
    expect(error).toBeInstanceOf(type)
    expect(error).toMatchObject({ platform: 'tiktok_business', raw: { code } })
  })

  it('a refusal quotes the number and the words', () => {
    for (const code of [40_100, 40_105, 40_103, 40_118, 40_007, 40_002, 50_000])
      expect(refuse(code)?.message).toContain(`(${code}): No`)
  })

  it.each([
    [40_102, true],
    [40_104, true],
    [40_105, true],
    [40_106, true],
    [40_103, false],
    [40_131, false],
  ])('%d forces a renewal: %s', (code, tokenRefused) => {
    expect(refuse(code)).toMatchObject({ tokenRefused })
  })

  it.each([
    ['/business/video/list/', 'video.list'],
    ['/business/comment/list/', 'comment.list'],
    ['/business/comment/reply/list/', 'comment.list'],
    ['/business/comment/reply/create/', 'comment.list.manage'],
    ['/business/comment/hide/', 'comment.list.manage'],
    ['/business/comment/delete/', 'comment.list.manage'],
  ])('a permission that is missing is named by the call: %s needs %s', (path, needs) => {
    expect(refuse(40_001, path)).toMatchObject({ needs })
    expect(refuse(40_130, path)).toMatchObject({ needs })
  })

  it('40130 is a rate limit where it says so', () => {
    expect(refuse(40_130, '/business/video/list/', 'Limit reached, QPS')).toMatchObject({ retryAfter: 1 })
  })

  it('a permission that no call is known to need is one all the same', () => {
    expect(refuse(40_001, '/business/webhook/update/')).toMatchObject({ needs: 'a permission' })
  })

  it.each([
    ['App reaches the QPS limit', 1, 'Wait 1 seconds.'],
    ['App reaches the qpm limit', 300, 'Wait 300 seconds.'],
    ['App reaches the QPD limit', 43_200, '00:00 UTC'],
    ['Too many', null, 'Ask less often.'],
  ])('a limit says how long to wait: %s', (words, retryAfter, advice) => {
    const error = refuse(40_100, '/business/video/list/', words)
    expect(error).toMatchObject({ retryAfter })
    expect(error?.message).toContain(advice)
  })

  it('wrong parameters are the post’s own only in an answer', () => {
    for (const code of [40_000, 40_002, 40_011])
      expect(refuse(code, '/business/comment/reply/create/')).toBeInstanceOf(InvalidPostError)
    expect(refuse(40_002, '/business/comment/hide/')).toBeInstanceOf(PlatformError)
  })

  it('what is gone is a post only where comments are read', () => {
    expect(refuse(40_007, '/business/video/list/')).toBeInstanceOf(NotFoundError)
    expect(refuse(40_007, '/business/video/list/')).not.toBeInstanceOf(PostGoneError)
  })

  it('an unknown app is the operator’s matter at a renewal, and a refused sign-in otherwise', () => {
    const refused = refuse(40_113, '/tt_user/oauth2/refresh_token/')
    expect(refused).toBeInstanceOf(ConfigError)
    expect(refused?.message).toContain('The connection is not at fault')
    expect(refuse(40_113, '/tt_user/oauth2/token/')).toBeInstanceOf(AuthError)
  })

  it.each([
    [50_000, true],
    [51_305, true],
    [51_399, true],
    [60_001, true],
    [40_200, true],
    [40_201, true],
    [40_700, true],
    [40_050, false],
    [41_002, false],
  ])('%d leaves a visible request open: %s', (code, isOutage) => {
    expect(refuse(code)).toMatchObject({ isOutage, statusCode: 200 })
  })

  it('a 5xx stays an outage, whatever stands in it', () => {
    for (const status of [500, 502]) expect(refuse(40_105, '/business/video/list/', 'x', status)).toBeNull()
    expect(refuse(40_105, '/business/video/list/', 'x', 499)).toBeInstanceOf(AuthError)
  })

  it('quotes words with line breaks and of any length in one line', () => {
    const error = refuse(40_002, '/business/comment/hide/', `a\r\nb${'w '.repeat(90_000)}`)
    expect(error?.message).not.toContain('\n')
    expect(error?.message.length).toBeLessThan(500)
  })

  it.each([
    ['spaces', (letters: number) => ' '.repeat(letters)],
    ['full stops', (letters: number) => `a${'.'.repeat(letters)}b`],
    ['limits', (letters: number) => 'limi'.repeat(letters / 4)],
  ])('with many %s are read in linear time', (_what, make) => {
    expect(growthOf((words: string) => refuse(40_130, '/x/', words), make)).toBeLessThan(MAX_GROWTH)
  })
})
