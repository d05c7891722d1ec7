import { inspect } from 'node:util'

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { channels } from '../../diagnostics/channels.js'
import { NetworkError } from '../../errors/index.js'
import { aBench, aConnection } from '../__fixtures__/engine.js'
import type { RequestOptions } from '../types.js'
import { hideTokens, Redactor } from './redact.js'

const SECRETS = {
  client_secret: 'app-secret-123',
  code: 'the-code-456',
  code_verifier: 'verifier-789-abc',
  refresh_token: 'refresh/with?odd=signs',
  password: 'pass word 12',
}
/** Creates the error response of a network that quotes what it received. */
const quoting = (text: string) => ({
  status: 400,
  headers: { 'www-authenticate': `Bearer error="${text}"` },
  body: { error: text, error_description: `refused: ${text}`, deep: [{ deeper: { [text]: text } }] },
})
const everything = (thrown: unknown): string => {
  const parts: string[] = []
  for (let one = thrown; one instanceof Error; one = one.cause)
    parts.push(
      one.message,
      one.stack ?? '',
      inspect(one, { depth: 9, showHidden: true }),
      JSON.stringify(one),
    )
  return parts.join('\n')
}

async function refused(options: RequestOptions, path = '/token', answer: object = {}) {
  const text = [...Object.values(SECRETS), 'access-token-1', 'header-secret-1', 'bot:1234567'].join(' ')
  const { http } = aBench([{ ...quoting(`${text} ${encodeURIComponent(text)}`), ...answer }])
  return http.post(path, v.object({}), { retry: 'never', ...options }).then(
    () => null,
    (error: unknown) => error,
  )
}

describe('a secret that a network quotes', () => {
  it.each([
    ['a form', { form: SECRETS, auth: 'none' }],
    ['JSON', { json: { grant: [SECRETS] }, auth: 'none' }],
    ['a query', { query: SECRETS, auth: 'none' }],
    ['parts', { multipart: Object.entries(SECRETS).map(([name, value]) => ({ name, value })), auth: 'none' }],
    ['headers', { headers: SECRETS, auth: 'none' }],
    ['a form together with the token', { form: SECRETS }],
  ] as const)('is not in the error for %s', async (_what, options) => {
    const printed = everything(await refused(options))

    for (const secret of Object.values(SECRETS)) {
      expect(printed).not.toContain(secret)
      expect(printed).not.toContain(encodeURIComponent(secret))
    }
    expect(printed).toContain('[hidden]')
  })

  it('is not in the error for a refusal with status 200, or for an unreadable response', async () => {
    const options = { form: SECRETS, auth: 'none' } as const
    const unreadable = await refused(options, '/token', { status: 200, body: [Object.values(SECRETS)] })

    expect(everything(unreadable)).not.toContain(SECRETS.client_secret)
  })

  it('is hidden if it is the token, part of a header, or a secret in the path', async () => {
    const printed = everything(
      await refused(
        { headers: { 'x-auth': 'Basic header-secret-1' }, secrets: ['bot:1234567'] },
        '/bot:1234567/x',
      ),
    )

    expect(printed).not.toContain('access-token-1')
    expect(printed).not.toContain('bot:1234567')
  })

  it('is hidden if it is a password with colons in Basic credentials', async () => {
    const authorization = `Basic ${Buffer.from('client-1:pass:word:34').toString('base64')}`
    const body = { error: 'refused client-1:pass:word:34, pass:word:34' }
    const error = await refused({ headers: { authorization }, auth: 'none' }, '/token', { body })

    expect(everything(error)).not.toContain('pass:word:34')
  })

  it('is hidden if it is a numeric code', () => {
    const reply = {
      status: 400,
      headers: {},
      isJson: true,
      body: { code: 190, sent: 83_120_456, at: [831_204_567] },
    }
    expect(new Redactor(['83120456']).reply(reply).body).toEqual({
      code: 190,
      sent: '[hidden]',
      at: [831_204_567],
    })
  })

  it('does not change other text', async () => {
    const error = await refused(
      { form: { ...SECRETS, grant_type: 'authorization_code' }, auth: 'none' },
      '/token',
      {
        body: { error: 'authorization_code is not allowed' },
      },
    )

    expect(String(error)).toContain('authorization_code is not allowed')
  })
})

describe('an error that a platform created from a response', () => {
  it('contains no token that the response quotes, also not in its causes', () => {
    const raw = { quoted: ['Bearer access-token-1'], 'access-token-1': 1 }
    const cause = new NetworkError('The network sent: access-token-1', { raw })
    const error = new NetworkError('Unreadable: access-token-1', { raw, cause })

    const hidden = hideTokens(error, aConnection())

    expect(hidden).toBe(error)
    expect(everything(hidden)).not.toContain('access-token-1')
    expect(error.raw).toEqual({ quoted: ['Bearer [hidden]'], '[hidden]': 1 })
    expect(cause.raw).toEqual(error.raw)
    expect(raw.quoted).toEqual(['Bearer access-token-1'])
  })
})

describe('an error of a transport', () => {
  it('contains no secret of the path, also not in its cause or in events', async () => {
    const path = '/bot:1234567/send'
    const cause = new Error(`connect to ${path} failed`)
    const { http } = aBench([new NetworkError(`POST api.example${path} failed.`, { cause })])
    const events: string[] = []
    const listener = {
      start: (event: object) => events.push(inspect(event, { depth: 9 })),
      end() {},
      asyncStart() {},
      asyncEnd: (event: object) => events.push(inspect(event, { depth: 9 })),
      error: (event: object) => events.push(inspect(event, { depth: 9 })),
    }
    channels.request.subscribe(listener)

    const error = await http
      .post(path, v.object({}), { retry: 'never', secrets: ['bot:1234567'] })
      .catch((thrown: unknown) => thrown)

    channels.request.unsubscribe(listener)
    expect(everything(error)).not.toContain('bot:1234567')
    expect(events.join()).not.toContain('bot:1234567')
    expect(events.join()).toContain('[hidden]')
  })
})

describe('an error of a custom transport', () => {
  const token = 'access-token-1'
  it.each([
    [
      'several errors together',
      () => new AggregateError([new Error(`sent ${token}`), `sent ${token}`], token),
    ],
    [
      'the request with its headers',
      () => Object.assign(new Error('cut'), { config: { headers: { token } } }),
    ],
    ['a text on the error', () => Object.assign(new Error('cut'), { body: `sent ${token}` })],
    ['a cause that is text', () => new Error('cut', { cause: `sent ${token}` })],
    [
      'a cause that is no error',
      () => new Error('cut', { cause: { headers: new Map([['authorization', token]]) } }),
    ],
    ['a frozen error', () => Object.freeze(new Error(`sent ${token}`))],
    [
      'an error that is its own cause',
      () => {
        const error = new Error(`sent ${token}`)
        error.cause = error
        return error
      },
    ],
  ])('contains no token: %s', (_what, make) => {
    const hidden = hideTokens(new NetworkError('cut', { cause: make() }), aConnection())
    expect(inspect(hidden, { depth: 9, showHidden: true })).not.toContain(token)
    expect(inspect(hideTokens(make(), aConnection()), { depth: 9 })).not.toContain(token)
  })

  it('keeps its class, message and fields if they contain no secret', () => {
    const socket = { remoteAddress: '192.0.2.1' }
    const error = Object.freeze(Object.assign(new TypeError(`cut ${token}`), { code: 'ECONNRESET', socket }))
    const hidden = hideTokens(error, aConnection())
    expect(hidden).toBeInstanceOf(TypeError)
    expect(hidden).toMatchObject({ message: 'cut [hidden]', code: 'ECONNRESET' })
    expect(hidden.socket).toBe(socket)
  })
})

it('hides the tokens of a connection', () => {
  expect(aConnection().token.accessToken).toBe('access-token-1')
})
