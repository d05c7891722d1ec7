import { createHmac } from 'node:crypto'

import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { ConfigError, SignatureError } from '@social/core/platform'
import { FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { readSignedRequest } from './signed-request.js'

const SECRET = 'the-app-secret'
const VECTOR =
  '9L5tht3ILz50zMvIGsUxQrqwOTWOG8m3K9EVqotupqY.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImV4cGlyZXMiOjE3OTAwMDM2MDAsImlzc3VlZF9hdCI6MTc5MDAwMDAwMCwidXNlcl9pZCI6IjIxODQ3MSJ9'
const clock = new FakeClock({ now: new Date(1_790_000_100_000) })

function sign(payload: object, secret = SECRET): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`
}
const DEFAULTS = { algorithm: 'HMAC-SHA256', issued_at: 1_790_000_000, user_id: '218471' }

describe('readSignedRequest', () => {
  it('reads the person and the time with any listed secret', () => {
    const signed = readSignedRequest(VECTOR, { secret: ['new', SECRET], clock })
    expect(signed).toMatchObject({ userId: '218471', issuedAt: new Date(1_790_000_000_000) })
    expect(readSignedRequest(sign({ ...DEFAULTS, user_id: 218_471 }), { secret: SECRET, clock }).userId).toBe(
      '218471',
    )
  })

  it('accepts base64 padding', () => {
    expect(readSignedRequest(VECTOR.replace('.', '=.'), { secret: SECRET, clock }).userId).toBe('218471')
  })

  it.each([
    ['another secret', sign(DEFAULTS, 'other')],
    ['a changed payload', VECTOR.replace('.ey', '.fy')],
    ['another algorithm', sign({ ...DEFAULTS, algorithm: 'none' })],
    ['no person', sign({ ...DEFAULTS, user_id: undefined })],
    ['a person that is no id', sign({ ...DEFAULTS, user_id: '1<script>' })],
    ['no moment', sign({ ...DEFAULTS, issued_at: 'now' })],
    ['a recording', sign({ ...DEFAULTS, issued_at: 1_789_800_000 })],
    ['the future', sign({ ...DEFAULTS, issued_at: 1_790_300_000 })],
    ['one that has run out', sign({ ...DEFAULTS, expires: 1_790_000_050 })],
    ['no JSON', `${createHmac('sha256', SECRET).update('aaaa').digest('base64url')}.aaaa`],
    ['more than anybody signs', sign({ ...DEFAULTS, more: 'a'.repeat(5000) })],
    ['no dot', 'aaaa'],
    ['nothing', ''],
    ['far too much', `${'a'.repeat(5000)}.${'a'.repeat(5000)}`],
  ])('refuses %s', (_what, text) => {
    expect(() => readSignedRequest(text, { secret: SECRET, clock })).toThrow(SignatureError)
  })

  it('never verifies with an empty secret', () => {
    expect(() => readSignedRequest(sign(DEFAULTS, ''), { secret: '', clock })).toThrow(ConfigError)
  })

  it.each([
    ['dots', (letters: number) => '.'.repeat(letters)],
    ['paddings', (letters: number) => `${'='.repeat(letters)}.x`],
  ])('is read in linear time, with many %s', (_what, make) => {
    expect(growthOf((text: string) => readSignedRequest(text, { secret: SECRET, clock }), make)).toBeLessThan(
      MAX_GROWTH,
    )
  })
})
