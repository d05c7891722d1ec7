import {
  AuthError,
  InvalidPostError,
  NotAllowedError,
  NotFoundError,
  PlatformError,
  PostGoneError,
  RateLimitError,
  type SocialBaseError,
  whatNext,
} from '@social/core'
import { describe, expect, it } from 'vitest'

import { growthOf, MOST_GROWTH } from '../../../../tooling/growth.js'
import { isDuplicate, readError as readAt } from './errors/index.js'

const NOW = new Date('2026-11-22T12:00:00Z')
const readError = (reply: Parameters<typeof readAt>[0], request: Parameters<typeof readAt>[1]) =>
  readAt(reply, request, NOW)

const TYPES = 'https://api.x.com/2/problems'
const DATE = 'Sun, 22 Nov 2026 12:00:00 GMT'
const now = Date.parse(DATE) / 1000

function errorOf(
  status: number,
  body: unknown,
  at: { readonly place?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): SocialBaseError | null {
  const [method = 'GET', path = ''] = (at.place ?? 'GET /users/me').split(' ')
  return readError(
    { status, headers: { date: DATE, ...at.headers }, body },
    { method: method as 'GET', url: `https://api.x.com/2${path}`, headers: {}, body: null }, // of the table below
  )
}

const POST = { place: 'POST /tweets' }
const forbidden = (detail: string) => ({ title: 'Forbidden', status: 403, type: 'about:blank', detail })

describe('refusals', () => {
  const rows: readonly (readonly [string, number, unknown, object, object, string])[] = [
    [
      'a bad request',
      400,
      {
        errors: [{ message: 'The `ids` are wrong' }],
        title: 'Invalid Request',
        type: `${TYPES}/invalid-request`,
      },
      {},
      PlatformError,
      'The `ids` are wrong',
    ],
    [
      'a bad post',
      400,
      {
        errors: [{ message: '$.text: is missing' }],
        title: 'Invalid Request',
        type: `${TYPES}/invalid-request`,
      },
      POST,
      InvalidPostError,
      '$.text: is missing',
    ],
    [
      'a bad alt text',
      400,
      { title: 'Invalid Request' },
      { place: 'POST /media/metadata' },
      InvalidPostError,
      'Invalid Request',
    ],
    ['too long a text', 403, forbidden('Your Tweet text is too long.'), POST, InvalidPostError, 'Shorten it'],
    [
      'the same words',
      403,
      forbidden('You are not allowed to create a Tweet with duplicate content.'),
      POST,
      InvalidPostError,
      'Change the text',
    ],
    [
      'two cashtags',
      403,
      forbidden('Posts are limited to a maximum of one cashtag.'),
      POST,
      InvalidPostError,
      'one cashtag. Correct it',
    ],
    [
      'a bad token',
      401,
      { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' },
      {},
      AuthError,
      'Sign the account in again',
    ],
    [
      'a spent refresh token',
      400,
      { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' },
      { place: 'POST /oauth2/token' },
      AuthError,
      'Value passed for the token was invalid. Start the sign-in again',
    ],
    [
      'no credits',
      402,
      { title: 'CreditsDepleted', type: 'https://api.twitter.com/2/problems/credits', detail: 'no credits' },
      {},
      NotAllowedError,
      'Buy credits at https://console.x.com. Signing in again does not help.',
    ],
    [
      'no plan',
      403,
      {
        client_id: '1',
        title: 'Client Forbidden',
        reason: 'client-not-enrolled',
        type: 'https://api.twitter.com/2/problems/client-forbidden',
        detail: 'When authenticating',
      },
      {},
      NotAllowedError,
      'No other scope helps. See https://console.x.com.',
    ],
    [
      'no plan of the person',
      403,
      { title: 'Forbidden', reason: 'user-not-enrolled', type: 'about:blank' },
      {},
      NotAllowedError,
      'No other scope helps',
    ],
    [
      'a quote',
      403,
      forbidden('Quoting posts is not available for your current plan.'),
      POST,
      NotAllowedError,
      'Take options.quoteTweetId out',
    ],
    [
      'a like',
      403,
      forbidden('Forbidden'),
      { place: 'POST /users/1/likes' },
      NotAllowedError,
      'Enterprise plan only',
    ],
    [
      'an uncalled answer',
      403,
      forbidden('Reply to this conversation is not allowed because you have not been mentioned'),
      POST,
      NotAllowedError,
      'only when its author named the account',
    ],
    [
      'a closed mailbox',
      403,
      forbidden('You do not have permission to DM one or more participants.'),
      { place: 'POST /dm_conversations/1-2/messages' },
      NotAllowedError,
      'The person takes none',
    ],
    [
      'a foreign post',
      403,
      {
        title: 'Forbidden',
        type: `${TYPES}/not-authorized-for-resource`,
        detail: 'You are not permitted to perform this action.',
      },
      { place: 'DELETE /tweets/1' },
      NotAllowedError,
      'belongs to another account',
    ],
    [
      'a post that is gone',
      404,
      { title: 'Not Found Error', type: `${TYPES}/resource-not-found` },
      { place: 'DELETE /tweets/1' },
      PostGoneError,
      'Leave it out',
    ],
    [
      'a person that is not there',
      404,
      { title: 'Not Found Error', type: `${TYPES}/resource-not-found` },
      { place: 'GET /users/1/mentions' },
      NotFoundError,
      'Leave it out',
    ],
    [
      'a post that is gone, in a 200',
      200,
      {
        errors: [
          {
            detail: 'Could not find tweet with id: [1].',
            type: 'https://api.twitter.com/2/problems/resource-not-found',
          },
        ],
      },
      { place: 'GET /tweets/1' },
      PostGoneError,
      'Could not find tweet',
    ],
    [
      'a post that is hidden, in a 200',
      200,
      { errors: [{ title: 'Authorization Error', type: `${TYPES}/not-authorized-for-resource` }] },
      { place: 'GET /tweets/1' },
      NotAllowedError,
      'does not show it',
    ],
    [
      'trouble, in a 200',
      200,
      { errors: [{ title: 'Unavailable', type: `${TYPES}/resource-unavailable` }] },
      { place: 'GET /tweets/1' },
      PlatformError,
      'Unavailable',
    ],
    [
      'too big a piece',
      413,
      '',
      { place: 'POST /media/upload/1/append' },
      PlatformError,
      'smaller chunkBytes',
    ],
  ]

  it.each(rows)('%s', (_what, status, body, at, kind, words) => {
    const error = errorOf(status, body, at)

    expect(error).toBeInstanceOf(kind)
    expect(error?.message).toContain(words)
    expect(error?.platform).toBe('x')
  })

  it('leave what is no refusal, and what is an outage, to the status', () => {
    expect(errorOf(200, { data: { id: '1' }, errors: [{ type: `${TYPES}/resource-not-found` }] })).toBeNull()
    expect(errorOf(200, { meta: { result_count: 0 } })).toBeNull()
    expect(errorOf(200, { token_type: 'bearer' }, { place: 'POST /oauth2/token' })).toBeNull()
    for (const status of [500, 502, 503]) expect(errorOf(status, { title: 'no' })).toBeNull()
  })

  it('of the plan are no trouble of the sign-in, and nothing to try again', () => {
    for (const [status, body] of [
      [402, { type: `${TYPES}/credits` }],
      [403, { reason: 'client-not-enrolled' }],
    ] as const)
      expect(whatNext(errorOf(status, body)).todo).toBe('LOOK_AT_ACCOUNT')
  })

  it('of the same words are known by them', () => {
    expect(isDuplicate(errorOf(403, forbidden('duplicate content'), POST))).toBe(true)
    expect(isDuplicate(errorOf(403, forbidden('Your Tweet text is too long.'), POST))).toBe(false)
    expect(isDuplicate(new Error('duplicate content'))).toBe(false)
  })
})

describe('too many requests', () => {
  it('say when to come back', () => {
    const headers = { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(now + 90) }
    const error = errorOf(429, { title: 'Too Many Requests' }, { headers })

    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ retryAfter: 90, passesSoon: true })
    expect(error?.message).toContain(
      'within 15 minutes; how many it takes depends on the plan: Too Many Requests. Wait 90 seconds.',
    )
    expect(
      errorOf(429, { errors: [{ code: 88, message: 'Rate limit exceeded' }] }, { headers }),
    ).toMatchObject({
      retryAfter: 90,
      message: expect.stringContaining('Rate limit exceeded'),
    })
  })

  it('in a day pass not soon', () => {
    const headers = { 'x-user-limit-24hour-remaining': '0', 'retry-after': '40000' }

    expect(errorOf(429, {}, { headers })).toMatchObject({ retryAfter: 40_000, passesSoon: false })
  })

  it('until the cap starts again have no end that X tells', () => {
    const error = errorOf(429, {
      title: 'UsageCapExceeded',
      type: 'https://api.twitter.com/2/problems/usage-capped',
      period: 'Monthly',
    })

    expect(error).toMatchObject({ retryAfter: null, passesSoon: false })
    expect(error?.message).toContain('usage cap or spending limit')
  })
})

/** A refusal in whose every field the same words stand. */
const errorOfWords = (words: string): SocialBaseError | null =>
  errorOf(403, { detail: words, type: words, errors: [{ message: words }] }, POST)

it('reads the words of strangers in linear time, and quotes little of them', () => {
  for (const piece of ['a', ' ', 'too ', 'quot', 'video is ', '/'])
    expect(growthOf(errorOfWords, (letters) => piece.repeat(letters / piece.length))).toBeLessThan(
      MOST_GROWTH,
    )
  expect(errorOfWords('a'.repeat(100_000))?.message.length).toBeLessThan(700)
})
