import { inspect } from 'node:util'

import { AuthError, ConfigError, type LoginStep } from '@social/core/platform'
import { aCall, aConnection, aLoginCall, aLoginRequest, anApp, aToken } from '@social/testkit'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

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

const login = aLoginRequest({ app: anApp({ platform: 'calendar' }) })

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

describe('signing in with Google', () => {
  it('asks for a refresh token both ways, with PKCE, and passes hints on', async () => {
    const hints = { loginHint: 'ada@example.com', lang: 'de' }
    const step = await signIn.startLogin({ ...login, hints }, aLoginCall())
    if (step.step !== 'SEND_TO_NETWORK') throw new Error(step.step)
    const url = new URL(step.url)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
      scope: 'calendars',
      login_hint: 'ada@example.com',
      hl: 'de',
    })
    expect(step.url).not.toContain(String(step.remember?.['verifier']))
  })

  it('says how an app is made where there is none', async () => {
    const starting = signIn.startLogin({ ...login, app: null }, aLoginCall())
    await expect(starting).rejects.toThrow(ConfigError)
    await expect(starting).rejects.toThrow(/Make one in the console/)
  })

  it('always ends in a choice, and in the connection of what is picked', async () => {
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

  it('takes an hour where Google does not say how long a token lives', async () => {
    const { expires_in: _, ...reply } = TOKENS
    const unsaid = await pick(await resumeTokenOf(reply), 'c1')
    const said = await pick(await resumeTokenOf({ ...TOKENS, expires_in: 3600 }), 'c1')
    if (unsaid.step !== 'FINISHED' || said.step !== 'FINISHED') throw new Error('not finished')
    expect(unsaid.connection.token.expiresAt).toEqual(said.connection.token.expiresAt)
  })

  it('refuses a sign-in without a refresh token, with what to do', async () => {
    const { refresh_token: _, ...reply } = TOKENS
    await expect(finish(reply)).rejects.toThrow(AuthError)
    await expect(finish(reply)).rejects.toThrow(/no refresh token.*myaccount\.google\.com\/permissions/)
  })
})

describe('a resume token', () => {
  it('that was not made here is refused without its words', async () => {
    for (const made of ['nonsense', Buffer.from('{"calendars":{}}').toString('base64url')])
      await expect(pick(made, 'c1')).rejects.toThrow('The resume token cannot be read.')
    const stripped = Buffer.from(JSON.stringify({ accessToken: 'shh', calendars: { c1: 'x' } }))
    const error: unknown = await pick(stripped.toString('base64url'), 'c1').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AuthError)
    expect(inspect(error, { depth: null })).not.toContain('shh')
  })

  it('yields only what was offered, and names it', async () => {
    const resumeToken = await resumeTokenOf(TOKENS)
    for (const stranger of ['c2', '__proto__', 'constructor', 'x'.repeat(5000)]) {
      const error: unknown = await pick(resumeToken, stranger).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(AuthError)
      expect(String(error)).toMatch(/was not offered\. Pick one of: c1 \(Bakery\)\./)
      expect(String(error).length).toBeLessThan(300)
    }
  })
})

describe('keeping signed in', () => {
  const connection = aConnection({
    platform: 'calendar',
    token: aToken({ accessToken: 'old', refreshToken: 'kept' }),
  })
  const app = anApp({ platform: 'calendar' })

  it('renews with the refresh token that Google keeps', async () => {
    const call = aCall({ connection, app, replies: { 'POST /token': { access_token: 'next' } } })
    expect(await signIn.refresh?.(call)).toMatchObject({ accessToken: 'next', refreshToken: 'kept' })
    expect(call.transport.requests[0]?.form).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'kept',
    })
  })

  it('takes the permission back, and is quiet where it was gone already', async () => {
    const call = aCall({
      connection,
      replies: { 'POST /revoke': { status: 400, body: { error: 'invalid_token' } } },
    })
    await signIn.revoke(call)
    expect(call.transport.requests[0]?.form).toEqual({ token: 'kept' })
  })
})
