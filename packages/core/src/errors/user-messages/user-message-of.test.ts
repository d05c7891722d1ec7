import { describe, expect, it } from 'vitest'

import { copyError, setNetworkName } from '../base.js'
import {
  AuthError,
  ConfigError,
  InvalidPostError,
  NotSupportedError,
  OutcomeUnknownError,
  PlatformError,
  postIssuesOf,
  RateLimitError,
  userMessageOf,
} from '../index.js'
import { ERROR_TEXTS } from './error-texts.js'
import { ISSUE_TEXTS } from './issue-texts.js'
import { REASON_TEXTS } from './reason-texts.js'
import { renderTemplate } from './template.js'

const ALL = Object.entries({ ...ERROR_TEXTS, ...ISSUE_TEXTS, ...REASON_TEXTS })
const FACTS = {
  network: 'Pinterest',
  field: 'Board',
  limit: 2200,
  actual: 2300,
  over: 100,
  kind: 'IMAGE',
  kinds: 'IMAGE,VIDEO',
  file: 'a.png',
  retryAfter: 90,
}

describe.each(['en', 'de'] as const)('the texts in %s', (language) => {
  it.each(ALL)('%s is a sentence without placeholders, codes and paths', (_code, text) => {
    const message = renderTemplate(text[language], FACTS, language)
    expect(message).toMatch(/^\S.*[.]$/)
    expect(message).not.toMatch(/undefined|null|NaN|[{}]|\[object|options\.|account\.\w|[A-Z]+_[A-Z]+| {2}/)
    expect(message.split(/\s+/).length).toBeLessThanOrEqual(40)
  })
})

it('the texts of both languages differ', () => {
  for (const [, text] of ALL)
    expect(renderTemplate(text.en, FACTS, 'en')).not.toBe(renderTemplate(text.de, FACTS, 'de'))
})

describe('the message of an error for people', () => {
  it('names the network by its display name', () => {
    const error = new AuthError('youtube refused the token.', { platform: 'youtube' })
    expect(error.userMessage).toBe('Youtube did not accept the sign-in. Connect the account again.')
    setNetworkName(error, 'YouTube')
    expect(error.userMessage).toBe('YouTube did not accept the sign-in. Connect the account again.')
    expect((copyError(error) as AuthError).userMessage).toContain('YouTube')
    expect(new AuthError('Refused.').userMessage).toMatch(/^The network did not accept/)
  })

  it('states the time of the next attempt, in both languages', () => {
    const error = new RateLimitError('Slow down.', { platform: 'x', retryAfter: 300 })
    expect(error.userMessage).toBe('X accepts no more requests at the moment. Try again in 5 minutes.')
    expect(userMessageOf(error, { language: 'de' })).toBe(
      'X nimmt gerade keine weiteren Anfragen an. Versuche es in 5 Minuten noch einmal.',
    )
    expect(new RateLimitError('Slow down.').userMessage).toContain('Try again later.')
  })

  it('distinguishes an outage from a refusal, and an unknown outcome that is checked again', () => {
    const on = { platform: 'x' }
    expect(new PlatformError('Broken.', { ...on, statusCode: 500 }).userMessage).toContain('has a problem')
    expect(new PlatformError('No.', { ...on, statusCode: 422 }).userMessage).toBe('X refused this.')
    const later = new OutcomeUnknownError('Lost.', { ...on, receipt: null, retryAfter: 60 })
    expect(later.userMessage).toContain('Not confirmed yet by X. The next check is possible in 60 seconds.')
    expect(new OutcomeUnknownError('Lost.', { ...on, receipt: null }).userMessage).toContain('not known')
  })

  it('is the text of the reason, and of the network for its own reason', () => {
    const shared = new AuthError('Checkpoint.', { platform: 'instagram', reason: 'CHECKPOINT' })
    expect(shared.userMessage).toContain('asks the owner of the account for a confirmation')
    const userText = { en: '{network} knows no board {name}.', de: '{network} kennt kein Board {name}.' }
    const facts = { name: 'a'.repeat(500) }
    const own = new AuthError('x', { platform: 'pinterest', reason: 'NO_BOARD', userText, facts })
    expect(own.userMessage).toBe(`Pinterest knows no board ${'a'.repeat(200)}.`)
    expect(userMessageOf(own, { language: 'de-AT' })).toMatch(/^Pinterest kennt kein Board/)
    expect(own.reason).toBe('NO_BOARD')
  })

  it('can be replaced and translated by the application', () => {
    const error = new AuthError('No.', { platform: 'x', reason: 'CHECKPOINT' })
    const texts = { AUTH: 'Connexion refusée.', 'x.CHECKPOINT': '{network} demande une confirmation.' }
    expect(userMessageOf(error, { language: 'fr', texts })).toBe('X demande une confirmation.')
    expect(userMessageOf(new AuthError('No.'), { language: 'fr', texts })).toBe('Connexion refusée.')
    expect(userMessageOf(new RateLimitError('No.'), { language: 'fr', texts })).toContain('Try again later')
  })

  it('reveals nothing of a value from elsewhere', () => {
    const hostile = new Proxy({}, { has: () => { throw new Error('trap') } }) // prettier-ignore
    for (const value of [new Error('hunter2'), 'hunter2', null, undefined, 7, hostile])
      expect(userMessageOf(value)).toBe('Something went wrong. Try again later.')
  })

  it.each([{ language: '' }, { language: 'not a tag' }, {}, null])('refuses the language %o', (messages) => {
    expect(() => userMessageOf(new AuthError('x'), messages as never)).toThrow(ConfigError)
  })
})

describe('the issues of a refused post', () => {
  const issue = {
    field: 'text',
    code: 'TEXT_TOO_LONG',
    message: 'x takes 280.',
    limit: 280,
    actual: 300,
  } as const

  it('are plain data with both messages', () => {
    const error = new InvalidPostError('x takes 280.', {
      platform: 'x',
      issues: [{ ...issue, facts: { over: 20 } }],
    })
    expect(JSON.parse(JSON.stringify(error.issues))).toEqual([
      {
        ...issue,
        optionPath: null,
        mediaIndex: null,
        userMessage: 'The text is too long for X: 300 of 280 characters. Shorten it by 20.',
      },
    ])
    expect(error.userMessage).toBe(error.issues[0]?.userMessage)
    const [first] = error.issues
    expect(userMessageOf(first, { language: 'de' })).toContain('Der Text ist zu lang für X')
  })

  it('are one issue for the whole post if the error names none', () => {
    const error = new InvalidPostError('The network refused the post.', { platform: 'x' })
    expect(error.issues).toMatchObject([{ field: 'post', code: 'POST_INVALID', message: error.message }])
    expect(error.userMessage).toContain('X does not accept this post.')
  })

  it('belong to an unsupported part of a post too', () => {
    const given = {
      platform: 'x',
      what: 'replies',
      issue: { field: 'replyTo', code: 'REPLY_NOT_SUPPORTED' },
    } as const
    const error = new NotSupportedError(given)
    expect(error.issues).toMatchObject([{ field: 'replyTo', message: error.message }])
    expect(error.userMessage).toContain('X does not support a post as a reply')
    expect(new NotSupportedError({ platform: 'x', what: 'this' }).issues).toEqual([])
    expect(postIssuesOf(new Error('x'))).toEqual([])
  })
})
