import { userMessageOf } from '@social/core'
import { makePostFailure } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { readError } from './errors.js'
import { TEXTS } from './messages.js'

/** Parts of a text that only a developer understands. */
const FOR_DEVELOPERS = /_|(options|account)\.[a-z]|[{}]|https?:|idempotency|undefined|null/

/** Languages whose message is a sentence for people. */
const goodLanguages = (problem: unknown): readonly string[] =>
  ['en', 'de'].filter((language) => {
    const text = userMessageOf(problem, { language })
    const isOther = language === 'en' || text !== userMessageOf(problem)
    return isOther && text.endsWith('.') && !FOR_DEVELOPERS.test(text)
  })

const refusal = (code: number, message = 'Own text.', path = '/business/comment/reply/create/') =>
  readError(
    { status: 200, headers: {}, body: { code, message } },
    { method: 'POST', url: `https://business-api.tiktok.com/open_api/v1.3${path}` } as never, // safe cast: only the URL is read
    new Date('2026-11-24T00:00:00Z'),
  )

const CODES = [
  40_000, 40_001, 40_002, 40_007, 40_011, 40_016, 40_053, 40_100, 40_101, 40_102, 40_103, 40_104, 40_105,
  40_106, 40_107, 40_108, 40_110, 40_113, 40_118, 40_119, 40_124, 40_125, 40_130, 40_131, 40_132, 40_133,
  40_200, 40_700, 41_000, 50_000, 51_065, 51_305, 60_001,
]

describe('the messages for people', () => {
  it.each(Object.entries(TEXTS))('name the problem %s in both languages', (reason, userText) => {
    const failure = makePostFailure({ reason, message: 'x', network: 'TikTok Business', userText })
    expect(goodLanguages(failure)).toEqual(['en', 'de'])
  })

  it.each(CODES)('name the refusal %d', (code) => {
    expect(goodLanguages(refusal(code))).toEqual(['en', 'de'])
  })
})

describe('the data of a refusal', () => {
  it.each([40_000, 40_002, 40_011])('of a reply names its text: %d', (code) => {
    expect(refusal(code)).toMatchObject({ issues: [{ field: 'text', code: 'REPLY_REFUSED' }] })
  })

  it.each([
    [40_001, 'No.', 'PERMISSION_LOST'],
    [40_118, 'No.', 'APPROVAL_MISSING'],
    [40_105, 'auth_removed', 'ACCESS_REVOKED'],
    [40_105, 'Access token is incorrect.', null],
    [40_100, 'QPD limit', 'QUOTA'],
    [40_100, 'QPS limit', null],
  ])('has the reason of %d: %s', (code, message, reason) => {
    expect(refusal(code, message)?.reason).toBe(reason)
  })

  it('of the app at a renewal concerns the operator', () => {
    expect(refusal(40_113, 'No.', '/tt_user/oauth2/refresh_token/')?.reason).toBe('APP_REFUSED')
  })
})
