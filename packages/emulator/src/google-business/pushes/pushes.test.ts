import { createPublicKey, type JsonWebKey } from 'node:crypto'

import { OAuth2Client } from 'google-auth-library'
import { describe, expect, it } from 'vitest'

import { AtGoogleBusiness, refusalOf } from '../../__fixtures__/at-google-business.js'
import { listening } from '../../__fixtures__/listening.js'
import { SettableClock } from '../../framework/clock.js'
import { EmulatedNetwork } from '../../framework/emulated-network.js'
import { googleBusinessNetwork } from '../module.js'

const BAKERY = "Ada's Bakery"
const AUDIENCE = 'https://app.example/social/webhooks/google_business'
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com']

interface PushBody {
  readonly message: Readonly<Record<string, string>> & { readonly attributes: object }
  readonly subscription: string
}

const bodyOf = (body: string) => JSON.parse(body) as PushBody // safe cast: the tests check the fields
const dataOf = (body: string): unknown =>
  JSON.parse(Buffer.from(bodyOf(body).message['data'] ?? '', 'base64').toString())

/**
 * Creates an emulated network on the machine's clock, because Google's library checks tokens
 * against that clock.
 */
function now() {
  const network = new EmulatedNetwork(googleBusinessNetwork(), {
    origin: 'https://google.example',
    clock: new SettableClock(),
  })
  const keys = async (path: string) =>
    (await network.exchange(new Request(`https://google.example${path}`))).response
  const certs = async () => (await keys('/oauth2/v1/certs')).json() as Promise<Record<string, string>>
  const verify = async (token: string) =>
    new OAuth2Client().verifySignedJwtWithCertsAsync(token, await certs(), AUDIENCE, ISSUERS)
  return { network, keys, certs, verify }
}

describe('a token on a push', () => {
  it('is accepted by google-auth-library with its claims', async () => {
    const { network, verify } = now()
    const { token } = network.control.token({ audience: AUDIENCE })

    const ticket = await verify(token)

    expect(ticket.getPayload()).toMatchObject({
      aud: AUDIENCE,
      email: 'push@p1.iam.gserviceaccount.com',
      email_verified: true,
      iss: 'https://accounts.google.com',
    })
  })

  it.each([
    ['OTHER_AUDIENCE', 'Wrong recipient'],
    ['EXPIRED', 'Token used too late'],
    ['NOT_YET', 'Token used too early'],
    ['OTHER_ISSUER', 'Invalid issuer'],
    ['OTHER_KEY', 'Invalid token signature'],
    ['CHANGED_CLAIMS', 'Invalid token signature'],
    ['ALG_HS256', 'Invalid token signature'],
    ['ALG_NONE', 'Invalid token signature'],
    ['UNKNOWN_KID', 'No pem found'],
  ])('is refused by google-auth-library when it is %s', async (how, content) => {
    const { network, verify } = now()

    await expect(verify(network.control.token({ audience: AUDIENCE, how }).token)).rejects.toThrow(content)
  })

  // Google's library does not check who sent the push.
  it.each(['OTHER_EMAIL', 'EMAIL_NOT_VERIFIED', 'NO_EMAIL'])(
    'has a valid signature if it is %s: the receiver must check the claims',
    async (how) => {
      const { network, verify } = now()
      const ticket = await verify(network.control.token({ audience: AUDIENCE, how }).token)
      const { email, email_verified: isVerified } = ticket.getPayload() ?? {}

      expect(email === 'push@p1.iam.gserviceaccount.com' && isVerified === true).toBe(false)
    },
  )
})

describe('the keys', () => {
  it('are published in two formats, with their cache lifetime', async () => {
    const { keys, certs } = now()

    const response = await keys('/oauth2/v3/certs')
    const { keys: jwks } = (await response.json()) as { readonly keys: readonly JsonWebKey[] } // safe cast: a wrong shape fails the assertions below

    expect(response.headers.get('cache-control')).toBe('public, max-age=20000, must-revalidate, no-transform')
    expect(jwks).toHaveLength(2)
    expect(jwks[0]).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig', e: 'AQAB' })
    const pem = createPublicKey({ key: { ...jwks[0] }, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    })
    expect(Object.values(await certs())[0]).toBe(pem)
  })

  it('rotate: the old one stays published, the one before it is removed', async () => {
    const { network, certs, verify } = now()
    const before = Object.keys(await certs())
    const old = network.control.token({ audience: AUDIENCE }).token

    network.control.rotateKeys()
    const after = Object.keys(await certs())

    expect(after).toHaveLength(2)
    expect(after[1]).toBe(before[0])
    expect(after).not.toContain(before[1])
    await expect(verify(old)).resolves.toBeDefined()
    await expect(verify(network.control.token({ audience: AUDIENCE }).token)).resolves.toBeDefined()
    network.control.rotateKeys()
    await expect(verify(old)).rejects.toThrow('No pem found')
  })
})

describe('a push', () => {
  it('contains a review in the captured format, wrapped by Pub/Sub', async () => {
    await using here = await listening()
    const at = new AtGoogleBusiness()
    at.control.listen({ endpoint: here.url })
    const { id } = at.control.review({ location: BAKERY, by: 'Grace', stars: 4 })

    await at.control.deliver({})

    const [received] = here.received
    const { message, subscription } = bodyOf(received?.body ?? '')
    expect(received?.headers['authorization']).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)
    expect(subscription).toBe('projects/p1/subscriptions/listen')
    expect(message).toMatchObject({ attributes: {}, publishTime: '2026-11-21T12:00:00.000Z' })
    expect(message['message_id']).toBe(message['messageId'])
    expect(dataOf(received?.body ?? '')).toEqual({
      type: 'NEW_REVIEW',
      location: at.find().name,
      review: `${at.find().name}/reviews/${id}`,
    })
  })

  it.each([
    [
      'V4_PROSE',
      {
        notificationType: 'UPDATED_REVIEW',
        locationName: expect.any(String),
        reviewName: expect.any(String),
      },
    ],
    [
      'V1_PROSE',
      {
        notification_type: 'UPDATED_REVIEW',
        location_name: expect.any(String),
        review_name: expect.any(String),
      },
    ],
  ])('has the field names of %s if configured', async (shape, data) => {
    await using here = await listening()
    const at = new AtGoogleBusiness()
    const { id } = at.control.review({ location: BAKERY, by: 'Grace', stars: 4 })
    at.control.listen({ endpoint: here.url })
    at.control.setShape({ shape })
    at.control.editReview({ id, stars: 1 })

    await at.control.deliver({})

    expect(dataOf(here.received[0]?.body ?? '')).toEqual(data)
  })

  it('is retried with the same id and a new token, and is duplicated and reversed on request', async () => {
    await using here = await listening(500)
    const at = new AtGoogleBusiness()
    at.control.listen({ endpoint: here.url })
    at.control.review({ location: BAKERY, by: 'Grace', stars: 4 })
    await at.control.deliver({})
    at.clock.advance(7200)
    at.control.review({ location: BAKERY, by: 'Al', stars: 5 })
    await at.control.deliver({ copies: 2, reversed: true })

    const ids = here.received.map(({ body }) => bodyOf(body).message['messageId'])
    expect(ids).toEqual([ids[0], ids[1], ids[1], ids[0], ids[0]])
    expect(ids[0]).not.toBe(ids[1])
    expect(here.received[3]?.headers['authorization']).not.toBe(here.received[0]?.headers['authorization'])
    expect(at.control.state().pushes.waiting).toBe(0)
  })

  it('can be forged, or contain no notification', async () => {
    await using here = await listening()
    const at = new AtGoogleBusiness()
    at.control.listen({ endpoint: here.url })
    at.control.forgeNext({ how: 'NO_TOKEN' })
    at.control.pushData({ data: 'no JSON', attributes: '{"type":"NEW_REVIEW"}' })

    await at.control.deliver({})

    expect(here.received[0]?.headers).not.toHaveProperty('authorization')
    expect(bodyOf(here.received[0]?.body ?? '').message.attributes).toEqual({ type: 'NEW_REVIEW' })
  })

  it('is not sent for types of the ended service', async () => {
    await using here = await listening()
    const at = new AtGoogleBusiness()
    at.control.listen({ endpoint: here.url, types: ['NEW_QUESTION', 'GOOGLE_UPDATE'] })
    at.control.ask({ location: BAKERY, by: 'Grace', text: 'Open?' })
    at.control.review({ location: BAKERY, by: 'Grace', stars: 4 })
    at.control.googleChanges({ location: BAKERY, fields: '{"title":"x"}' })

    await at.control.deliver({})

    expect(here.received.map(({ body }) => dataOf(body))).toEqual([
      { type: 'GOOGLE_UPDATE', location: at.find().name },
    ])
  })
})

describe('the setting of an account', () => {
  const topic = 'projects/p1/topics/t'

  it('is created, replaced and removed, with a topic to which Google may publish', async () => {
    const at = new AtGoogleBusiness()
    const token = at.signIn()
    const { account } = at.find()
    const path = `/notifications/v1/accounts/${account}/notificationSetting`
    const set = (json: object, updateMask = 'pubsubTopic,notificationTypes') =>
      at.call(`PATCH ${path}`, { token, json, query: { updateMask } })
    const setting = { pubsubTopic: topic, notificationTypes: ['NEW_REVIEW'] }

    expect(refusalOf(await set(setting))).toEqual([400, 'FAILED_PRECONDITION', 'null'])
    at.control.createSubscription({ topic, endpoint: 'https://app.example/hooks' })
    expect((await set(setting)).body).toEqual({ name: path.replace('/notifications/v1/', ''), ...setting })
    expect((await set({ notificationTypes: ['LIKE'] })).status).toBe(400)
    expect((await set({}, 'notification_setting')).status).toBe(400)
    expect((await set({ pubsubTopic: 'mine' })).status).toBe(400)
    expect((await set({ pubsubTopic: '' }, 'pubsubTopic')).body).not.toHaveProperty('pubsubTopic')
    expect((await at.call(`GET ${path}`, { token })).body).toMatchObject({
      notificationTypes: ['NEW_REVIEW'],
    })
  })
})
