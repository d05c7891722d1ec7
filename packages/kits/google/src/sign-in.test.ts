import { inspect } from 'node:util'

import { AuthError, ConfigError, type LoginStep } from '@social/core/platform'
import { aCall, aConnection, aLoginCall, aLoginRequest, anApp, aToken } from '@social/testkit/platform'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { packLogin, pickChoice } from './choices.js'
import { googleSignIn } from './sign-in.js'

const TOKENS = { access_token: 'fresh', refresh_token: 'kept', expires_in: 3599, scope: 'calendars' }

const signIn = googleSignIn({
  platform: 'calendar',
  addresses: {
    signIn: 'https://accounts.example/auth',
    token: 'https://accounts.example/token',
    revoke: 'https://accounts.example/revoke',
  },
  scopes: ['calendars'],
  appAdvice: 'Make one in the console.',
  choices: { kind: 'calendar', kinds: 'calendars', schema: v.string(), nameOf: (title) => title },
  readChoices: async () => new Map([['c1', 'Bakery']]),
  toAccount: (id, title) => ({ accountId: id, accountName: title, extra: { calendar: id } }),
})

const app = anApp({ platform: 'calendar' })
const login = aLoginRequest({ app })

async function finish(reply: object): Promise<LoginStep> {
  const call = aLoginCall({ replies: { 'POST /token': reply } })
  const started = await signIn.startLogin(login, call)
  if (started.step !== 'SEND_TO_NETWORK') throw new Error(started.step)
  const { remember } = started
  return signIn.finishLogin({ ...login, remember }, { code: 'c0de', state: login.state }, call)
}

async function resumeTokenOf(reply: object): Promise<string> {
  const step = await finish(reply)
  if (step.step !== 'CHOOSE_ACCOUNT') throw new Error(step.step)
  return step.resumeToken
}

const pick = async (resumeToken: string, accountId: string): Promise<LoginStep> =>
  signIn.resumeLogin(login, { resumeToken, accountId, remember: {} }, aLoginCall())

const scopesAfter = async (reply: object) => {
  const step = await pick(await resumeTokenOf(reply), 'c1')
  return step.step === 'FINISHED' ? step.connection.scopes : []
}

describe('signing in with Google', () => {
  it('requests a refresh token with both parameters, with PKCE, and passes hints', async () => {
    const hints = { loginHint: 'ada@example.com', lang: 'de' }
    const step = await signIn.startLogin({ ...login, hints }, aLoginCall())
    if (step.step !== 'SEND_TO_NETWORK') throw new Error(step.step)
    const url = new URL(step.url)
    expect(`${url.origin}${url.pathname}`).toBe('https://accounts.example/auth')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: login.redirectUri,
      state: login.state,
      access_type: 'offline',
      prompt: 'consent',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      scope: 'calendars',
      login_hint: 'ada@example.com',
      hl: 'de',
    })
    expect(step.state).toBe(login.state)
    expect(step.url).not.toContain(String(step.remember?.['verifier']))
  })

  it('requests the scopes of the application, and passes no missing hints', async () => {
    const step = await signIn.startLogin({ ...login, scopes: ['mail', 'calendars'] }, aLoginCall())
    const query = new URL(step.step === 'SEND_TO_NETWORK' ? step.url : '').searchParams
    expect(query.get('scope')).toBe('mail calendars')
    expect([query.has('login_hint'), query.has('hl')]).toEqual([false, false])
  })

  it('exchanges the code with the PKCE verifier and the app credentials', async () => {
    const call = aLoginCall({ replies: { 'POST /token': TOKENS } })
    const remember = { verifier: 'v'.repeat(43) }
    await signIn.finishLogin({ ...login, remember }, { code: 'c0de', state: login.state }, call)
    expect(call.transport.requests.map(({ url, form }) => [url, form])).toEqual([
      [
        'https://accounts.example/token',
        {
          grant_type: 'authorization_code',
          code: 'c0de',
          client_id: app.clientId,
          client_secret: app.clientSecret,
          redirect_uri: login.redirectUri,
          code_verifier: remember.verifier,
        },
      ],
    ])
    expect(call.transport.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it('is refused with another state, without a code, without the verifier and without an app', async () => {
    const call = aLoginCall({ replies: { 'POST /token': TOKENS } })
    const remember = { verifier: 'v'.repeat(43) }
    const good = { code: 'c0de', state: login.state }
    for (const [request, callback, type] of [
      [{ ...login, remember }, { ...good, state: 'another' }, AuthError],
      [{ ...login, remember }, { state: login.state }, AuthError],
      [{ ...login, remember: {} }, good, AuthError],
      [{ ...login, remember, app: null }, good, ConfigError],
    ] as const)
      await expect(signIn.finishLogin(request, callback, call)).rejects.toThrow(type)
    expect(call.transport.requests).toEqual([])
  })

  it('stores the granted scopes, or the requested ones if Google reports none', async () => {
    expect(await scopesAfter({ ...TOKENS, scope: 'calendars mail' })).toEqual(['calendars', 'mail'])
    const { scope: _, ...unsaid } = TOKENS
    expect(await scopesAfter(unsaid)).toEqual(['calendars'])
  })

  it('explains how to create an app if none is stored', async () => {
    const starting = signIn.startLogin({ ...login, app: null }, aLoginCall())
    await expect(starting).rejects.toThrow(ConfigError)
    await expect(starting).rejects.toThrow(/Make one in the console/)
  })

  it('always requires a choice, and ends with the connection of the choice', async () => {
    const step = await finish(TOKENS)
    expect(step).toMatchObject({
      step: 'CHOOSE_ACCOUNT',
      options: [{ id: 'c1', name: 'Bakery', kind: 'calendar' }],
    })
    expect(await pick(await resumeTokenOf(TOKENS), 'c1')).toMatchObject({
      step: 'FINISHED',
      connection: {
        platform: 'calendar',
        accountId: 'c1',
        accountName: 'Bakery',
        scopes: ['calendars'],
        extra: { calendar: 'c1' },
        token: { accessToken: 'fresh', refreshToken: 'kept', expiresAt: expect.any(Date) },
      },
    })
  })

  it('assumes a lifetime of an hour if Google reports none', async () => {
    const { expires_in: _, ...reply } = TOKENS
    const unsaid = await pick(await resumeTokenOf(reply), 'c1')
    const said = await pick(await resumeTokenOf({ ...TOKENS, expires_in: 3600 }), 'c1')
    if (unsaid.step !== 'FINISHED' || said.step !== 'FINISHED') throw new Error('not finished')
    expect(unsaid.connection.token.expiresAt).toEqual(said.connection.token.expiresAt)
  })

  it('refuses a sign-in without a refresh token, with advice', async () => {
    const { refresh_token: _, ...reply } = TOKENS
    await expect(finish(reply)).rejects.toThrow(AuthError)
    await expect(finish(reply)).rejects.toMatchObject({ platform: 'calendar' })
    await expect(finish(reply)).rejects.toThrow(/no refresh token.*myaccount\.google\.com\/permissions/)
  })
})

describe('a resume token', () => {
  it('that was not made here is refused without quoting it', async () => {
    for (const made of ['nonsense', Buffer.from('{"calendars":{}}').toString('base64url')])
      await expect(pick(made, 'c1')).rejects.toThrow('The resume token cannot be read.')
    const stripped = Buffer.from(JSON.stringify({ accessToken: 'shh', calendars: { c1: 'x' } }))
    const error: unknown = await pick(stripped.toString('base64url'), 'c1').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AuthError)
    expect(error).toMatchObject({ platform: 'calendar' })
    expect(inspect(error, { depth: null })).not.toContain('shh')
  })

  it('accepts only offered choices, and lists them', async () => {
    const resumeToken = await resumeTokenOf(TOKENS)
    for (const stranger of ['c2', '__proto__', 'constructor', 'x'.repeat(5000)]) {
      const error: unknown = await pick(resumeToken, stranger).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(AuthError)
      expect(String(error)).toMatch(/was not offered\. Choose one of: c1 \(Bakery\)\./)
      expect(String(error).length).toBeLessThan(300)
    }
  })
})

it('a resume token keeps both expiry times, and lists at most twenty choices', () => {
  const choices = {
    kind: 'calendar',
    kinds: 'calendars',
    schema: v.string(),
    nameOf: (title: string) => title,
  }
  const token = aToken({
    accessToken: 'fresh',
    refreshToken: 'kept',
    expiresAt: '2026-11-22T13:00:00Z',
    refreshTokenExpiresAt: '2027-11-22T13:00:00Z',
  })
  const many = new Map(Array.from({ length: 25 }, (_, index) => [`c${index}`, `Title ${index}`]))
  const resumeToken = packLogin({ token, scopes: ['calendars'], choices: many }, choices)
  const picked = pickChoice({ resumeToken, accountId: 'c24' }, choices, 'calendar')
  expect(picked).toMatchObject({ choice: 'Title 24', scopes: ['calendars'] })
  expect([picked.token.accessToken, picked.token.refreshToken]).toEqual(['fresh', 'kept'])
  expect(picked.token.expiresAt).toEqual(token.expiresAt)
  expect(picked.token.refreshTokenExpiresAt).toEqual(token.refreshTokenExpiresAt)
  const wrong = () => pickChoice({ resumeToken, accountId: 'x'.repeat(101) }, choices, 'calendar')
  expect(wrong).toThrow(`The calendar "${'x'.repeat(100)}" was not offered`)
  expect(wrong).toThrow('c19 (Title 19).')
  expect(wrong).toThrow(expect.objectContaining({ platform: 'calendar' }))
  for (const timeless of [{ expiresAt: null }, { refreshTokenExpiresAt: null }]) {
    const packed = packLogin({ token: aToken({ ...timeless }), scopes: [], choices: many }, choices)
    const [name] = Object.keys(timeless)
    expect(pickChoice({ resumeToken: packed, accountId: 'c1' }, choices, 'x').token).toHaveProperty(
      name ?? '',
      null,
    )
  }
})

describe('renewing and revoking', () => {
  const connection = aConnection({
    platform: 'calendar',
    token: aToken({ accessToken: 'old', refreshToken: 'kept' }),
  })

  it('renews with the unchanged refresh token', async () => {
    const call = aCall({ connection, app, replies: { 'POST /token': { access_token: 'next' } } })
    expect(await signIn.refresh?.(call)).toMatchObject({ accessToken: 'next', refreshToken: 'kept' })
    expect(call.transport.requests[0]?.form).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'kept',
      client_id: app.clientId,
      client_secret: app.clientSecret,
    })
    expect(call.transport.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it('revokes the permission, and ignores a token that is already revoked', async () => {
    const call = aCall({
      connection,
      replies: { 'POST /revoke': { status: 400, body: { error: 'invalid_token' } } },
    })
    await signIn.revoke(call)
    expect(call.transport.requests[0]?.form).toEqual({ token: 'kept' })
    expect(call.transport.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it('revokes the access token without a refresh token', async () => {
    const lasting = connection.with({ token: { accessToken: 'old', refreshToken: null } })
    const call = aCall({ connection: lasting, replies: { 'POST /revoke': {} } })
    await signIn.revoke(call)
    expect(call.transport.requests.map(({ url, form }) => [url, form])).toEqual([
      ['https://accounts.example/revoke', { token: 'old' }],
    ])
  })

  it('repeats both requests after an outage', async () => {
    let tries = 0
    const once = (reply: object) => () => ((tries += 1) === 1 ? { status: 503, body: '' } : reply)
    const renewing = aCall({ connection, app, replies: { 'POST /token': once({ access_token: 'next' }) } })
    await signIn.refresh?.(renewing)
    expect(renewing.transport.requests).toHaveLength(2)
    tries = 0
    const revoking = aCall({ connection, app, replies: { 'POST /revoke': once({}) } })
    await signIn.revoke(revoking)
    expect(revoking.transport.requests).toHaveLength(2)
  })

  it('reports a failed revocation', async () => {
    const call = aCall({ connection, replies: { 'POST /revoke': { status: 403, body: {} } } })
    await expect(signIn.revoke(call)).rejects.toThrow('calendar')
  })

  it('explains how to create an app if the stored one is missing', async () => {
    await expect(signIn.refresh?.(aCall({ connection, app: null }))).rejects.toThrow(
      /Make one in the console/,
    )
  })

  it('renews five minutes before expiry, with a refresh token that is not replaced', () => {
    expect(signIn.renewal(connection)).toEqual({
      beforeSeconds: 300,
      needsRefreshToken: true,
      rotates: false,
    })
  })
})
