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

import { growthOf, MOST_GROWTH } from '../../../../tooling/growth.js'
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
    [40_100, RateLimitError],
    [40_016, RateLimitError],
    [40_132, RateLimitError],
    [40_133, RateLimitError],
    [40_102, AuthError],
    [40_104, AuthError],
    [40_105, AuthError],
    [40_106, AuthError],
    [40_101, AuthError],
    [40_103, AuthError],
    [40_107, AuthError],
    [40_110, AuthError],
    [40_131, AuthError],
    [40_199, AuthError],
    [40_001, MissingPermissionError],
    [40_118, NotAllowedError],
    [40_125, NotAllowedError],
    [41_000, NotAllowedError],
    [40_007, PostGoneError],
    [40_053, PostGoneError],
    [40_002, PlatformError],
    [40_006, PlatformError],
    [40_050, PlatformError],
    [41_001, PlatformError],
    [50_000, PlatformError],
    [51_305, PlatformError],
    [60_001, PlatformError],
    [99_999, PlatformError],
  ])('%d', (code, type) => {
    const error = refuse(code)
    expect(error).toBeInstanceOf(type)
    expect(error).toMatchObject({ platform: 'tiktok_business', raw: { code } })
  })

  it.each([
    [40_102, true],
    [40_105, true],
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

  it('wrong parameters are the post’s own only in an answer', () => {
    expect(refuse(40_002, '/business/comment/reply/create/')).toBeInstanceOf(InvalidPostError)
    expect(refuse(40_002, '/business/comment/hide/')).toBeInstanceOf(PlatformError)
  })

  it('what is gone is a post only where comments are read', () => {
    expect(refuse(40_007, '/business/video/list/')).toBeInstanceOf(NotFoundError)
    expect(refuse(40_007, '/business/video/list/')).not.toBeInstanceOf(PostGoneError)
  })

  it('an unknown app is the operator’s matter at a renewal, and a refused sign-in otherwise', () => {
    expect(refuse(40_113, '/tt_user/oauth2/refresh_token/')).toBeInstanceOf(ConfigError)
    expect(refuse(40_113, '/tt_user/oauth2/token/')).toBeInstanceOf(AuthError)
  })

  it.each([
    [50_000, true],
    [51_305, true],
    [51_399, true],
    [60_001, true],
    [40_700, true],
    [40_050, false],
    [41_002, false],
  ])('%d leaves a visible request open: %s', (code, isOutage) => {
    expect(refuse(code)).toMatchObject({ isOutage })
  })

  it('a 5xx stays an outage, whatever stands in it', () => {
    expect(refuse(40_105, '/business/video/list/', 'x', 502)).toBeNull()
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
    expect(growthOf((words: string) => refuse(40_130, '/x/', words), make)).toBeLessThan(MOST_GROWTH)
  })
})
