import { userMessageOf } from '@social/core'
import { describeOptions, makePostFailure } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { FAILURE_REASONS, GONE, toFailure } from './errors/failures.js'
import { readError } from './errors/index.js'
import { ROWS } from './errors/rows.js'
import { TEXTS } from './messages.js'
import { postOptions } from './options.js'

/** Parts of a text that only a developer understands. */
const FOR_DEVELOPERS = /_|(options|account)\.[a-z]|[{}]|https?:|idempotency|undefined|null/

/** Languages whose message is a sentence for people. */
const goodLanguages = (problem: unknown): readonly string[] =>
  ['en', 'de'].filter((language) => {
    const text = userMessageOf(problem, { language })
    const isOther = language === 'en' || text !== userMessageOf(problem)
    return isOther && text.endsWith('.') && !FOR_DEVELOPERS.test(text)
  })

const refusal = (reason: string, { status = 403, message = 'Own text.' } = {}) =>
  readError(
    { status, headers: {}, body: { error: { message, errors: [{ reason }] } } },
    { method: 'POST', url: 'https://www.googleapis.com/youtube/v3/videos' } as never, // safe cast: only these fields are read
    new Date('2026-11-24T00:00:00Z'),
  )

const REASONS = [...new Set(ROWS.flatMap(({ reasons }) => reasons))]

describe('the messages for people', () => {
  it.each(Object.entries(TEXTS))('name the problem %s in both languages', (reason, userText) => {
    const failure = makePostFailure({ reason, message: 'x', network: 'YouTube', userText })
    expect(goodLanguages(failure)).toEqual(['en', 'de'])
  })

  it.each(REASONS)('name the refusal %s', (reason) => {
    const status = /^(auth|UNAUTH)/.test(reason) ? 401 : 403
    expect(goodLanguages(refusal(reason, { status }))).toEqual(['en', 'de'])
  })

  it.each(describeOptions(postOptions))('describe the option $name', ({ info, choices }) => {
    expect(info).toMatchObject({ label: { en: expect.any(String), de: expect.any(String) } })
    expect(info?.help?.en).toMatch(/\.$/)
    expect(info?.help?.de).toMatch(/\.$/)
    expect(Object.keys(info?.choices ?? {}).toSorted()).toEqual(choices.map(String).toSorted())
  })
})

describe('the failure of a video', () => {
  it.each(FAILURE_REASONS)('names the reason %s', (rejectionReason) => {
    const failure = toFailure({ id: 'v', status: { uploadStatus: 'rejected', rejectionReason } })
    expect(failure.message).toContain(rejectionReason)
    expect(failure.code).not.toBe('UNKNOWN')
    expect(goodLanguages(failure)).toEqual(['en', 'de'])
  })

  it.each([
    [{ status: { uploadStatus: 'failed', failureReason: 'codec' } }, 'FILE_UNREADABLE_VIDEO', 'CHANGE_POST'],
    [{ status: { uploadStatus: 'rejected', rejectionReason: 'copyright' } }, 'COPYRIGHT', 'CHANGE_POST'],
    [
      { status: { uploadStatus: 'rejected', rejectionReason: 'uploaderAccountSuspended' } },
      'ACCOUNT_SUSPENDED',
      'LOOK_AT_ACCOUNT',
    ],
    [{ status: { uploadStatus: 'rejected', rejectionReason: 'new' } }, 'VIDEO_REJECTED', 'CHANGE_POST'],
    [{ status: { uploadStatus: 'failed' } }, 'MEDIA_FAILED', 'CHANGE_POST'],
    [
      {
        status: { uploadStatus: 'uploaded' },
        processingDetails: { processingFailureReason: 'transcodeFailed' },
      },
      'MEDIA_FAILED',
      'CHANGE_POST',
    ],
    [{ status: { uploadStatus: 'deleted' } }, 'VIDEO_GONE', 'LOOK_AT_ACCOUNT'],
  ])('%j is %s', (video, code, todo) => {
    expect(toFailure({ id: 'v', ...video })).toMatchObject({ code, todo })
  })

  it('is known for a video that is not listed', () => {
    expect(goodLanguages(GONE)).toEqual(['en', 'de'])
  })
})

describe('the data of a refusal', () => {
  it.each([
    ['invalidTitle', { field: 'options', code: 'OPTION_INVALID', optionPath: 'title' }],
    ['invalidTags', { field: 'options', code: 'OPTION_INVALID', optionPath: 'tags' }],
    ['forbiddenLicenseSetting', { field: 'options', optionPath: 'license' }],
    ['invalidDescription', { field: 'text', code: 'DESCRIPTION_REFUSED' }],
    ['invalidPublishAt', { field: 'publishAt', code: 'TIME_REFUSED' }],
    ['invalidFilename', { field: 'post', code: 'VIDEO_REFUSED' }],
    ['commentTextTooLong', { field: 'text', code: 'COMMENT_REFUSED' }],
  ])('names the field for %s', (reason, issue) => {
    expect(refusal(reason, { status: 400 })).toMatchObject({ issues: [issue] })
  })

  it.each([
    ['quotaExceeded', 'QUOTA', undefined],
    ['rateLimitExceeded', 'QUOTA', 'Video Uploads per day'],
    ['uploadLimitExceeded', 'DAILY_LIMIT', undefined],
    ['RESOURCE_EXHAUSTED', 'QUOTA', 'Quota exceeded for limit Queries per day'],
    ['userRateLimitExceeded', null, undefined],
    ['youtubeSignupRequired', 'NO_CHANNEL', undefined],
    ['insufficientPermissions', 'PERMISSION_LOST', undefined],
    ['accessNotConfigured', 'API_DISABLED', undefined],
    ['channelSuspended', 'ACCOUNT_SUSPENDED', undefined],
    ['commentsDisabled', 'COMMENTS_OFF', undefined],
    ['invalid_grant', 'ACCESS_REVOKED', 'Token has been expired or revoked.'],
    ['invalid_grant', null, 'Malformed auth code.'],
    ['invalid_client', 'APP_REFUSED', undefined],
    ['redirect_uri_mismatch', 'APP_REFUSED', undefined],
  ])('has the reason of %s: %s', (network, reason, message) => {
    expect(refusal(network, { status: 400, ...(message && { message }) })?.reason).toBe(reason)
  })

  it.each(['authError', 'authorizationRequired', 'UNAUTHENTICATED'])(
    'has the reason of %s: the access was revoked',
    (network) => {
      expect(refusal(network, { status: 401 })).toMatchObject({ reason: 'ACCESS_REVOKED' })
    },
  )
})
