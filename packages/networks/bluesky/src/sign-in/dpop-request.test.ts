import { aLoginCall, inTurn } from '@social/testkit/platform'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { bluesky } from '../platform.js'
import { makeKey } from './dpop-proof.js'
import { sendProven } from './dpop-request.js'

const TOKEN = 'https://entry.example.com/oauth/token'
const done = { sub: 'did:plc:a' }
const header = { 'dpop-nonce': 'n1', 'www-authenticate': 'DPoP error="use_dpop_nonce"' }
const asksInHeader = { status: 401, headers: header, body: {} }
const asksInBody = { status: 400, headers: { 'dpop-nonce': 'n1' }, body: { error: 'use_dpop_nonce' } }

/** Sends a request to a fake server that returns the given responses in order. */
async function send(replies: readonly unknown[], more: { accessToken?: string } = {}) {
  const call = aLoginCall({
    platform: bluesky(),
    retries: { attempts: 1 },
    replies: { 'POST /oauth/token': inTurn(...replies) },
  })
  const key = await makeKey()
  const form = { grant_type: 'refresh_token' }
  const sending = sendProven(
    { method: 'POST', url: TOKEN, schema: v.object({ sub: v.string() }), key, form, ...more },
    call,
  )
  const outcome: unknown = await sending.catch((error: unknown) => error)
  const proofs = call.transport.requests.map(({ headers }): unknown =>
    JSON.parse(Buffer.from(headers['dpop']?.split('.')[1] ?? '', 'base64url').toString()),
  )
  return { outcome, proofs, call }
}

describe('a request with a proof', () => {
  it('has a proof for its method and URL, without a token during the sign-in', async () => {
    const { outcome, proofs, call } = await send([done])

    expect(outcome).toEqual(done)
    expect(proofs).toEqual([{ htm: 'POST', htu: TOKEN, iat: expect.any(Number), jti: expect.any(String) }])
    expect(call.transport.requests[0]?.headers).not.toHaveProperty('authorization')
    expect(call.transport.requests[0]?.form).toEqual({ grant_type: 'refresh_token' })
  })

  it('contains the token and its digest', async () => {
    const { proofs, call } = await send([done], { accessToken: 'a.b.c' })

    expect(proofs).toMatchObject([{ ath: expect.stringMatching(/^[\w-]{43}$/) }])
    expect(call.transport.requests[0]?.headers).toMatchObject({ authorization: 'DPoP a.b.c' })
  })

  it.each([
    ['a header', asksInHeader],
    ['the body', asksInBody],
  ])('is repeated with the nonce that the server requests in %s', async (_where, asks) => {
    const { outcome, proofs } = await send([asks, done])

    expect(outcome).toEqual(done)
    expect(proofs).toMatchObject([expect.not.objectContaining({ nonce: 'n1' }), { nonce: 'n1' }])
    expect(proofs).toHaveLength(2)
  })

  it('is not sent a third time', async () => {
    const { outcome, proofs } = await send([asksInHeader])

    expect(outcome).toMatchObject({ platform: 'bluesky' })
    expect(proofs).toHaveLength(2)
  })

  it.each([
    ['without a nonce', { ...asksInBody, headers: {} }],
    ['for another reason', { ...asksInBody, body: { error: 'invalid_grant' } }],
    ['for no reason', { ...asksInBody, body: 'no' }],
    ['with another status', { ...asksInHeader, status: 403 }],
  ])('is sent once when it is refused %s', async (_what, refusal) => {
    const { outcome, proofs } = await send([refusal, done])

    expect(outcome).toBeInstanceOf(Error)
    expect(outcome).toMatchObject({ platform: 'bluesky' })
    expect(proofs).toHaveLength(1)
  })

  it('contains an unreadable response in the error', async () => {
    const { outcome } = await send([{ status: 200, body: { sub: 7 } }])

    expect(outcome).toMatchObject({
      code: 'PLATFORM',
      platform: 'bluesky',
      statusCode: 200,
      raw: { sub: 7 },
      message: expect.stringContaining('an unexpected response to /oauth/token'),
    })
  })
})
