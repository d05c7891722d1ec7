import {
  AuthError,
  ConfigError,
  MissingPermissionError,
  RateLimitError,
  TokenExpiredError,
} from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

type At = Awaited<ReturnType<typeof usingEmulator>>

async function choiceOf(at: At, person: string) {
  const step = await at.finishLogin(person)
  if (step.step !== 'CHOOSE_ACCOUNT') throw new Error(step.step)
  return step
}

describe('signing in', () => {
  // Holds R-0117, R-0474.
  it('offers every location of every account and group, and connects the chosen one', async () => {
    await using at = await usingEmulator()
    const { options, resumeToken } = await choiceOf(at, 'Ada')

    expect(options.map(({ name, kind }) => [name, kind])).toEqual([
      ["Ada's Bakery", 'location'],
      ["Ada's Cafe", 'location'],
    ])
    at.forget()
    const [picked] = options
    const end = await at.client.choose('google_business', {
      redirectUri: at.redirectUri,
      resumeToken,
      accountId: picked?.id ?? '',
    })
    expect(at.counts()).toEqual({})
    expect(end).toMatchObject({
      step: 'FINISHED',
      connection: { accountName: "Ada's Bakery", avatarUrl: null, extra: { locationName: picked?.id } },
    })
    const id = picked?.id.split('/').at(-1)
    const saved = await at.storage.getConnection(`google_business:${id}`)
    expect(saved?.token.refreshToken).toMatch(/^1\/\//)
    expect(saved?.scopes).toEqual(['https://www.googleapis.com/auth/business.manage'])
  })

  it('asks even for a single location', async () => {
    await using at = await usingEmulator()
    expect((await choiceOf(at, 'Bea')).options).toHaveLength(1)
  })

  it('reads all pages of accounts and locations', async () => {
    await using at = await usingEmulator()
    for (let index = 0; index < 23; index += 1)
      at.network.addAccount({ person: 'Bea', name: `Group ${index}`, type: 'LOCATION_GROUP' })
    for (let index = 0; index < 130; index += 1)
      at.network.addLocation({ account: 'Group 22', title: `Shop ${index}` })
    expect((await choiceOf(at, 'Bea')).options).toHaveLength(131)
  })

  it('lists a location of a group once, and stores the group', async () => {
    await using at = await usingEmulator()
    const { id: group } = at.network.addAccount({ person: 'Bea', name: 'Shared', type: 'LOCATION_GROUP' })
    at.network.addLocation({ account: 'Bea', title: 'Twice', under: 'Shared' })
    const twice = (await choiceOf(at, 'Bea')).options.filter(({ name }) => name === 'Twice')
    expect(twice).toHaveLength(1)
    expect(twice[0]?.id).toContain(`accounts/${group}/`)
  })

  it('refuses a sign-in without a refresh token, and saves nothing', async () => {
    await using at = await usingEmulator()
    const { redirectUri } = at
    const start = await at.client.startLogin('google_business', { redirectUri })
    if (start.step !== 'SEND_TO_NETWORK') throw new Error(start.step)
    const online = new URL(start.url)
    online.searchParams.delete('access_type')
    const { location } = at.network.approve({ url: online.href, person: 'Ada' })
    const finishing = at.client.finishLogin('google_business', {
      redirectUri,
      state: start.state,
      remember: start.remember,
      callback: Object.fromEntries(new URL(location).searchParams),
    })

    await expect(finishing).rejects.toThrow(/no refresh token/)
    await expect(finishing).rejects.toMatchObject({ code: 'AUTH', platform: 'google_business' })
  })

  it.each(['Cy'])('refuses a person without a profile, with what to do: %s', async (person) => {
    await using at = await usingEmulator()
    await expect(at.finishLogin(person)).rejects.toThrow(AuthError)
  })

  it('refuses a location that was not offered, and a made-up token', async () => {
    await using at = await usingEmulator()
    const { resumeToken } = await choiceOf(at, 'Ada')
    const choose = (token: string, accountId: string) =>
      at.client.choose('google_business', { redirectUri: at.redirectUri, resumeToken: token, accountId })
    await expect(choose(resumeToken, 'accounts/1/locations/2')).rejects.toThrow('was not offered')
    await expect(choose('made-up', 'accounts/1/locations/2')).rejects.toThrow(AuthError)
    await expect(choose(resumeToken, '__proto__')).rejects.toThrow(AuthError)
  })

  it('reports the deselected scope', async () => {
    await using at = await usingEmulator()
    const error: unknown = await at
      .finishLogin('Ada', { without: ['https://www.googleapis.com/auth/business.manage'] })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MissingPermissionError)
  })

  // Holds R-0487.
  it('asks a project without approval to apply, not to wait', async () => {
    await using at = await usingEmulator({ server: { perMinute: 0 } })
    const error: unknown = await at.finishLogin('Ada').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ retryAfter: null, passesSoon: false })
    expect((error as Error).message).toMatch(/apply for access, a separate manual process/)
  })
})

describe('refresh of a token', () => {
  it('uses the refresh token of Google', async () => {
    await using at = await usingEmulator()
    const bakery = await at.signIn()
    await at.clock.advance(4000)
    await bakery.fetchUpdates()
    expect(at.counts()['POST /token']).toBe(1)
  })

  it('ends when the person revokes the access', async () => {
    await using at = await usingEmulator()
    const bakery = await at.signIn()
    at.network.revokeTokens({ person: 'Ada' })
    await at.clock.advance(4000)
    await expect(bakery.fetchUpdates()).rejects.toThrow(TokenExpiredError)
  })

  it('an invalid app secret is the operator’s problem', async () => {
    await using at = await usingEmulator()
    const bakery = await at.signIn()
    at.faults.add({
      fault: 'status',
      status: 401,
      body: { error: 'invalid_client', error_description: 'Unauthorized' },
      path: '/token',
      method: 'POST',
    })
    await at.clock.advance(4000)
    await expect(bakery.fetchUpdates()).rejects.toThrow(ConfigError)
  })

  it('a connection without its account must be connected again', async () => {
    await using at = await usingEmulator()
    const bakery = await at.signIn()
    const stored = await at.storage.getConnection(bakery.id)
    if (stored) await at.storage.saveConnection(stored.with({ extra: {} }))
    await expect(bakery.fetchUpdates()).rejects.toThrow('Connect the location again')
    expect(at.requests()).toEqual([])
  })

  it('disconnecting revokes every permission', async () => {
    await using at = await usingEmulator()
    const bakery = await at.signIn()
    await at.client.disconnect(bakery.id)
    expect(await at.storage.getConnection(bakery.id)).toBeNull()
  })
})
