import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { ConfigError, Dispatcher, InMemorySeenUpdates, SignatureError, type Update } from '@social/core'
import { Routes, toNodeHandler } from '@social/core/routes'
import { FakeClock } from '@social/testkit/platform'
import { OAuth2Client } from 'google-auth-library'
import { afterEach, describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { googleKeys } from './google-keys.js'
import { readSecret } from './secret.js'

const AUDIENCE = 'https://app.example/social/webhooks/google_business'
const SERVICE_ACCOUNT = 'push@p1.iam.gserviceaccount.com'

type At = Awaited<ReturnType<typeof usingEmulator>>

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** Creates a clock for the client that does not advance with the clock of the emulator. */
const aClock = () => new FakeClock({ now: '2026-11-21T12:00:00Z' })

const keysOf = (at: At, clock = aClock()) =>
  googleKeys({
    audience: AUDIENCE,
    serviceAccount: SERVICE_ACCOUNT,
    address: at.keys,
    clock,
    allowLoopback: true,
  })

/** Starts the webhook routes on loopback, to which the emulated Google pushes. */
async function withRoutes() {
  const at = await usingEmulator()
  const keysClock = aClock()
  const handled: Update[] = []
  const dispatcher = new Dispatcher({ seen: new InMemorySeenUpdates() })
  dispatcher.onAny((update) => void handled.push(update))
  const routes = new Routes(at.client, {
    redirectUri: 'https://app.example/social/callback/{platform}',
    secrets: { google_business: keysOf(at, keysClock) },
    deliver: dispatcher.deliver,
  })
  const server = createServer(toNodeHandler(routes))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => server.close())
  const { port } = server.address() as AddressInfo // safe cast: a server that listens on TCP has an `AddressInfo`
  const bakery = await at.signIn()
  at.network.listen({
    endpoint: `http://127.0.0.1:${port}/social/webhooks/google_business`,
    audience: AUDIENCE,
  })
  return Object.assign(at, {
    bakery,
    keysClock,
    handled,
    review: () => at.network.review({ location: "Ada's Bakery", by: 'Grace', stars: 4 }),
  })
}

describe('pushed reviews', () => {
  // Holds R-0482.
  it('are delivered once, with the id of the polled ones, and can be replied to', async () => {
    await using at = await withRoutes()
    at.review()
    const attempts = await at.network.deliver({ copies: 3 })
    expect(attempts.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(at.handled).toHaveLength(1)
    const [polled] = await at.bakery.fetchUpdates()
    expect(at.handled[0]?.id).toBe(polled?.id)
    const [update] = at.handled
    if (update) await at.bakery.replyToUpdate(update, 'Thank you!')
    expect(JSON.stringify(at.network.state())).toContain('Thank you!')
  })

  it.each(['WRAPPED_WITHOUT_TIMES', 'UNWRAPPED', 'UNWRAPPED_WITH_METADATA'])(
    'are delivered once in every form of a push request: %s',
    async (payload) => {
      await using at = await withRoutes()
      at.network.setPayload({ payload })
      const { id } = at.review()
      await at.network.deliver({ copies: 2 })
      at.network.editReview({ id, stars: 1 })
      const attempts = await at.network.deliver({ copies: 2 })
      expect(attempts.map(({ status }) => status)).toEqual([200, 200])
      expect(at.handled.map(({ kind }) => kind)).toEqual(['REVIEW_CREATED', 'REVIEW_UPDATED'])
      expect(at.handled.every(({ timestamp }) => !Number.isNaN(timestamp.getTime()))).toBe(true)
    },
  )

  it('an edit is a new update', async () => {
    await using at = await withRoutes()
    const { id } = at.review()
    at.network.editReview({ id, stars: 1 })
    at.network.editReview({ id, stars: 2 })
    await at.network.deliver({})
    expect(at.handled.map(({ kind }) => kind)).toEqual(['REVIEW_CREATED', 'REVIEW_UPDATED', 'REVIEW_UPDATED'])
  })

  // Holds R-0484, R-0485.
  it.each([
    'NO_TOKEN',
    'OTHER_AUDIENCE',
    'OTHER_EMAIL',
    'EMAIL_NOT_VERIFIED',
    'NO_EMAIL',
    'EXPIRED',
    'NOT_YET',
    'OTHER_ISSUER',
    'OTHER_KEY',
    'UNKNOWN_KID',
    'ALG_NONE',
    'ALG_HS256',
    'CHANGED_CLAIMS',
  ])('with a forged token are refused with one response: %s', async (how) => {
    await using at = await withRoutes()
    at.network.forgeNext({ how })
    at.review()
    const [attempt] = await at.network.deliver({})
    expect(attempt?.status).toBe(401)
    expect(at.handled).toEqual([])
  })

  it('a message that is not a notification is acknowledged', async () => {
    await using at = await withRoutes()
    at.network.pushData({ data: 'hello' })
    const attempts = await at.network.deliver({})
    expect(attempts.map(({ status }) => status)).toEqual([200])
    expect(at.handled).toEqual([])
  })

  // Holds R-0483.
  it('new keys of Google are fetched when the old ones expire', async () => {
    await using at = await withRoutes()
    at.review()
    await at.network.deliver({})
    at.network.rotateKeys()
    await at.clock.advance(20_001)
    await at.keysClock.advance(20_001)
    at.review()
    const [attempt] = await at.network.deliver({})
    expect(attempt?.status).toBe(200)
    expect(at.counts()['GET /oauth2/v3/certs']).toBe(2)
  })

  it('without keys are sent again later, never refused with 500', async () => {
    await using at = await withRoutes()
    at.faults.add({ fault: 'status', status: 500, path: '/oauth2/v3/certs', method: 'GET', count: 10 })
    at.review()
    const [attempt] = await at.network.deliver({})
    expect(attempt?.status).toBe(503)
    expect(at.handled).toEqual([])
  })
})

describe('googleKeys', () => {
  it('fetches keys once for concurrent requests, and caches them as long as Google allows', async () => {
    await using at = await usingEmulator()
    const clock = aClock()
    const secret = keysOf(at, clock)
    const all = await Promise.all(Array.from({ length: 20 }, () => secret()))
    await clock.advance(19_000)
    await secret()
    expect(at.counts()).toEqual({ 'GET /oauth2/v3/certs': 1 })
    expect(all[0]).toMatchObject({ audience: AUDIENCE, serviceAccount: SERVICE_ACCOUNT })
    expect(all[0]?.keys.length).toBeGreaterThan(0)
  })

  it('continues with old keys while no new ones are available', async () => {
    await using at = await usingEmulator()
    const clock = aClock()
    const secret = keysOf(at, clock)
    const { keys } = await secret()
    at.faults.add({ fault: 'status', status: 500, path: '/oauth2/v3/certs', method: 'GET', count: 10 })
    await clock.advance(30_000)
    expect((await secret()).keys).toEqual(keys)
    // Expired keys stay in use for one day after the time that Google allowed.
    await clock.advance(70_000)
    expect((await secret()).keys).toEqual(keys)
    await clock.advance(10_000)
    await expect(secret()).rejects.toMatchObject({ code: 'NETWORK' })
  })

  it.each([
    [{ serviceAccount: SERVICE_ACCOUNT }, /audience/],
    [{ audience: AUDIENCE }, /serviceAccount/],
    [{ audience: AUDIENCE, service_account: SERVICE_ACCOUNT }, /Did you mean "serviceAccount"/],
    [{ audience: AUDIENCE, serviceAccount: '' }, /serviceAccount/],
  ])('refuses %j', (options, sentence) => {
    const make = () => googleKeys(options as Parameters<typeof googleKeys>[0])
    expect(make).toThrow(ConfigError)
    expect(make).toThrow(sentence)
  })
})

describe('the secret', () => {
  const key = { kid: '1', n: 'x', e: 'AQAB' }
  // Holds R-0483.
  it.each([
    { keys: [key], audience: 'a', serviceAccount: 's' },
    { keys: { keys: [key] }, audience: 'a', serviceAccount: 's' },
  ])('is an object, or its JSON: %j', (secret) => {
    const wanted = { keys: [{ kty: 'RSA', ...key }], audience: 'a', serviceAccount: 's' }
    expect(readSecret(secret)).toEqual(wanted)
    expect(readSecret(JSON.stringify(secret))).toEqual(wanted)
  })

  it.each([
    ['text', 'hunter2', /not a JSON object/],
    ['a list', ['hunter2'], /several values/],
    ['no keys', { keys: [], audience: 'a', serviceAccount: 's' }, /no keys/],
    ['a bare key', { keys: ['hunter2'], audience: 'a', serviceAccount: 's' }, /not a JSON Web Key/],
    ['no audience', { keys: [key], serviceAccount: 's' }, /no audience/],
    ['the snake form', { keys: [key], audience: 'a', service_account: 's' }, /Did you mean "serviceAccount"/],
  ])(
    'of another shape is an error that names the problem, without the secret: %s',
    (_what, secret, sentence) => {
      expect(() => readSecret(secret)).toThrow(sentence)
      expect(() => readSecret(secret)).toThrow(ConfigError)
      expect(() => readSecret(secret)).not.toThrow('hunter2')
    },
  )
})

/** Returns whether `google-auth-library` accepts a token. */
async function googleReports(at: At, token: string): Promise<boolean> {
  const reply = (await (await fetch(at.keys)).json()) as { keys: { kid: string }[] } // safe cast: the emulated Google returns its keys in this format
  const { createPublicKey } = await import('node:crypto')
  const certs = Object.fromEntries(
    reply.keys.map((jwk) => [
      jwk.kid,
      createPublicKey({ key: jwk, format: 'jwk' }).export({
        type: 'spki',
        format: 'pem',
      }) as string, // safe cast: with `format: 'pem'` the export is a string
    ]),
  )
  return new OAuth2Client()
    .verifySignedJwtWithCertsAsync(token, certs, AUDIENCE, [
      'https://accounts.google.com',
      'accounts.google.com',
    ])
    .then(
      () => true,
      () => false,
    )
}

async function weSay(at: At, token: string): Promise<boolean> {
  const secret = await keysOf(at)()
  return at.client
    .checkSignature('google_business', new Uint8Array(), { authorization: `Bearer ${token}` }, { secret })
    .then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(SignatureError)
        return false
      },
    )
}

describe('compared with Google’s own library', () => {
  it.each([
    [undefined, true],
    ['OTHER_AUDIENCE', false],
    ['OTHER_ISSUER', false],
    ['OTHER_KEY', false],
    ['UNKNOWN_KID', false],
    ['CHANGED_CLAIMS', false],
  ])('the same tokens are valid and invalid: %s', async (how, isGood) => {
    await using at = await usingEmulator()
    // `google-auth-library` uses the machine's clock, so the fake clock is set to the same time.
    await at.clock.advance((Date.now() - at.clock.now().getTime()) / 1000)
    const { token } = at.network.token({ audience: AUDIENCE, ...(how !== undefined && { how }) })
    expect([await weSay(at, token), await googleReports(at, token)]).toEqual([isGood, isGood])
  })

  // Holds R-0484.
  it.each(['OTHER_EMAIL', 'EMAIL_NOT_VERIFIED', 'NO_EMAIL'])(
    'the check of the sender is stricter: %s',
    async (how) => {
      await using at = await usingEmulator()
      await at.clock.advance((Date.now() - at.clock.now().getTime()) / 1000)
      const { token } = at.network.token({ audience: AUDIENCE, how })
      expect([await weSay(at, token), await googleReports(at, token)]).toEqual([false, true])
    },
  )
})

it.each([
  'Bearer',
  'Bearer ',
  'Basic abc',
  'Bearer a.b',
  'Bearer a.b.c',
  `Bearer ${'a'.repeat(9000)}`,
  `Bearer ${'.'.repeat(8000)}`,
])('a header without a token is refused: %s', async (authorization) => {
  await using at = await usingEmulator()
  const secret = { keys: [{ kid: '1', n: 'x', e: 'AQAB' }], audience: 'a', serviceAccount: 's' }
  const check = at.client.checkSignature('google_business', new Uint8Array(), { authorization }, { secret })
  await expect(check).rejects.toThrow(SignatureError)
})
