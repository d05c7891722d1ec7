import { describe, expect, it } from 'vitest'

import { Connection } from '../../models/index.js'
import type { RequestOptions } from '../types.js'
import { secretsIn, type SentRequest } from './secrets-of-request.js'

const URL_ASKED = 'https://api.example/token'

/**
 * Returns the secrets found in a request. Without `sent`, the request has no token, as in a
 * sign-in.
 */
function found(options: RequestOptions, sent: Partial<SentRequest> = {}): readonly string[] {
  return secretsIn(
    { options, request: { url: URL_ASKED }, signed: null, withAuth: false, ...sent },
    null,
  ).toSorted()
}

describe('secrets of a request without a token', () => {
  it.each([
    ['form', { form: { client_secret: 'a-secret-1', other: 'long-enough' } }],
    ['query', { query: { client_secret: 'a-secret-1', other: 'long-enough' } }],
    ['json', { json: { client_secret: 'a-secret-1', deep: { list: [{ other: 'long-enough' }] } } }],
    [
      'multipart',
      {
        multipart: [
          { name: 'client_secret', value: 'a-secret-1' },
          { name: 'other', value: 'long-enough' },
        ],
      },
    ],
    ['headers', { headers: { 'x-api-secret': 'a-secret-1', 'x-other': 'long-enough' } }],
  ] as const)('include every field of its %s', (_where, options) => {
    expect(found(options)).toEqual(['a-secret-1', 'long-enough'])
  })

  it('exclude harmless fields: names of apps, scopes, content types', () => {
    const harmless = {
      client_id: 'an-app-of-mine',
      SCOPE: 'write:statuses',
      grant_type: 'authorization_code',
    }
    expect(found({ form: harmless })).toEqual([])
    expect(found({ json: harmless })).toEqual([])
    expect(found({}, { request: { url: `${URL_ASKED}?client_id=an-app-of-mine` } })).toEqual([])
    expect(
      found({
        headers: {
          accept: 'application/json',
          'Content-Type': 'application/json',
          'user-agent': 'an app of mine',
          'content-range': 'bytes 0-99999/100000',
        },
      }),
    ).toEqual([])
  })

  it('have a minimum length, which is shorter for fields with a secret name', () => {
    expect(found({ form: { other: 'seven77' } })).toEqual([])
    expect(found({ form: { other: 'eight888' } })).toEqual(['eight888'])
    expect(found({ form: { code: '12345' } })).toEqual([])
    expect(found({ form: { code: '123456' } })).toEqual(['123456'])
    expect(found({ form: { other: 12_345_678 } })).toEqual([]) // wrong type on purpose, as JavaScript applications may pass it
  })
})

describe('secrets of a request with a token', () => {
  it('include only fields with a secret name, at any depth', () => {
    const fields = { text: 'a post of mine', page_token: 'abcdefgh' }
    for (const options of [
      { form: fields },
      { query: fields },
      { json: { posts: [fields] } },
      { multipart: Object.entries(fields).map(([name, value]) => ({ name, value })) },
    ])
      expect(found(options, { withAuth: true })).toEqual(['abcdefgh'])
  })

  it('include the items of a list with a secret name', () => {
    expect(found({ json: { tokens: ['abcdefgh', 'ijklmnop'] } }, { withAuth: true })).toEqual([
      'abcdefgh',
      'ijklmnop',
    ])
  })

  it('include only headers with a secret name', () => {
    const headers = { 'x-request-name': 'a name of mine', DPoP: 'a-proof-of-it' }
    expect(found({ headers }, { withAuth: true })).toEqual(['a-proof-of-it'])
  })

  it('include the values that signing added to headers and URL', () => {
    const signed = {
      url: `${URL_ASKED}?page=ordinary-page&sig=signed-by-us&stamp=now`,
      headers: { authorization: 'Bearer the-access-token' },
    }
    const sent = { request: { url: `${URL_ASKED}?page=ordinary-page` }, signed, withAuth: true } as never // safe cast: secretsIn reads only these fields
    expect(found({}, sent)).toEqual(['Bearer the-access-token', 'signed-by-us', 'the-access-token'])
  })

  it('include the parameters of a URL that contains its own proof', () => {
    const request = { url: `${URL_ASKED}?upload_token=abcdefgh&part=the-first` }
    expect(found({}, { request, withAuth: true })).toEqual(['abcdefgh'])
  })

  it('include the tokens of the connection', () => {
    const token = { accessToken: 'access-1', refreshToken: 'refresh-1', proofKey: 'proof-key-1' }
    const connection = new Connection({ platform: 'x', accountId: '1', accountName: 'a', token })
    const sent = { options: {}, request: { url: URL_ASKED }, signed: null, withAuth: true }
    expect(secretsIn(sent, connection)).toEqual(['access-1', 'refresh-1', 'proof-key-1'])
  })
})

it.each([true, false])(
  'secrets include those of the platform with any length (with a token: %s)',
  (withAuth) => {
    expect(found({ secrets: ['x', ''] }, { withAuth })).toEqual(['x'])
  },
)

it('secrets include credentials, whole and in parts', () => {
  const basic = Buffer.from('an-app-of-mine:its:password').toString('base64')
  expect(found({ headers: { authorization: `BASIC ${basic}` } })).toEqual(
    [`BASIC ${basic}`, basic, 'an-app-of-mine:its:password', 'its:password'].toSorted(),
  )
  const bearer = Buffer.from('one-two:three-four').toString('base64')
  expect(found({ headers: { authorization: `Bearer ${bearer}` } })).toEqual(
    [`Bearer ${bearer}`, bearer].toSorted(),
  )
  expect(found({ headers: { authorization: 'no-spaces-in-it' } })).toEqual(['no-spaces-in-it'])
})

it('secrets are searched in at most a thousand fields, to bound the time', () => {
  const json = Array.from({ length: 5_000 }, (_, at) => `secret-number-${at}`)
  expect(found({ json }).length).toBeLessThan(1_000)
})
