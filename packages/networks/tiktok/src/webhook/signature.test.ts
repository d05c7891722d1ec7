import { createHmac } from 'node:crypto'

import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { SignatureError } from '@social/core'
import { FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { BODY, TIME } from '../__fixtures__/pushed-message.js'
import { tiktok } from '../platform.js'

const SECRET = 'fixture-client-secret-0123456789'
const SIGNATURE = '6c5d87175cc15d15d741a37aaf4b6bd80e26a7133f041fbb41da829ff92314d3'

interface Attempt {
  readonly header?: string | null
  readonly body?: string
  readonly secret?: string | readonly string[]
  /** Seconds between the signed time and the current time. */
  readonly age?: number
  readonly allowedAgeSeconds?: number
}

function check(attempt: Attempt = {}): void {
  const { header = `t=${TIME},s=${SIGNATURE}`, body = BODY, secret = SECRET, age = 0 } = attempt
  const clock = new FakeClock({ now: new Date((TIME + age) * 1000) })
  const { allowedAgeSeconds } = attempt
  const platform = tiktok({ ...(allowedAgeSeconds !== undefined && { allowedAgeSeconds }) })
  void platform.checkSignature(Buffer.from(body), header === null ? {} : { 'Tiktok-Signature': header }, {
    secret,
    clock,
  })
}

const sign = (time: string, body = BODY): string =>
  createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex')

describe('the signature of a pushed message', () => {
  // Holds R-0196, R-0406, R-0442.
  it.each([
    ['the vector', {}],
    ['parts in the other order, with spaces', { header: ` s=${SIGNATURE} , t=${TIME}` }],
    ['an unknown part', { header: `v=2,t=${TIME},s=${SIGNATURE}` }],
    ['one of several secrets', { secret: ['old', SECRET] }],
    ['299 seconds of age', { age: 299 }],
    ['300 seconds of age', { age: 300 }],
    ['a clock that is 300 seconds behind', { age: -300 }],
    ['an hour of age when that is allowed', { age: 3600, allowedAgeSeconds: 3600 }],
  ])('is valid with %s', (_what, attempt) => {
    expect(() => check(attempt)).not.toThrow()
  })

  // Holds R-0197, R-0406, R-0443, R-0444.
  it.each([
    ['no header', { header: null }],
    ['an empty header', { header: '' }],
    ['no time', { header: `s=${SIGNATURE}` }],
    ['no signature', { header: `t=${TIME}` }],
    ['another time', { header: `t=${TIME + 1},s=${SIGNATURE}` }],
    ['another body', { body: `${BODY} ` }],
    ['another secret', { secret: 'other' }],
    ['a shorter signature', { header: `t=${TIME},s=${SIGNATURE.slice(2)}` }],
    ['letters beyond ASCII', { header: `t=${TIME},s=${'é'.repeat(64)}` }],
    ['a time that is not a number', { header: `t=now,s=${sign('now')}` }],
    ['a time followed by letters', { header: `t=${TIME}x,s=${sign(`${TIME}x`)}` }],
    ['a negative time', { header: `t=-1,s=${sign('-1')}`, age: -TIME }],
    ['301 seconds of age', { age: 301 }],
    ['a time 301 seconds ahead', { age: -301 }],
  ])('is refused with %s, always with the same message', (_what, attempt) => {
    expect(() => check(attempt)).toThrow(SignatureError)
    expect(() => check(attempt)).toThrow('The signature of the webhook request is invalid.')
  })
})

describe('an untrusted header', () => {
  it.each([
    ['white space', (letters: number) => `t=1${' '.repeat(letters)}x`],
    ['white space without a name', (letters: number) => ' '.repeat(letters)],
    ['commas', (letters: number) => ','.repeat(letters)],
    ['equals signs', (letters: number) => '='.repeat(letters)],
    ['digits', (letters: number) => `t=${'1'.repeat(letters)}`],
  ])('is read in linear time with many %s', (_what, make) => {
    expect(growthOf((header: string) => check({ header }), make)).toBeLessThan(MAX_GROWTH)
  })
})
