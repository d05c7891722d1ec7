import { inspect } from 'node:util'

import {
  AuthError,
  ConfigError,
  MissingPermissionError,
  NotAllowedError,
  TokenExpiredError,
} from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const READ = 'https://www.googleapis.com/auth/youtube.readonly'

type At = Awaited<ReturnType<typeof usingEmulator>>

async function startAt({ client, redirectUri }: At, more: object = {}) {
  const start = await client.startLogin('youtube', { redirectUri, ...more })
  if (start.step !== 'SEND_TO_NETWORK') throw new Error(start.step)
  return start
}

async function chooseAt(at: At, person = 'Ada') {
  const step = await at.finishLogin(person)
  if (step.step !== 'CHOOSE_ACCOUNT') throw new Error(step.step)
  return step
}

const choose = (at: At, resumeToken: string, accountId: string) =>
  at.client.choose('youtube', { redirectUri: at.redirectUri, resumeToken, accountId })

describe('the sign-in URL', () => {
  // Holds R-0388.
  it('requests a refresh token, with PKCE, and keeps the verifier secret', async () => {
    await using at = await usingEmulator()

    const { url, state, remember } = await startAt(at, {
      hints: { loginHint: 'ada@example.com', lang: 'nb' },
    })

    const { searchParams: params } = new URL(url)
    expect(Object.fromEntries(params)).toMatchObject({
      response_type: 'code',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
      state,
      redirect_uri: at.redirectUri,
      scope: ['upload', 'readonly', 'force-ssl']
        .map((name) => `https://www.googleapis.com/auth/youtube.${name}`)
        .join(' '),
      login_hint: 'ada@example.com',
      hl: 'nb',
    })
    expect(url).not.toContain(String(remember['verifier']))
    expect(params.has('include_granted_scopes')).toBe(false)
  })

  it('requests the given scopes of the application', async () => {
    await using at = await usingEmulator()

    const { url } = await startAt(at, { scopes: [READ] })

    expect(new URL(url).searchParams.get('scope')).toBe(READ)
  })

  it('requires an app, and describes how to create one', async () => {
    await using at = await usingEmulator()
    at.storage.getApp = async () => null

    const starting = startAt(at)
    await expect(starting).rejects.toThrow(ConfigError)
    await expect(starting).rejects.toThrow(/console\.cloud\.google\.com/)
  })
})

describe('signing in', () => {
  // Holds R-0096, R-0111, R-0130, R-0132, R-0155.
  it('always asks for the channel, even a single one, and stores its picture', async () => {
    await using at = await usingEmulator()

    const step = await chooseAt(at)
    expect(step.options).toMatchObject([{ name: 'Ada Makes Bread', kind: 'channel' }])
    expect(inspect(step)).not.toContain(step.resumeToken)
    at.forget()
    const finished = await choose(at, step.resumeToken, step.options[0]?.id ?? '')

    expect(at.counts()).toEqual({})
    const { id = '' } = step.options[0] ?? {}
    expect(finished).toMatchObject({
      step: 'FINISHED',
      connection: {
        id: `youtube:${id}`,
        accountName: 'Ada Makes Bread',
        avatarUrl: expect.stringContaining(id),
        extra: { channelId: id, channelUrl: `https://www.youtube.com/channel/${id}` },
      },
    })
    const saved = await at.storage.getConnection(`youtube:${id}`)
    expect(saved?.token.refreshToken).toMatch(/^1\/\//)
    expect(saved?.token.expiresAt).toEqual(new Date('2026-11-21T12:59:59Z'))
  })

  it('offers every channel of a person', async () => {
    await using at = await usingEmulator()

    const { options } = await chooseAt(at, 'Bea')

    expect(options.map(({ name }) => name)).toEqual(['Bea Rides', 'Bea Repairs'])
  })

  // Holds R-0111.
  it('reads the channels with one request', async () => {
    await using at = await usingEmulator()

    await chooseAt(at)

    expect(at.counts()).toEqual({ 'POST /token': 1, 'GET /youtube/v3/channels': 1 })
    expect(at.requests().at(-1)?.query).toEqual({ part: 'snippet', mine: 'true', maxResults: '50' })
  })

  // Holds R-0391.
  it('refuses a person without a channel, with what to do', async () => {
    await using at = await usingEmulator()

    const finishing = at.finishLogin('Cy')

    await expect(finishing).rejects.toThrow(AuthError)
    await expect(finishing).rejects.toThrow(
      /create one at https:\/\/www\.youtube\.com\/create_channel and sign in again/,
    )
  })

  // Holds R-0389.
  it('refuses a sign-in without a refresh token, and saves nothing', async () => {
    await using at = await usingEmulator()
    const { url, state, remember } = await startAt(at)
    const online = new URL(url)
    online.searchParams.delete('access_type')
    const { location } = at.people.approve({ url: online.href, person: 'Ada' })

    const finishing = at.client.finishLogin('youtube', {
      redirectUri: at.redirectUri,
      state,
      remember,
      callback: Object.fromEntries(new URL(location).searchParams),
    })

    await expect(finishing).rejects.toThrow(AuthError)
    await expect(finishing).rejects.toThrow(/no refresh token/)
    expect(at.counts()).not.toHaveProperty(['GET /youtube/v3/channels'])
  })

  it('stores the granted scopes, which may be fewer than requested', async () => {
    await using at = await usingEmulator()
    const { url, state, remember } = await startAt(at)
    const without = ['https://www.googleapis.com/auth/youtube.force-ssl']
    const { location } = at.people.approve({ url, person: 'Ada', without })
    const callback = Object.fromEntries(new URL(location).searchParams)
    const { redirectUri } = at

    const step = await at.client.finishLogin('youtube', { redirectUri, state, remember, callback })
    if (step.step !== 'CHOOSE_ACCOUNT') throw new Error(step.step)
    const { id = '' } = step.options[0] ?? {}
    await choose(at, step.resumeToken, id)

    const account = at.client.accountOf('youtube', `youtube:${id}`)
    expect((await account.connection()).scopes).toHaveLength(2)
    const polling = account.fetchUpdates()
    await expect(polling).rejects.toThrow(MissingPermissionError)
    await expect(polling).rejects.toMatchObject({ needs: without[0] })
  })

  it('reports a cancelled sign-in, and a used code', async () => {
    await using at = await usingEmulator()
    const { url, state, remember } = await startAt(at)
    const { redirectUri } = at
    const finish = (location: string) =>
      at.client.finishLogin('youtube', {
        redirectUri,
        state,
        remember,
        callback: Object.fromEntries(new URL(location).searchParams),
      })

    await expect(finish(at.people.approve({ url, person: 'Ada', deny: true }).location)).rejects.toThrow(
      /cancel/,
    )
    const { location } = at.people.approve({ url, person: 'Ada' })
    await finish(location)
    await expect(finish(location)).rejects.toThrow(AuthError)
  })

  // Holds R-0392.
  it('reports the API when it is not enabled for the project', async () => {
    await using at = await usingEmulator({ network: { isApiOn: false } })

    const finishing = at.finishLogin()

    await expect(finishing).rejects.toThrow(NotAllowedError)
    await expect(finishing).rejects.toThrow(
      /YouTube Data API v3 is not enabled.*console\.developers\.google\.com/,
    )
  })
})

describe('the choice of a channel', () => {
  // Holds R-0112.
  it('takes a resume token of an earlier version without pictures', async () => {
    await using at = await usingEmulator()
    const { resumeToken, options } = await chooseAt(at)
    const { id = '' } = options[0] ?? {}
    const packed = JSON.parse(Buffer.from(resumeToken, 'base64url').toString()) as object // safe cast: the library encoded a JSON object in the resume token
    const older = { ...packed, channels: { [id]: 'Ada Makes Bread' } }

    const finished = await choose(at, Buffer.from(JSON.stringify(older)).toString('base64url'), id)

    expect(finished).toMatchObject({
      step: 'FINISHED',
      connection: { accountName: 'Ada Makes Bread', avatarUrl: null },
    })
  })

  it('refuses a channel that was not offered, and an invalid token', async () => {
    await using at = await usingEmulator()
    const { resumeToken } = await chooseAt(at)

    await expect(choose(at, resumeToken, 'UCother')).rejects.toThrow(/was not offered.*Ada Makes Bread/)
    await expect(choose(at, 'nonsense', 'UCother')).rejects.toThrow(AuthError)
    await expect(choose(at, resumeToken, '__proto__')).rejects.toThrow(AuthError)
  })
})

describe('renewing', () => {
  // Holds R-0390.
  it('keeps the refresh token', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const before = await at.storage.getConnection(ada.id)
    await at.clock.advance(7200)

    await ada.profile()

    const after = await at.storage.getConnection(ada.id)
    expect(after?.token.refreshToken).toBe(before?.token.refreshToken)
    expect(after?.token.accessToken).not.toBe(before?.token.accessToken)
    expect(at.counts()).toMatchObject({ 'POST /token': 1 })
  })

  it('ends when the permission was revoked, and reports the seven days of testing', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    at.people.revokeTokens({ person: 'Ada' })

    const reading = ada.profile()

    await expect(reading).rejects.toThrow(TokenExpiredError)
    await expect(reading).rejects.toThrow(/7 days/)
  })

  it('reports the app, not the connection, when the app is refused', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    const body = { error: 'invalid_client', error_description: 'The OAuth client was not found.' }
    at.faults.add({ fault: 'status', status: 401, body, path: '/token' })
    at.people.expireTokens()

    const error = await ada.profile().catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(ConfigError)
    expect(String(error)).toMatch(/Storage\.saveApp/)
    expect(await ada.profile()).toMatchObject({ name: 'Ada Makes Bread' })
  })

  it('is repeated when its response was lost', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn()
    at.people.expireTokens()
    at.faults.add({ fault: 'replyLost', path: '/token' })

    expect(await ada.profile()).toMatchObject({ name: 'Ada Makes Bread' })
  })
})

describe('disconnecting', () => {
  it('revokes the refresh token, and ignores an invalid one', async () => {
    await using at = await usingEmulator()
    const [ada, bea] = [await at.signIn('Ada'), await at.signIn('Bea')]
    at.people.revokeTokens({ person: 'Bea' })

    await at.client.disconnect(ada.id)
    await at.client.disconnect(bea.id)

    expect(at.counts()).toEqual({ 'POST /revoke': 2 })
    expect(await at.storage.getConnection(ada.id)).toBeNull()
    expect(at.people.state().tokens.every(({ revoked }) => revoked)).toBe(true)
  })
})
