import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import {
  AuthError,
  ConfigError,
  InvalidPostError,
  MissingPermissionError,
  NotAllowedError,
  NotFoundError,
  NotSupportedError,
  PlatformError,
  PostGoneError,
  RateLimitError,
  type SocialBaseError,
} from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { LOCATION, type Asked, read, refused, reason } from '../__fixtures__/refused.js'

const violation = (code: number | string) => ({
  details: [{ errorDetails: [{ code, field: 'media', message: 'Bad' }] }],
})

type Kind = new (...args: never) => SocialBaseError

const at = (activationUrl: unknown) =>
  refused(reason('SERVICE_DISABLED', { activationUrl }), { status: 403 })?.message

describe('a refusal of Google', () => {
  it.each<[string, object, Asked, Kind, RegExp]>([
    ['a used-up quota', { status: 'RESOURCE_EXHAUSTED' }, { status: 429 }, RateLimitError, /Wait 60 seconds/],
    ['a used-up quota', reason('RATE_LIMIT_EXCEEDED'), { status: 429 }, RateLimitError, /Wait 60 seconds/],
    [
      'a used-up quota',
      { errors: [{ reason: 'quotaExceeded' }] },
      { status: 403 },
      RateLimitError,
      /Wait 60 seconds/,
    ],
    [
      'a used-up quota',
      { errors: [{ reason: 'rateLimitExceeded' }] },
      { status: 403 },
      RateLimitError,
      /Wait 60 seconds/,
    ],
    [
      'a used-up quota in an outage',
      { status: 'RESOURCE_EXHAUSTED' },
      { status: 503 },
      RateLimitError,
      /Wait 60 seconds/,
    ],
    [
      'a closed method',
      { status: 'UNIMPLEMENTED' },
      { status: 501 },
      NotSupportedError,
      /this call.*closed it/,
    ],
    ['a closed method', reason('API_UNSUPPORTED'), {}, NotSupportedError, /this call.*closed it/],
    [
      'questions',
      { status: 'UNIMPLEMENTED' },
      { path: '/v1/locations/2/questions', status: 501 },
      NotSupportedError,
      /questions and answers.*3 November 2025/,
    ],
    [
      'a scope that was unticked',
      reason('ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
      { status: 403 },
      MissingPermissionError,
      /permission selected/,
    ],
    [
      'a scope that was unticked',
      { errors: [{ reason: 'insufficientPermissions' }] },
      { status: 403 },
      MissingPermissionError,
      /business\.manage/,
    ],
    [
      'a service that is off',
      reason('SERVICE_DISABLED'),
      { status: 403 },
      NotAllowedError,
      /not enabled.*APIs & Services/,
    ],
    [
      'a service that is off',
      { errors: [{ reason: 'accessNotConfigured' }] },
      { status: 403 },
      NotAllowedError,
      /not enabled/,
    ],
    ['a dead token', { status: 'UNAUTHENTICATED' }, { status: 401 }, AuthError, /refused the token/],
    [
      'a wrong pin',
      {},
      { path: '/v1/locations/2/verifications/3:complete', method: 'POST' },
      AuthError,
      /refused the pin/,
    ],
    [
      'a picture',
      violation(1000),
      { path: `${LOCATION}/localPosts`, method: 'POST' },
      InvalidPostError,
      /could not fetch the picture/,
    ],
    ['a picture', violation('PHOTO_FETCH_FAILED'), {}, InvalidPostError, /could not fetch the picture/],
    [
      'a chain',
      reason('LOCATION_DISABLED_FOR_LOCAL_POST_API'),
      {},
      NotAllowedError,
      /no posts through the API/,
    ],
    [
      'a chain',
      reason('OPERATION_UNSUPPORTED_UNDER_ACCOUNT_CONDITION'),
      {},
      NotAllowedError,
      /no posts through the API/,
    ],
    ['a chain', violation(1301), {}, NotAllowedError, /no posts through the API/],
    ['a chain', violation(1302), {}, NotAllowedError, /no posts through the API/],
    [
      'a chain',
      violation('LOCATION_DISABLED_FOR_LOCAL_POST_API'),
      {},
      NotAllowedError,
      /no posts through the API/,
    ],
    ['an unverified location', { status: 'FAILED_PRECONDITION' }, {}, NotAllowedError, /verified location/],
    ['a post', {}, { path: `${LOCATION}/localPosts`, method: 'POST' }, InvalidPostError, /Correct it/],
    [
      'a changed post',
      {},
      { path: `${LOCATION}/localPosts/5`, method: 'PATCH' },
      InvalidPostError,
      /Correct it/,
    ],
    ['a reply', {}, { path: `${LOCATION}/reviews/r/reply`, method: 'PUT' }, InvalidPostError, /Correct it/],
    [
      'a field',
      violation('READ_ONLY'),
      { method: 'PATCH', path: '/v1/locations/2' },
      ConfigError,
      /does not change this field/,
    ],
    ['a right', {}, { status: 403 }, NotAllowedError, /lack permission/],
    [
      'a post that is gone',
      {},
      { status: 404, path: `${LOCATION}/localPosts/5` },
      PostGoneError,
      /no longer has/,
    ],
    [
      'a review that is gone',
      {},
      { status: 404, path: `${LOCATION}/reviews/5` },
      PostGoneError,
      /no longer has/,
    ],
    [
      'a question that is gone',
      {},
      { status: 404, path: '/v1/locations/2/questions/5' },
      PostGoneError,
      /no longer has/,
    ],
    ['a location', {}, { status: 404 }, NotFoundError, /moved to another account/],
    ['a call', {}, {}, PlatformError, /refused the request/],
    ['a call', {}, { status: 409 }, PlatformError, /refused the request/],
    [
      'a list of posts',
      {},
      { path: `${LOCATION}/localPosts`, method: 'GET' },
      PlatformError,
      /refused the request/,
    ],
  ])('%s (%j, %j) becomes its error', (_what, error, asked, type, expected) => {
    const thrown = refused(error, asked)
    expect(thrown).toBeInstanceOf(type)
    expect(thrown?.message).toMatch(expected)
    expect(thrown?.platform).toBe('google_business')
  })

  it('contains Google’s message, or the field it concerns', () => {
    expect(refused({}, { status: 409 })?.message).toContain('As it said')
    expect(refused(violation(1), {})?.message).toContain('media: Bad')
    const field = { details: [{ fieldViolations: [{ field: 'summary', description: 'Too long' }] }] }
    expect(refused(field)?.message).toContain('summary: Too long')
    expect(refused({ details: [{ fieldViolations: [{ description: 'Too long' }] }] })?.message).toContain(
      ': Too long',
    )
  })

  it('keeps the response and its status', () => {
    expect(refused({}, { status: 409 })).toMatchObject({ statusCode: 409, raw: { error: { code: 400 } } })
    expect(refused({}, { status: 401 })).toMatchObject({ tokenRefused: true })
    expect(refused({ status: 'RESOURCE_EXHAUSTED' }, { status: 429 })).toMatchObject({ retryAfter: 60 })
    expect(refused(reason('insufficientPermissions'), { status: 403 })).toMatchObject({
      needs: 'https://www.googleapis.com/auth/business.manage',
    })
  })

  it.each(['0', 0])('asks a project without approval to apply, not to wait: %j', (limit) => {
    const error = refused(reason('RATE_LIMIT_EXCEEDED', { quota_limit_value: limit }), { status: 429 })
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ retryAfter: null, passesSoon: false })
    expect(error?.message).toMatch(/apply for access, a separate manual process, at https:/)
    const other = refused(reason('RATE_LIMIT_EXCEEDED', { quota_limit_value: '300' }), { status: 429 })
    expect(other).toMatchObject({ retryAfter: 60 })
  })

  it('contains the page to enable a service, if it is one of Google’s', () => {
    const page = 'https://console.developers.google.com/apis/api/mybusiness.googleapis.com/overview'
    expect(at(page)).toContain(`Enable it at ${page}`)
    for (const other of [
      'http://console.cloud.google.com/',
      'https://evil.example/',
      'https://notgoogle.com/',
      7,
    ])
      expect(at(other)).toContain('the Cloud console, under APIs & Services')
  })

  it.each([500, 502, 503])('is not read from an outage (%d), whatever the body contains', (status) => {
    expect(refused({ status: 'FAILED_PRECONDITION' }, { status })).toBeNull()
    expect(refused(reason('SERVICE_DISABLED'), { status })).toBeNull()
  })

  it.each([200, 204, 302, 399])('is not read with %d', (status) => {
    expect(refused({ status: 'FAILED_PRECONDITION' }, { status })).toBeNull()
  })

  it.each([null, '', '<html>', {}, { error: 7 }, { error: { details: 7, errors: {} } }])(
    'is identified by its status without a message: %j',
    (body) => {
      expect(read(body, { status: 403 })).toBeInstanceOf(NotAllowedError)
      expect(read(body, { status: 418 })).toBeNull()
    },
  )

  it('uses known reasons after an unknown one', () => {
    const error = { errors: [{ reason: 'badRequest' }], ...reason('SERVICE_DISABLED') }
    expect(refused(error, { status: 403 })?.message).toMatch(/not enabled/)
  })
})

const readAll = (text: string) =>
  refused({ message: text, ...reason('SERVICE_DISABLED', { activationUrl: text }) }, { status: 403 })

it.each([
  ['spaces', (letters: number) => ' '.repeat(letters)],
  ['full stops', (letters: number) => '.'.repeat(letters)],
  ['slashes', (letters: number) => 'https://'.repeat(letters / 8)],
])('is read in linear time, with many %s', (_what, make) => {
  expect(growthOf(readAll, make)).toBeLessThan(MAX_GROWTH)
})
