import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import {
  AuthError,
  BlockedError,
  ConfigError,
  InvalidPostError,
  NetworkError,
  NoConnectionError,
  OutcomeUnknownError,
  PublishBusyError,
  NotFoundError,
  NotSupportedError,
  PlatformError,
  PostGoneError,
  RateLimitError,
  SignatureError,
  type SocialBaseError,
  TokenExpiredError,
  UpdateBusyError,
} from '../errors/index.js'
import { jsonOf, textOf } from './__fixtures__/browser.js'
import { Reply } from './reply.js'

const after = (retryAfter: number | null) =>
  Reply.forError(new RateLimitError('a', { retryAfter })).headers['retry-after']
const location = (url: string) => Reply.redirect(url).headers['location']

describe('Reply.forError', () => {
  // Holds R-0502, R-0506.
  it('returns status and user message of every kind of error', () => {
    const rows: [Error, number][] = [
      [new AuthError('a'), 401],
      [new TokenExpiredError('a'), 401],
      [new BlockedError('a'), 403],
      [new NotFoundError('a'), 404],
      [new PostGoneError('a'), 404],
      [new NoConnectionError('a'), 404],
      [new RateLimitError('a'), 429],
      [new InvalidPostError('a'), 400],
      [new UpdateBusyError('a', { retryAfter: 5 }), 503],
      [new PublishBusyError('a', { retryAfter: 5 }), 503],
      [new OutcomeUnknownError('a', { receipt: null }), 502],
      [new NetworkError('a'), 502],
      [new PlatformError('a', { platform: 'fake' }), 502],
    ]
    for (const [error, status] of rows) {
      const reply = Reply.forError(error)
      expect([error.name, reply.status]).toEqual([error.name, status])
      expect(jsonOf(reply)['error']).toBe((error as SocialBaseError).userMessage)
      expect(jsonOf(reply)['error']).not.toBe('a')
    }
    expect(Reply.forError(new NotSupportedError({ platform: 'fake', what: 'likes' })).status).toBe(400)
  })

  it('returns the message in the language of the visitor', () => {
    const reply = Reply.forError(new InvalidPostError('a', { platform: 'fake' }), { language: 'de' })
    expect(jsonOf(reply)['error']).toContain('nimmt diesen Beitrag nicht an')
  })

  it('returns only "Refused." for a signature error', () => {
    const reply = Reply.forError(new SignatureError('the header was missing', { platform: 'fake' }))
    expect([reply.status, reply.contentType, textOf(reply)]).toEqual([
      401,
      'text/plain; charset=utf-8',
      'Refused.',
    ])
  })

  it('reveals nothing about the application', () => {
    for (const error of [new ConfigError('the password is 1234'), new TypeError('secret'), 'secret', null]) {
      const reply = Reply.forError(error)
      expect(reply.status).toBe(500)
      expect(textOf(reply)).toBe('{"error":"The server could not do that.","platform":null}')
    }
  })

  it('asks to repeat a publish that another worker is doing', () => {
    const reply = Reply.forError(new PublishBusyError('a', { retryAfter: 4.2 }))
    expect(reply.headers).toEqual({ 'retry-after': '5' })
  })

  // Holds R-0502.
  it('reports the wait only if it is known, rounded up', () => {
    expect([after(null), after(0), after(0.2), after(30), after(-5), after(Infinity)]).toEqual([
      undefined,
      '0',
      '1',
      '30',
      '0',
      undefined,
    ])
    expect(Reply.forError(new UpdateBusyError('a', { retryAfter: 5 })).headers['retry-after']).toBe('5')
  })
})

describe('Reply.redirect', () => {
  it('keeps a URL unchanged, except for characters invalid in a header', () => {
    expect(location('https://a.example/?a=b%20c&d=[1]#e')).toBe('https://a.example/?a=b%20c&d=[1]#e')
    expect(location('/a\r\nx: y')).toBe('/a%0D%0Ax:%20y')
    expect(location('/\u00e4\ud800')).toBe('/%C3%A4%EF%BF%BD')
  })
})

describe('a URL from an attacker', () => {
  it.each([
    ['spaces', (letters: number) => `/${' '.repeat(letters)}`],
    ['accents', (letters: number) => `/${'ä'.repeat(letters)}`],
    ['accents between letters', (letters: number) => `/${'aä'.repeat(letters / 2)}`],
    ['half letters', (letters: number) => `/${'\uD800'.repeat(letters)}`],
  ])('with many %s is converted to a header in linear time', (_what, make) => {
    // The length of a visitor's URL is limited: 2,048 characters for `state`, 16,384 for the query.
    expect(growthOf(redirectTo, (letters) => make(letters / 16))).toBeLessThan(MAX_GROWTH)
  })
})

function redirectTo(address: string): Reply {
  return Reply.redirect(address)
}
