import { ConfigError, NetworkError } from '@social/core/platform'
import { FakeClock, RecordingTransport } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { googleKeys } from './google-keys.js'

const KEY = { kid: '1', kty: 'RSA' }
const OPTIONS = { audience: 'https://app.example/hook', serviceAccount: 'push@p1.iam.gserviceaccount.com' }
const CERTS = 'GET /oauth2/v3/certs'
const outage = { status: 500, body: '' }

/**
 * Creates a key cache for which Google responds with this header. `fails` switches to an outage.
 */
function withKeys(cacheControl?: string, options: Partial<Parameters<typeof googleKeys>[0]> = {}) {
  const clock = new FakeClock({ now: '2026-11-22T12:00:00Z' })
  const at = { isDown: false }
  const headers = cacheControl === undefined ? {} : { 'cache-control': cacheControl }
  const transport = new RecordingTransport({
    [CERTS]: () => (at.isDown ? outage : { status: 200, headers, body: { keys: [KEY] } }),
  })
  const secret = googleKeys({ ...OPTIONS, clock, transport, ...options })
  return Object.assign(at, { secret, clock, asked: () => transport.requests.length, transport })
}

describe('the keys of Google', () => {
  it('are fetched from its own URL, with the fields to verify the sender', async () => {
    const at = withKeys()
    expect(await at.secret()).toEqual({ keys: [KEY], ...OPTIONS })
    expect(at.transport.requests.map(({ url }) => url)).toEqual([
      'https://www.googleapis.com/oauth2/v3/certs',
    ])
  })

  it.each([
    [undefined, 3600],
    ['no-store', 3600],
    ['public, max-age=600, must-revalidate', 600],
    ['public,Max-Age=600', 600],
    ['max-age=soon', 3600],
    ['max-age=-1', 3600],
    ['s-maxage=600', 3600],
    ['max-age=1', 60],
    ['max-age=999999', 86_400],
    ['max-age=9999999999', 3600],
    [`${' '.repeat(500)},max-age=600`, 3600],
  ])('with the header %j are cached for %d seconds', async (header, seconds) => {
    const at = withKeys(header)
    await at.secret()
    await at.clock.advance(seconds - 1)
    await at.secret()
    expect(at.asked()).toBe(1)
    await at.clock.advance(1)
    await at.secret()
    expect(at.asked()).toBe(2)
  })

  it('are used for a day longer while no new ones are available, with a request every five seconds', async () => {
    const at = withKeys('max-age=600')
    await at.secret()
    at.isDown = true
    await at.clock.advance(600)
    expect((await at.secret()).keys).toEqual([KEY])
    expect((await at.secret()).keys).toEqual([KEY])
    expect(at.asked()).toBe(2)
    await at.clock.advance(4)
    await at.secret()
    expect(at.asked()).toBe(2)
    await at.clock.advance(1)
    await at.secret()
    expect(at.asked()).toBe(3)
    await at.clock.advance(86_400 - 6)
    expect((await at.secret()).keys).toEqual([KEY])
    await at.clock.advance(1)
    await expect(at.secret()).rejects.toThrow(NetworkError)
  })

  it('that are not available are reported, and requested again five seconds later', async () => {
    const at = withKeys()
    at.isDown = true
    const failing = at.secret()
    await expect(failing).rejects.toMatchObject({
      code: 'NETWORK',
      platform: 'google_business',
      delivery: 'NOT_SENT',
      cause: expect.objectContaining({ statusCode: 500 }),
    })
    await expect(failing).rejects.toThrow('Google’s keys are not available')
    await expect(at.secret()).rejects.not.toHaveProperty('cause')
    expect(at.asked()).toBe(1)
    at.isDown = false
    await at.clock.advance(5)
    expect((await at.secret()).keys).toEqual([KEY])
  })

  it('have a timeout of ten seconds', async () => {
    const never = new Promise<never>(() => undefined)
    const transport = { send: () => never, close: () => Promise.resolve() }
    const clock = new FakeClock({ now: '2026-11-22T12:00:00Z' })
    let isOver = false
    const outcome = googleKeys({ ...OPTIONS, clock, transport })().catch((error: unknown) => {
      isOver = true
      return error
    })
    await clock.advance(9.9)
    expect(isOver).toBe(false)
    await clock.advance(0.2)
    expect(await outcome).toBeInstanceOf(NetworkError)
  })

  it('are requested once for concurrent calls', async () => {
    const at = withKeys()
    await Promise.all([at.secret(), at.secret(), at.secret()])
    expect(at.asked()).toBe(1)
  })

  it.each(['audience', 'serviceAccount', 'address'])('require %s, as text', (name) => {
    for (const value of ['', 7])
      expect(() => withKeys(undefined, { [name]: value })).toThrow(`googleKeys requires ${name}, as text`)
    expect(() => googleKeys({ ...OPTIONS, [`${name}s`]: 'x' })).toThrow(ConfigError)
  })

  it.each([
    'http://127.0.0.1:4100/oauth2/v3/certs',
    'http://keys.example/certs',
    'https://10.0.0.1/certs',
    'https://ada:shh@keys.example/certs',
    'certs',
  ])('are not fetched from %s', (address) => {
    expect(() => withKeys(undefined, { address })).toThrow(ConfigError)
  })

  it('can be fetched from this machine in tests', async () => {
    const at = withKeys(undefined, { address: 'http://127.0.0.1:4100/oauth2/v3/certs', allowLoopback: true })
    expect(await at.secret()).toMatchObject(OPTIONS)
  })
})
