import { AppCredentials, AuthError, ConfigError, Connection, NotSupportedError } from '@social/core/platform'
import { aCall, aLoginCall, aLoginRequest } from '@social/testkit/platform'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { codeSignIn, type CodeSignInRules } from './code-sign-in.js'

const ORIGIN = 'https://graph.example'
const app = new AppCredentials({ platform: 'cakes', clientId: '11', clientSecret: 'shh-shh-shh' })
const login = { ...aLoginRequest({ app }), remember: {} }
const reply = v.object({
  access_token: v.string(),
  user_id: v.nullable(v.string()),
  asked: v.optional(v.string()),
})
const REPLIES = {
  'POST /code': { access_token: 'short', user_id: '42' },
  'GET /token': { access_token: 'long', expires_in: 5_184_000 },
  'GET /refresh': { access_token: 'longer', expires_in: 5_184_000 },
}

type Rules = CodeSignInRules<v.InferOutput<typeof reply>>

const signIn = (changes: Partial<Rules> = {}) =>
  codeSignIn<v.InferOutput<typeof reply>>({
    platform: 'cakes',
    grant: 'th',
    addresses: {
      signIn: 'https://cakes.example/authorize',
      code: `${ORIGIN}/code`,
      token: `${ORIGIN}/token`,
      refresh: `${ORIGIN}/refresh`,
    },
    scopes: ['read', 'write'],
    appAdvice: 'Use the pair of Cakes.',
    codeReply: reply,
    renewBeforeSeconds: 77,
    readConnection: async ({ token, scopes, userId }) =>
      new Connection({ platform: 'cakes', accountId: userId ?? 'none', accountName: 'Ada', token, scopes }),
    ...changes,
  })

const grantedOf: Rules['grantedOf'] = ({ user_id: userId }, asked) => [`${userId}`, ...asked]
const checkRenewal = (): never => {
  throw new NotSupportedError({ platform: 'cakes', what: 'this', suggestion: 'Wait.' })
}

async function finish(changes: Partial<Rules> = {}, callback: Readonly<Record<string, string>> = {}) {
  const call = aLoginCall({ replies: REPLIES })
  const step = await signIn(changes).finishLogin(login, { code: 'c', state: login.state, ...callback }, call)
  if (step.step !== 'FINISHED') throw new Error(step.step)
  return { connection: step.connection, call }
}

describe('a sign-in with a code', () => {
  it('starts on the page of the network, and stores nothing', async () => {
    const step = await signIn({ query: ({ hints }) => ({ more: hints['more'] }) }).startLogin(
      { ...login, hints: { more: '1' } },
      aLoginCall(),
    )
    if (step.step !== 'SEND_TO_NETWORK') throw new Error(step.step)
    expect(step.url).toMatch(/^https:\/\/cakes\.example\/authorize\?/)
    expect(Object.fromEntries(new URL(step.url).searchParams)).toEqual({
      client_id: '11',
      redirect_uri: login.redirectUri,
      response_type: 'code',
      scope: 'read,write',
      state: login.state,
      more: '1',
    })
    expect([step.state, step.remember]).toEqual([login.state, {}])
  })

  it('requests the scopes of the application', async () => {
    const step = await signIn().startLogin({ ...login, scopes: ['read'] }, aLoginCall())
    expect(step).toMatchObject({ url: expect.stringContaining('scope=read&') })
  })

  it('exchanges the code for a token of an hour, and that for one of sixty days', async () => {
    const { connection, call } = await finish({}, { code: 'c#_' })
    expect(call.transport.requests.map(({ key, form, query }) => [key, form ?? query])).toEqual([
      [
        'POST /code',
        {
          client_id: '11',
          client_secret: 'shh-shh-shh',
          grant_type: 'authorization_code',
          redirect_uri: login.redirectUri,
          code: 'c',
        },
      ],
      [
        'GET /token',
        { grant_type: 'th_exchange_token', client_secret: 'shh-shh-shh', access_token: 'short' },
      ],
    ])
    for (const { headers } of call.transport.requests) expect(headers).not.toHaveProperty('authorization')
    expect(connection).toMatchObject({ id: 'cakes:42', scopes: ['read', 'write'] })
    expect(connection.token).toMatchObject({
      accessToken: 'long',
      refreshToken: null,
      expiresAt: new Date(call.clock.now().getTime() + 5_184_000_000),
    })
  })

  it('stores the granted scopes if the network sends them', async () => {
    expect((await finish({ grantedOf })).connection.scopes).toEqual(['42', 'read', 'write'])
  })

  it('fails before any request for a wrong state, without a code, and without an app', async () => {
    const call = aLoginCall({ replies: REPLIES })
    const good = { code: 'c', state: login.state }
    for (const [request, callback, type, expected] of [
      [login, { ...good, state: 'another' }, AuthError, /cakes/],
      [login, { state: login.state }, AuthError, /cakes/],
      [login, { ...good, error: 'access_denied' }, AuthError, /cakes/],
      [{ ...login, app: null }, good, ConfigError, /cakes.*Use the pair of Cakes/],
    ] as const) {
      await expect(signIn().finishLogin(request, callback, call)).rejects.toThrow(type)
      await expect(signIn().finishLogin(request, callback, call)).rejects.toThrow(expected)
    }
    await expect(signIn().startLogin({ ...login, app: null }, call)).rejects.toThrow(
      /cakes.*Use the pair of Cakes/,
    )
    expect(call.transport.requests).toEqual([])
  })
})

describe('a token of sixty days', () => {
  const connection = new Connection({
    platform: 'cakes',
    accountId: '42',
    accountName: 'Ada',
    token: { accessToken: 'long' },
  })

  it('buys the next one', async () => {
    const call = aCall({ connection, replies: REPLIES })
    expect(await signIn({ grant: 'ig' }).refresh?.(call)).toMatchObject({ accessToken: 'longer' })
    expect(call.transport.requests.map(({ key, query }) => [key, query])).toEqual([
      ['GET /refresh', { grant_type: 'ig_refresh_token', access_token: 'long' }],
    ])
    expect(call.transport.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it('is not refreshed when the network is known to refuse it', async () => {
    const call = aCall({ connection, replies: REPLIES })
    await expect(signIn({ checkRenewal }).refresh?.(call)).rejects.toThrow(NotSupportedError)
    expect(call.transport.requests).toEqual([])
  })

  it('is refreshed automatically before it expires', () => {
    expect(signIn().renewal(connection)).toEqual({
      beforeSeconds: 77,
      needsRefreshToken: false,
      rotates: false,
    })
  })
})
