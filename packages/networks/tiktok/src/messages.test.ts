import { userMessageOf } from '@social/core'
import { describeOptions, makePostFailure } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { FAIL_REASONS, toFailure } from './errors/failures.js'
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

const refusal = (code: string, status = 400, path = '/post/publish/video/init/') =>
  readError(
    { status, headers: {}, body: { error: { code, message: 'Own text.' } } },
    { method: 'POST', url: `https://open.tiktokapis.com/v2${path}` } as never, // safe cast: only the URL is read
    new Date('2026-11-24T00:00:00Z'),
  )

describe('the messages for people', () => {
  it.each(Object.keys(TEXTS))('name the problem %s in both languages', (reason) => {
    const userText = TEXTS[reason as keyof typeof TEXTS]
    expect(goodLanguages(makePostFailure({ reason, message: 'x', network: 'TikTok', userText }))).toEqual([
      'en',
      'de',
    ])
  })

  it.each([...ROWS.keys()])('name the refusal %s', (code) => {
    expect(goodLanguages(refusal(code))).toEqual(['en', 'de'])
  })

  it.each([...FAIL_REASONS, 'something_new', null])('name the reason %s of a failed post', (reason) => {
    expect(goodLanguages(toFailure(reason))).toEqual(['en', 'de'])
  })

  it.each(describeOptions(postOptions))('describe the option $name', ({ info, choices }) => {
    expect(info).toMatchObject({ label: { en: expect.any(String), de: expect.any(String) } })
    expect(info?.help?.en).toMatch(/\.$/)
    expect(info?.help?.de).toMatch(/\.$/)
    expect(Object.keys(info?.choices ?? {}).toSorted()).toEqual(choices.map(String).toSorted())
  })
})

describe('the data of a refusal', () => {
  it.each([
    [
      'privacy_level_option_mismatch',
      { field: 'options', code: 'PRIVACY_LEVEL', optionPath: 'privacyLevel' },
    ],
    ['invalid_file_upload', { field: 'media', code: 'MEDIA_FAILED', mediaIndex: 0 }],
    ['spam_risk_text', { field: 'text', code: 'SPAM' }],
    ['invalid_params', { field: 'post', code: 'SETTING_REFUSED' }],
  ])('names the field for %s', (code, issue) => {
    expect(refusal(code)).toMatchObject({ issues: [issue] })
  })

  it.each([
    ['spam_risk_user_banned_from_posting', 'ACCOUNT_SUSPENDED'],
    ['spam_risk', 'SPAM'],
    ['spam_risk_too_many_posts', 'DAILY_LIMIT'],
    ['spam_risk_too_many_pending_share', 'PENDING_DRAFTS'],
    ['reached_active_user_cap', 'APP_DAILY_CAP'],
    ['scope_not_authorized', 'PERMISSION_LOST'],
    ['app_version_check_failed', 'APP_OUTDATED'],
    ['unaudited_client_can_only_post_to_private_accounts', 'APP_NOT_AUDITED'],
  ])('has the reason of %s', (code, reason) => {
    expect(refusal(code)?.reason).toBe(reason)
  })
})
