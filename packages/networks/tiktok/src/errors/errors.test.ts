import {
  AuthError,
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  PlatformError,
  RateLimitError,
} from '@social/core'
import type { OutgoingRequest } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { readError as readAt } from './index.js'

const NOW = new Date('2026-11-22T12:00:00Z')
const readError = (reply: Parameters<typeof readAt>[0], request: Parameters<typeof readAt>[1]) =>
  readAt(reply, request, NOW)

const INIT = '/post/publish/video/init/'
const STATUS = '/post/publish/status/fetch/'
const CREATOR = '/post/publish/creator_info/query/'

function refusal(status: number, code: string, path: string, headers: Record<string, string> = {}) {
  const request: OutgoingRequest = {
    method: 'POST',
    url: `https://open.tiktokapis.com/v2${path}`,
    headers: {},
    body: null,
  }
  const body = { data: {}, error: { code, message: "TikTok's own text.", log_id: '20261120E' } }
  return readError({ status, headers, body }, request)
}

describe('a refusal of TikTok', () => {
  it.each([
    [401, 'access_token_invalid', STATUS, AuthError, /Sign|token/],
    [401, 'scope_not_authorized', INIT, MissingPermissionError, /video\.publish.*video\.upload/],
    [
      401,
      'scope_not_authorized',
      '/post/publish/inbox/video/init/',
      MissingPermissionError,
      /lacks video\.upload/,
    ],
    [401, 'scope_not_authorized', '/user/info/', MissingPermissionError, /user\.info\.basic/],
    [400, 'scope_permission_missed', CREATOR, MissingPermissionError, /video\.publish/],
    [400, 'invalid_param', INIT, InvalidPostError, /own text/],
    [400, 'invalid_params', INIT, InvalidPostError, /own text/],
    [400, 'invalid_params', STATUS, PlatformError, /own text/],
    [403, 'privacy_level_option_mismatch', INIT, InvalidPostError, /readCreator/],
    [400, 'invalid_file_upload', INIT, InvalidPostError, /MP4/],
    [400, 'spam_risk_text', INIT, InvalidPostError, /caption/],
    [400, 'app_version_check_failed', INIT, NotAllowedError, /update/],
    [403, 'unaudited_client_can_only_post_to_private_accounts', INIT, NotAllowedError, /audit/],
    [403, 'spam_risk_user_banned_from_posting', INIT, NotAllowedError, /person/],
    [403, 'spam_risk', INIT, NotAllowedError, /spam/],
    [403, 'url_ownership_unverified', INIT, NotAllowedError, /Upload/],
    [400, 'token_not_authorized_for_specified_publish_id', STATUS, NotAllowedError, /connection/],
    [400, 'invalid_publish_id', STATUS, NotFoundError, /does not exist/],
    [400, 'publish_id_not_found', STATUS, NotFoundError, /does not exist/],
    [500, 'internal_error', INIT, PlatformError, /internal_error/],
    [401, 'something_new', INIT, AuthError, /something_new/],
    [403, 'something_new', INIT, NotAllowedError, /something_new/],
    [404, 'something_new', INIT, NotFoundError, /something_new/],
    [429, 'something_new', INIT, RateLimitError, /something_new/],
    [200, 'something_new', INIT, PlatformError, /something_new/],
  ])('%d %s at %s', (status, code, path, kind, message) => {
    const error = refusal(status, code, path)

    expect(error).toBeInstanceOf(kind)
    expect(error?.message).toMatch(message)
    expect(error).toMatchObject({ platform: 'tiktok' })
    expect(error?.raw).toMatchObject({ error: { log_id: '20261120E' } })
  })

  it.each([
    [403, 'spam_risk_too_many_posts', INIT, /15 posts in 24 hours.*tomorrow/],
    [200, 'spam_risk_too_many_posts', CREATOR, /tomorrow/],
    [403, 'spam_risk_too_many_pending_share', INIT, /drafts.*tomorrow/],
    [403, 'reached_active_user_cap', INIT, /audited.*5/],
    [200, 'reached_active_user_cap', CREATOR, /audit/],
    [429, 'spam_risk_too_many_posts', INIT, /tomorrow/],
    [500, 'spam_risk_too_many_posts', INIT, /tomorrow/],
  ])('%d %s at %s is a RateLimitError without a wait', (status, code, path, message) => {
    const error = refusal(status, code, path)

    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ platform: 'tiktok', retryAfter: null, passesSoon: false })
    expect(error?.raw).toMatchObject({ error: { log_id: '20261120E' } })
    expect(error?.message).toMatch(message)
  })

  it('for too many calls per minute contains the waiting time', () => {
    expect(refusal(429, 'rate_limit_exceeded', INIT)).toMatchObject({ retryAfter: 60 })
    expect(refusal(429, 'rate_limit_exceeded', INIT, { 'retry-after': '7' })).toMatchObject({ retryAfter: 7 })
    // The `retry-after` date is compared with the client's clock, which the test sets.
    const date = { 'retry-after': 'Sun, 22 Nov 2026 12:00:30 GMT' }
    expect(refusal(429, 'rate_limit_exceeded', INIT, date)).toMatchObject({ retryAfter: 30 })
    expect(refusal(429, 'rate_limit_exceeded', INIT)?.message).toContain('Wait 60 seconds.')
    const inParts = refusal(429, 'rate_limit_exceeded', INIT, { 'retry-after': '6.2' })
    expect(inParts).toMatchObject({ retryAfter: 6.2, message: expect.stringContaining('Wait 7 seconds.') })
  })

  it('forces a token refresh only when the token was refused', () => {
    expect(refusal(401, 'access_token_invalid', INIT)).toMatchObject({ tokenRefused: true })
    expect(refusal(401, 'scope_not_authorized', INIT)).not.toBeInstanceOf(AuthError)
  })

  it('is null when the code is ok or missing', () => {
    expect(refusal(200, 'ok', INIT)).toBeNull()
    expect(refusal(502, '', INIT)).toBeNull()
  })
})

const readOauth = (status: number, error: string) =>
  readError(
    { status, headers: {}, body: { error, error_description: 'no', log_id: '1' } },
    { method: 'POST', url: 'https://open.tiktokapis.com/v2/oauth/token/', headers: {}, body: null },
  )

describe('a refusal of the sign-in', () => {
  it.each([
    'access_denied',
    'invalid_client',
    'invalid_grant',
    'invalid_request',
    'invalid_scope',
    'unauthorized_client',
    'unsupported_grant_type',
    'unsupported_response_type',
  ])('is an AuthError for %s with status 200, 400 and 401, but not with a 5xx', (word) => {
    for (const status of [200, 400, 401]) expect(readOauth(status, word)).toBeInstanceOf(AuthError)
    for (const status of [500, 503]) expect(readOauth(status, word)).toBeInstanceOf(PlatformError)
  })

  it('is a PlatformError for other codes, because a failure of TikTok must not end a connection', () => {
    for (const status of [200, 400, 500])
      expect(readOauth(status, 'server_error')).toMatchObject({ code: 'PLATFORM', statusCode: status })
    expect(readOauth(429, 'slow_down')).toBeNull()
    expect(readOauth(200, '')).toBeNull()
  })
})

it.each([
  'access_token_invalid',
  'scope_not_authorized',
  'privacy_level_option_mismatch',
  'spam_risk_text',
  'invalid_publish_id',
  'spam_risk_user_banned_from_posting',
])('%s in a 5xx is a failure inside TikTok', (code) => {
  expect(refusal(500, code, INIT)).toBeInstanceOf(PlatformError)
})
