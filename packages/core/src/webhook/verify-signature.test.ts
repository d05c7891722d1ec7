import { createHmac } from 'node:crypto'

import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { ConfigError, SignatureError } from '../errors/index.js'
import { ManualClock } from '../events/__fixtures__/manual-clock.js'
import {
  answerHubChallenge,
  checkNotTooOld,
  matchesHmacSha256,
  sameBytes,
  verifyHmacSha256,
  verifySharedSecret,
} from './index.js'

const body = Buffer.from('{ "text":  "gr\u00fc\u00dfe \ud83d\udc4b" }')
const sign = (bytes: Uint8Array, secret = 'right'): string =>
  createHmac('sha256', secret).update(bytes).digest('hex')

function failureOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('It did not fail.')
}

describe('verifyHmacSha256', () => {
  it('accepts the digest of the exact bytes, with the header name in any case', () => {
    for (const name of ['x-hub-signature-256', 'X-Hub-Signature-256', 'X-HUB-SIGNATURE-256'])
      expect(() =>
        verifyHmacSha256(body, { [name]: `sha256=${sign(body)}` }, { secret: 'right' }),
      ).not.toThrow()
  })

  it('tries every secret of a list', () => {
    const headers = { 'x-hub-signature-256': `sha256=${sign(body)}` }
    expect(() => verifyHmacSha256(body, headers, { secret: ['old', 'right'] })).not.toThrow()
    expect(() => verifyHmacSha256(body, headers, { secret: ['right', 'old'] })).not.toThrow()
    expect(() => verifyHmacSha256(body, headers, { secret: ['old', 'older'] })).toThrow(SignatureError)
  })

  it('accepts another header and another prefix', () => {
    const headers = { 'x-signature': `v1:${sign(body)}` }
    expect(() =>
      verifyHmacSha256(body, headers, { secret: 'right', headerName: 'X-Signature', prefix: 'v1:' }),
    ).not.toThrow()
  })

  it('throws the same error for every failure', () => {
    const digest = sign(body)
    const failures = [
      {},
      { 'x-hub-signature-256': digest },
      { 'x-hub-signature-256': `sha1=${digest}` },
      { 'x-hub-signature-256': 'sha256=' },
      { 'x-hub-signature-256': `sha256=${sign(body, 'wrong')}` },
      { 'x-hub-signature-256': `sha256=${digest}00` },
      { 'x-hub-signature-256': 'sha256=gr\u00fc\u00dfe \ud83d\udc4b' },
      { 'x-hub-signature-256': `sha256=${'\u0100'.repeat(64)}` },
    ].map((headers) => failureOf(() => verifyHmacSha256(body, headers, { secret: 'right' })))

    for (const failure of failures) expect(failure).toBeInstanceOf(SignatureError)
    expect(new Set(failures.map((failure) => (failure as Error).message)).size).toBe(1)
  })

  it('refuses a body that was parsed and serialized again', () => {
    const headers = { 'x-hub-signature-256': `sha256=${sign(body)}` }
    const again = Buffer.from(JSON.stringify(JSON.parse(body.toString())))
    expect(() => verifyHmacSha256(again, headers, { secret: 'right' })).toThrow(SignatureError)
  })

  it('refuses an empty secret, because any sender could sign with it', () => {
    const headers = { 'x-hub-signature-256': `sha256=${sign(body, '')}` }
    for (const secret of ['', [], ['right', ''], { keys: [] }])
      expect(() => verifyHmacSha256(body, headers, { secret })).toThrow(ConfigError)
  })
})

describe('matchesHmacSha256', () => {
  it('signs several parts as one, in any encoding', () => {
    const digest = createHmac('sha256', 'right').update('1700000000.').update(body).digest('base64url')
    const options = { secret: 'right', digest, encoding: 'base64url' } as const
    expect(matchesHmacSha256(['1700000000.', body], options)).toBe(true)
    expect(matchesHmacSha256(['1700000001.', body], options)).toBe(false)
  })
})

describe('matchesHmacSha256 with an invalid digest', () => {
  it('distinguishes more secrets than it caches keys for', () => {
    for (let index = 0; index < 200; index += 1) {
      const secret = `secret ${index % 70}`
      const digest = sign(body, secret)
      expect(matchesHmacSha256([body], { secret, digest })).toBe(true)
      expect(matchesHmacSha256([body], { secret: `${secret}x`, digest })).toBe(false)
    }
  })

  it('refuses characters that a decoder would ignore', () => {
    const hmac = () => createHmac('sha256', 'right').update(body)
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      const digest = hmac().digest(encoding)
      const matches = (text: string) => matchesHmacSha256([body], { secret: 'right', digest: text, encoding })
      expect(matches(digest)).toBe(true)
      for (const text of [
        `${digest} `,
        digest.slice(1),
        ` ${digest.slice(1)}`,
        `\u0100${digest.slice(1)}`,
        // The last character takes two bytes, where only one fits.
        `${digest.slice(0, -1)}\u0100`,
        '',
      ])
        expect(matches(text)).toBe(false)
    }
    expect(matchesHmacSha256([body], { secret: 'right', digest: hmac().digest('hex').toUpperCase() })).toBe(
      true,
    )
  })
})

describe('verifySharedSecret', () => {
  it('requires the secret in the header', () => {
    const options = { secret: ['old', 'right'], headerName: 'X-Secret' }
    expect(() => verifySharedSecret({ 'x-secret': 'right' }, options)).not.toThrow()
    for (const headers of [{}, { 'x-secret': '' }, { 'x-secret': 'Right' }, { 'x-secret': 'right ' }])
      expect(() => verifySharedSecret(headers, options)).toThrow(SignatureError)
  })
})

describe('checkNotTooOld', () => {
  const clock = new ManualClock()
  const now = clock.now().getTime() / 1000

  it('accepts a recent time, as a Date or as Unix seconds', () => {
    for (const sentAt of [now, now - 300, now + 300, new Date((now - 299) * 1000)])
      expect(() => checkNotTooOld(sentAt, { clock })).not.toThrow()
  })

  it('refuses a time too far in the past or future, and an invalid time', () => {
    for (const sentAt of [now - 301, now + 301, Number.NaN, Infinity, new Date('nonsense')])
      expect(() => checkNotTooOld(sentAt, { clock })).toThrow(SignatureError)
  })

  it('requires a positive limit', () => {
    for (const allowedAgeSeconds of [0, -1, Number.NaN])
      expect(() => checkNotTooOld(now, { clock, allowedAgeSeconds })).toThrow(ConfigError)
  })
})

describe('answerHubChallenge', () => {
  const right = { 'hub.mode': 'subscribe', 'hub.verify_token': 'token', 'hub.challenge': '1158201444' }

  it('returns the challenge', () => {
    expect(answerHubChallenge(right, { verifyToken: 'token' })).toBe('1158201444')
  })

  it('refuses everything else with the same error', () => {
    for (const wrong of [
      {},
      { ...right, 'hub.mode': 'unsubscribe' },
      { ...right, 'hub.verify_token': 'tokem' },
      { ...right, 'hub.verify_token': 't\u00f6ken' },
      { ...right, 'hub.challenge': '' },
    ]) {
      const failure = failureOf(() => answerHubChallenge(wrong, { verifyToken: 'token' }))
      expect(failure).toBeInstanceOf(SignatureError)
      expect(failure).toMatchObject({
        message:
          'The setup check was refused. Compare the verify token with the one that was entered at the network.',
      })
    }
  })

  it('requires a verify token', () => {
    expect(() => answerHubChallenge({ ...right, 'hub.verify_token': '' }, { verifyToken: '' })).toThrow(
      ConfigError,
    )
  })
})

describe('sameBytes', () => {
  it('compares any text and any bytes without throwing', () => {
    expect(sameBytes('gr\u00fc\u00dfe', Buffer.from('gr\u00fc\u00dfe'))).toBe(true)
    expect(sameBytes('a', '\u00e4')).toBe(false)
    expect(sameBytes('', '')).toBe(true)
    expect(sameBytes('\ud800', 'abc')).toBe(false)
  })
})

describe('input from an attacker', () => {
  it.each([
    ['digits', (letters: number) => `sha256=${'0'.repeat(letters)}`],
    ['letters that are not ASCII', (letters: number) => `sha256=${'ü'.repeat(letters)}`],
    ['prefixes', (letters: number) => 'sha256='.repeat(letters / 7)],
    ['spaces', (letters: number) => ' '.repeat(letters)],
  ])('is verified in linear time, with many %s', (_what, make) => {
    expect(growthOf(verifyAll, make)).toBeLessThan(MAX_GROWTH)
  })
})

/** Passes one text to every function that reads values of a webhook request. */
function verifyAll(text: string): void {
  const headers = { 'X-Hub-Signature-256': text, 'x-secret': text }
  for (const work of [
    () => verifyHmacSha256(Buffer.from(text), headers, { secret: ['one', 'two'] }),
    () => verifySharedSecret(headers, { secret: 'right', headerName: 'X-Secret' }),
    () => answerHubChallenge({ 'hub.verify_token': text }, { verifyToken: 'token' }),
  ])
    failureOf(work)
  matchesHmacSha256([text], { secret: 'right', digest: text, encoding: 'base64' })
}
