import { describe, expect, it } from 'vitest'

import {
  AuthError,
  NotAllowedError,
  NotFoundError,
  PlatformError,
  RateLimitError,
  statusFor,
} from '../errors/index.js'
import { errorFromReply } from './errors.js'

const now = new Date('2026-03-01T12:00:00Z')
const reply = (status: number, body: unknown = {}, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body,
})

describe('the error of a response', () => {
  // Holds R-0494, R-0504.
  it.each([
    [401, AuthError, 401],
    [403, NotAllowedError, 403],
    [404, NotFoundError, 404],
    [429, RateLimitError, 429],
    [400, PlatformError, 502],
    [410, PlatformError, 502],
    [500, PlatformError, 502],
    [302, PlatformError, 502],
  ])('of status %i', (status, kind, answered) => {
    const body = { error: 'because' }
    const error = errorFromReply(reply(status, body), 'x', { now })
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ platform: 'x', raw: body })
    expect(error.message).toContain(String(status))
    expect(statusFor(error)).toBe(answered)
  })

  it('detects a refused token and has the status', () => {
    expect(errorFromReply(reply(401), 'x', { now })).toMatchObject({ tokenRefused: true })
    expect(errorFromReply(reply(503), 'x', { now })).toMatchObject({ statusCode: 503 })
  })

  it('has the seconds to wait', () => {
    const headers = { 'retry-after': 'Sun, 01 Mar 2026 12:01:00 GMT' }
    expect(errorFromReply(reply(429, {}, headers), 'x', { now })).toMatchObject({ retryAfter: 60 })
    expect(errorFromReply(reply(429), 'x', { now })).toMatchObject({ retryAfter: null })
  })

  it.each([
    [{ message: 'm', error: 'e', error_description: 'd' }, ': d'],
    [{ message: 'm', error: '' }, ': m'],
    [{ error: { message: 'nested\nlines ' } }, ': nested lines'],
    [{ detail: 'x'.repeat(400) }, `: ${'x'.repeat(300)}`],
    [{ error: 7 }, '.'],
    ['plain text', '.'],
  ])('quotes the explanation of the network: %j', (body, ending) => {
    const { message } = errorFromReply(reply(400, body), 'x', { now })
    expect(message).toBe(`x responded with status 400${ending}`)
  })

  // Holds R-0504.
  it.each([[[1, 2]], ['<html>'], [null]])('keeps a body that is not an object: %j', (body) => {
    expect(errorFromReply(reply(500, body), 'x', { now }).raw).toEqual({ body })
  })
})
