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
  it.each([0, 20_001, undefined, null, '40105', 'OK'])('%s is not a refusal', (code) => {
    expect(refuse(code)).toBeNull()
  })

  it.each([
    [40_016, RateLimitError, /reports a rate limit/],
    [40_100, RateLimitError, /reports a rate limit/],
    [40_132, RateLimitError, /reports a rate limit/],
    [40_133, RateLimitError, /reports a rate limit/],
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
    [40_200, PlatformError, /failed internally/],
    [40_201, PlatformError, /failed internally/],
    [40_700, PlatformError, /failed internally/],
    [41_001, PlatformError, /refused the call/],
    [49_999, PlatformError, /refused the call/],
    [50_000, PlatformError, /failed internally/],
    [50_002, PlatformError, /failed internally/],
    [51_305, PlatformError, /failed internally/],
    [60_001, PlatformError, /failed internally/],
    [99_999, PlatformError, /failed internally/],
  ])('%d is mapped to its error, with TikTok’s message', (code, type, message) => {
    const error = refuse(code)
    expect(error?.message).toMatch(message)
    expect(error).toBeInstanceOf(type)
    expect(error).toMatchObject({ platform: 'tiktok_business', raw: { code } })
  })

  it('a refusal quotes the code and the message', () => {
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
  ])('%d forces a token refresh: %s', (code, tokenRefused) => {
    expect(refuse(code)).toMatchObject({ tokenRefused })
  })

  it.each([
    ['/business/video/list/', 'video.list'],
    ['/business/comment/list/', 'comment.list'],
    ['/business/comment/reply/list/', 'comment.list'],
    ['/business/comment/reply/create/', 'comment.list.manage'],
    ['/business/comment/hide/', 'comment.list.manage'],
    ['/business/comment/delete/', 'comment.list.manage'],
  ])('a missing permission is named for each call: %s requires %s', (path, needs) => {
    expect(refuse(40_001, path)).toMatchObject({ needs })
    expect(refuse(40_130, path)).toMatchObject({ needs })
  })

  it('40130 is a rate limit when its message names a limit', () => {
    expect(refuse(40_130, '/business/video/list/', 'Limit reached, QPS')).toMatchObject({ retryAfter: 1 })
  })

  it('a missing permission of an unknown call is a MissingPermissionError too', () => {
    expect(refuse(40_001, '/business/webhook/update/')).toMatchObject({ needs: 'a permission' })
  })

  it.each([
    ['App reaches the QPS limit', 1, 'Wait 1 seconds.'],
    ['App reaches the qpm limit', 300, 'Wait 300 seconds.'],
    ['App reaches the QPD limit', 43_200, '00:00 UTC'],
    ['Too many', null, 'Send fewer requests.'],
  ])('a rate limit contains the waiting time: %s', (message, retryAfter, advice) => {
    const error = refuse(40_100, '/business/video/list/', message)
    expect(error).toMatchObject({ retryAfter })
    expect(error?.message).toContain(advice)
  })

  it('invalid parameters are an InvalidPostError only in a reply', () => {
    for (const code of [40_000, 40_002, 40_011])
      expect(refuse(code, '/business/comment/reply/create/')).toBeInstanceOf(InvalidPostError)
    expect(refuse(40_002, '/business/comment/hide/')).toBeInstanceOf(PlatformError)
  })

  it('a missing item is a PostGoneError only in calls about comments', () => {
    expect(refuse(40_007, '/business/video/list/')).toBeInstanceOf(NotFoundError)
    expect(refuse(40_007, '/business/video/list/')).not.toBeInstanceOf(PostGoneError)
  })

  it('an unknown app is a ConfigError in a token refresh, and a refused sign-in otherwise', () => {
    const refused = refuse(40_113, '/tt_user/oauth2/refresh_token/')
    expect(refused).toBeInstanceOf(ConfigError)
    expect(refused?.message).toContain('The connection may still be valid')
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
  ])('%d leaves the result of a write unknown: %s', (code, isOutage) => {
    expect(refuse(code)).toMatchObject({ isOutage, statusCode: 200 })
  })

  it('a 5xx is an outage, regardless of its body', () => {
    for (const status of [500, 502]) expect(refuse(40_105, '/business/video/list/', 'x', status)).toBeNull()
    expect(refuse(40_105, '/business/video/list/', 'x', 499)).toBeInstanceOf(AuthError)
  })

  it('quotes messages with line breaks and of any length in one line', () => {
    const error = refuse(40_002, '/business/comment/hide/', `a\r\nb${'w '.repeat(90_000)}`)
    expect(error?.message).not.toContain('\n')
    expect(error?.message.length).toBeLessThan(500)
  })

  it.each([
    ['spaces', (letters: number) => ' '.repeat(letters)],
    ['full stops', (letters: number) => `a${'.'.repeat(letters)}b`],
    ['limits', (letters: number) => 'limi'.repeat(letters / 4)],
  ])('are read in linear time with many %s', (_what, make) => {
    expect(growthOf((message: string) => refuse(40_130, '/x/', message), make)).toBeLessThan(MAX_GROWTH)
  })
})
