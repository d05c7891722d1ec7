import {
  AuthError,
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  type OutgoingRequest,
  PlatformError,
  PostGoneError,
  RateLimitError,
} from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { readError as readAt } from './index.js'

const NOW = new Date('2026-11-22T12:00:00Z')
const readError = (reply: Parameters<typeof readAt>[0], request: Parameters<typeof readAt>[1]) =>
  readAt(reply, request, NOW)

const API = 'https://www.googleapis.com/youtube/v3'

function aRequest(path: string, method: OutgoingRequest['method'] = 'GET'): OutgoingRequest {
  return { method, url: path.startsWith('https:') ? path : `${API}${path}`, headers: {}, body: null }
}

/** Builds an error response in the format of the YouTube API. */
function refusal(status: number, reason: string, more: object = {}, message = 'Because.') {
  const error = { code: status, message, errors: [{ message, domain: 'youtube', reason }], ...more }
  return { status, headers: {}, body: { error } }
}

describe('a refusal of YouTube', () => {
  it.each([
    [403, 'quotaExceeded', RateLimitError],
    [403, 'dailyLimitExceeded', RateLimitError],
    [403, 'dailyLimitExceededUnreg', RateLimitError],
    [400, 'uploadLimitExceeded', RateLimitError],
    [403, 'rateLimitExceeded', RateLimitError],
    [403, 'userRateLimitExceeded', RateLimitError],
    [429, 'rateLimitExceeded', RateLimitError],
    [401, 'authError', AuthError],
    [401, 'authorizationRequired', AuthError],
    [401, 'youtubeSignupRequired', AuthError],
    [403, 'insufficientPermissions', MissingPermissionError],
    [403, 'accessNotConfigured', NotAllowedError],
    [403, 'forbidden', NotAllowedError],
    [403, 'channelClosed', NotAllowedError],
    [403, 'commentsDisabled', NotAllowedError],
    [400, 'operationNotSupported', NotAllowedError],
    [403, 'forbiddenPrivacySetting', InvalidPostError],
    [400, 'invalidTitle', InvalidPostError],
    [400, 'invalidDescription', InvalidPostError],
    [400, 'invalidTags', InvalidPostError],
    [400, 'invalidCategoryId', InvalidPostError],
    [400, 'invalidPublishAt', InvalidPostError],
    [400, 'invalidVideoMetadata', InvalidPostError],
    [400, 'commentTextTooLong', InvalidPostError],
    [404, 'videoNotFound', PostGoneError],
    [404, 'commentNotFound', NotFoundError],
    [403, 'forbiddenLicenseSetting', InvalidPostError],
    [403, 'forbiddenEmbedSetting', InvalidPostError],
    [400, 'invalidPublishScheduleForVideo', InvalidPostError],
    [400, 'invalidFilename', InvalidPostError],
    [400, 'invalidRecordingDetails', InvalidPostError],
    [400, 'invalidVideoGameRating', InvalidPostError],
    [400, 'defaultLanguageNotSet', InvalidPostError],
    [400, 'mediaBodyRequired', InvalidPostError],
    [400, 'commentTextRequired', InvalidPostError],
    [400, 'invalidCommentMetadata', InvalidPostError],
    [400, 'invalidCommentThreadMetadata', InvalidPostError],
    [400, 'invalidCustomEmoji', InvalidPostError],
    [400, 'parentIdMissing', InvalidPostError],
    [403, 'uploadRateLimitExceeded', RateLimitError],
    [403, 'accountDelegationForbidden', NotAllowedError],
    [403, 'authenticatedUserNotChannel', NotAllowedError],
    [403, 'channelSuspended', NotAllowedError],
    [403, 'authenticatedUserAccountClosed', NotAllowedError],
    [403, 'authenticatedUserAccountSuspended', NotAllowedError],
    [403, 'parentCommentIsPrivate', NotAllowedError],
    [403, 'banWithoutReject', NotAllowedError],
    [403, 'ineligibleAccount', NotAllowedError],
    [404, 'channelNotFound', NotFoundError],
    [404, 'commentThreadNotFound', NotFoundError],
    [404, 'parentCommentNotFound', NotFoundError],
    [400, 'processingFailure', PlatformError],
    [401, 'UNAUTHENTICATED', AuthError],
    [403, 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', MissingPermissionError],
    [403, 'SERVICE_DISABLED', NotAllowedError],
    [429, 'RESOURCE_EXHAUSTED', RateLimitError],
  ])('with %i %s becomes the right error, and keeps its message', (status, reason, kind) => {
    const error = readError(refusal(status, reason), aRequest('/videos'))

    expect(error).toBeInstanceOf(kind)
    expect(error?.platform).toBe('youtube')
    expect(error?.raw).toMatchObject({ error: { code: status } })
  })

  // Holds R-0394, R-0395, R-0396.
  it.each([
    ['the old form', refusal(403, 'quotaExceeded')],
    [
      'the new form, by its sentence',
      refusal(
        429,
        'rateLimitExceeded',
        { status: 'RESOURCE_EXHAUSTED' },
        "Quota exceeded for quota metric 'Video Uploads' and limit 'Video Uploads per day' of service 'youtube.googleapis.com'.",
      ),
    ],
    [
      'the new form, by its unit',
      refusal(429, 'rateLimitExceeded', {
        details: [{ reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_unit: '1/d/{project}' } }],
      }),
    ],
    [
      'the new form without a list',
      {
        status: 429,
        headers: {},
        body: { error: { code: 429, message: 'x per day', status: 'RESOURCE_EXHAUSTED' } },
      },
    ],
    [
      'the new form, by its details alone',
      {
        status: 429,
        headers: {},
        body: {
          error: {
            message: 'x',
            details: [{}, { reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_unit: '1/d/{project}' } }],
          },
        },
      },
    ],
    ['the channel’s own', refusal(400, 'uploadLimitExceeded')],
  ])('of a day’s quota, in %s, is never retried', (_what, reply) => {
    const error = readError({ ...reply, headers: { 'retry-after': '5' } }, aRequest('/videos'))

    expect(error).toMatchObject({ code: 'RATE_LIMIT', retryAfter: null, passesSoon: false })
    expect(error?.message).toMatch(/daily (?:quota|upload limit)/)
    expect(error?.message).toMatch(/Retries only use up/)
  })

  it('of a minute’s quota is temporary, with its wait', () => {
    const reply = refusal(429, 'rateLimitExceeded', {}, 'Quota exceeded per minute per user.')

    const error = readError({ ...reply, headers: { 'retry-after': '5' } }, aRequest('/videos'))

    expect(error).toMatchObject({ code: 'RATE_LIMIT', retryAfter: 5, passesSoon: true })
    // The `retry-after` date is compared with the client's clock, which the test sets.
    const date = { 'retry-after': 'Sun, 22 Nov 2026 12:00:30 GMT' }
    expect(readError({ ...reply, headers: date }, aRequest('/videos'))).toMatchObject({ retryAfter: 30 })
  })

  it('of another status does not concern the token', () => {
    expect(readError(refusal(403, 'authError'), aRequest('/videos'))).toBeNull()
  })

  it('is not read from a successful response', () => {
    for (const reason of ['quotaExceeded', 'forbidden', 'invalidTitle'])
      expect(readError(refusal(200, reason), aRequest('/videos'))).toBeNull()
  })

  it('keeps its status if nothing else is known', () => {
    expect(readError(refusal(400, 'processingFailure'), aRequest('/videos'))).toMatchObject({
      statusCode: 400,
    })
  })

  it("of the project contains Google's page to enable the API", () => {
    const details = [
      {
        reason: 'SERVICE_DISABLED',
        metadata: { activationUrl: 'https://console.developers.google.com/apis/api/youtube?project=1' },
      },
    ]

    expect(
      readError({ status: 403, headers: {}, body: { error: { message: 'x', details } } }, aRequest('/videos'))
        ?.message,
    ).toContain('https://console.developers.google.com/apis/api/youtube?project=1')
  })

  it('of the token can be solved by a new one, a missing channel cannot', () => {
    expect(readError(refusal(401, 'authError'), aRequest('/videos'))).toMatchObject({ tokenRefused: true })
    const noChannel = readError(refusal(401, 'youtubeSignupRequired'), aRequest('/channels'))
    expect(noChannel).toMatchObject({ tokenRefused: false })
    expect(noChannel?.message).toContain('https://www.youtube.com/create_channel')
  })

  it.each([
    ['/commentThreads', 'GET', 'force-ssl'],
    ['/comments', 'POST', 'force-ssl'],
    ['/comments/setModerationStatus?id=1', 'POST', 'force-ssl'],
    ['/videos?id=1', 'GET', 'readonly'],
    ['/channels', 'GET', 'readonly'],
    ['https://www.googleapis.com/upload/youtube/v3/videos', 'POST', 'upload'],
  ] as const)('of the scope at %s %s reports the required one', (path, method, scope) => {
    const error = readError(refusal(403, 'insufficientPermissions'), aRequest(path, method))

    expect(error).toMatchObject({ needs: `https://www.googleapis.com/auth/youtube.${scope}` })
  })

  it.each([
    ['invalid_grant', 400, AuthError, /7 days/],
    ['redirect_uri_mismatch', 400, AuthError, /character by character/],
    ['invalid_client', 401, AuthError, /Storage\.saveApp/],
    ['unauthorized_client', 401, AuthError, /Storage\.saveApp/],
    ['deleted_client', 401, AuthError, /Storage\.saveApp/],
    ['rate_limit_exceeded', 403, RateLimitError, /rate limit is exhausted/],
  ])('at the sign-in, %s, reports what to do', (error, status, kind, expected) => {
    const body = { error, error_description: 'Bad Request' }

    const read = readError(
      { status, headers: {}, body },
      aRequest('https://oauth2.googleapis.com/token', 'POST'),
    )

    expect(read).toBeInstanceOf(kind)
    expect(read?.message).toMatch(expected)
  })

  it.each(['https://google.com.evil.example/', 'http://console.cloud.google.com/', 'javascript:alert(1)', 7])(
    'of the project contains no page except Google’s: not %s',
    (activationUrl) => {
      const body = {
        error: {
          code: 403,
          status: 'x',
          details: [{ reason: 'SERVICE_DISABLED', metadata: { activationUrl } }],
        },
      }

      expect(readError({ status: 403, headers: {}, body }, aRequest('/videos'))?.message).toMatch(
        /Enable it at the Cloud console, under/,
      )
    },
  )

  it('inside Google ends no connection and refuses no post, but an exhausted quota is read', () => {
    for (const reason of ['authError', 'youtubeSignupRequired', 'invalidTitle', 'forbidden', 'videoNotFound'])
      expect(readError(refusal(500, reason), aRequest('/videos'))).toBeNull()
    const body = { error: 'invalid_grant' }
    expect(readError({ status: 503, headers: {}, body }, aRequest('/token', 'POST'))).toBeNull()
    for (const reason of ['quotaExceeded', 'uploadLimitExceeded'])
      expect(readError(refusal(500, reason), aRequest('/videos'))).toMatchObject({ passesSoon: false })
  })

  it.each([
    ['a page', '<html>'],
    ['nothing', null],
    ['an unknown word', refusal(400, 'somethingNew').body],
    ['a strange shape', { error: { errors: 'none', details: [1], message: 5 } }],
  ])('that is %s is left to its status', (_what, body) => {
    expect(readError({ status: 500, headers: {}, body }, aRequest('/videos'))).toBeNull()
    expect(readError({ status: 200, headers: {}, body }, aRequest('/videos'))).toBeNull()
  })
})
