import { createHmac } from 'node:crypto'

import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { SignatureError } from '@social/core'
import { FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { tiktokBusiness } from '../platform.js'

const TIME = 1_795_000_004
const SECRET = 'fixture-app-secret'
const BODY = '{"event":"comment.update"}'
const sign = (time: number | string, secret = SECRET) =>
  createHmac('sha256', secret).update(`${time}.${BODY}`).digest('hex')

function check(
  header: string | null,
  options: { readonly age?: number; readonly secret?: string | readonly string[] } = {},
) {
  const { age = 0, secret = SECRET } = options
  const clock = new FakeClock({ now: new Date((TIME + age) * 1000) })
  const headers = header === null ? {} : { 'tiktok-signature': header }
  void tiktokBusiness({ webhooks: true }).checkSignature(Buffer.from(BODY), headers, { secret, clock })
}

describe('the signature of a pushed request', () => {
  it.each([`t=${TIME},s=${sign(TIME)}`, `s=${sign(TIME)}, t=${TIME} `])('is valid: %s', (header) => {
    expect(() => check(header)).not.toThrow()
  })

  it.each([
    null,
    '',
    't=,s=',
    `t=${TIME}`,
    `s=${sign(TIME)}`,
    `t=${TIME + 1},s=${sign(TIME)}`,
    `t=${TIME},s=${sign(TIME, 'another')}`,
    `t=soon,s=${sign('soon')}`,
    `t=${TIME}.0,s=${sign(`${TIME}.0`)}`,
    `t=-${TIME},s=${sign(`-${TIME}`)}`,
    `t=,s=${sign('')}`,
    `t=${'0'.repeat(3)}${TIME},s=${sign(`000${TIME}`)}`,
  ])('is refused: %s', (header) => {
    expect(() => check(header)).toThrow(SignatureError)
  })

  it('reports only that it is invalid', () => {
    expect(() => check('t=1,s=00')).toThrow('is invalid')
  })

  it.each([301, -301])('is refused %d seconds from now', (age) => {
    expect(() => check(`t=${TIME},s=${sign(TIME)}`, { age })).toThrow(SignatureError)
  })

  it.each([300, -300])('is accepted %d seconds from now', (age) => {
    expect(() => check(`t=${TIME},s=${sign(TIME)}`, { age })).not.toThrow()
  })

  it.each([
    ['commas', (letters: number) => ','.repeat(letters)],
    ['spaces', (letters: number) => `t=${' '.repeat(letters)}x`],
    ['equals signs', (letters: number) => '='.repeat(letters)],
    ['digits', (letters: number) => `t=${'1'.repeat(letters)}`],
  ])('is read in linear time with many %s', (_what, make) => {
    expect(growthOf((header: string) => check(header), make)).toBeLessThan(MAX_GROWTH)
  })
})
