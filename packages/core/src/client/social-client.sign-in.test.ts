import { inspect } from 'node:util'

import { describe, expect, it, vi } from 'vitest'

import { AuthError, NotSupportedError, TokenExpiredError } from '../errors/index.js'
import { AppCredentials } from '../models/index.js'
import { aClient, aConnection, EXPIRED } from './__fixtures__/sample.js'

const REDIRECT = { redirectUri: 'https://app.example/callback/sample' }

const APP = new AppCredentials({ platform: 'sample', clientId: 'client', clientSecret: 'app-secret' })

describe('tokens', () => {
  // Holds R-0136.
  it('renews before the call, saves the new token, then uses it', async () => {
    const { account, transport, storage } = await aClient(undefined, {
      connection: aConnection('1', EXPIRED),
    })
    await account.profile()
    expect(transport.paths).toEqual(['POST /token', 'GET /me'])
    expect(transport.requests[1]?.headers['authorization']).toBe('Bearer second-access')
    expect((await storage.getConnection('sample:1'))?.token.accessToken).toBe('second-access')
  })

  it('renews once if the network refuses the token, and repeats the request once', async () => {
    const { account, transport } = await aClient((request) =>
      request.headers['authorization'] === 'Bearer first-access'
        ? { status: 401 }
        : { body: { id: '7', access: 'second-access' } },
    )
    await account.profile()
    expect(transport.paths).toEqual(['GET /me', 'POST /token', 'GET /me'])
  })

  // Holds R-0137.
  it('requests one renewal for any number of waiting calls', async () => {
    const { account, transport } = await aClient(undefined, { connection: aConnection('1', EXPIRED) })
    await Promise.all(Array.from({ length: 100 }, () => account.profile()))
    expect(transport.paths.filter((path) => path === 'POST /token')).toHaveLength(1)
  })

  // Holds R-0138.
  it('shares one renewal between two handles of one account', async () => {
    const { client, transport } = await aClient(undefined, { connection: aConnection('1', EXPIRED) })
    await Promise.all([client.account('sample:1').profile(), client.account('sample:1').profile()])
    expect(transport.paths).toEqual(['POST /token', 'GET /me', 'GET /me'])
  })

  // Holds R-0208.
  it('saves nothing for a profile that was read with a fresh token', async () => {
    const { account, storage } = await aClient()
    const save = vi.spyOn(storage, 'saveConnection')
    const saveRenewed = vi.spyOn(storage, 'saveRenewed')
    await account.profile()
    expect(save).not.toHaveBeenCalled()
    expect(saveRenewed).not.toHaveBeenCalled()
  })

  it('reports that the person must sign in again if the renewal is refused', async () => {
    const { account } = await aClient(() => ({ status: 401 }), { connection: aConnection('1', EXPIRED) })
    await expect(account.profile()).rejects.toThrow(TokenExpiredError)
  })
})

describe('signing in', () => {
  // Holds R-0135.
  it('names Storage.saveApp and the developer portal if no app is stored', async () => {
    const { client } = await aClient()
    await expect(client.startLogin('sample', REDIRECT)).rejects.toThrow(
      /https:\/\/sample\.example\/apps.*Storage\.saveApp/,
    )
  })

  it('redirects the person with a random state, and hides the secret part', async () => {
    const { client, storage } = await aClient()
    await storage.saveApp(APP)
    const [one, two] = [
      await client.startLogin('sample', REDIRECT),
      await client.startLogin('sample', REDIRECT),
    ]
    if (one.step !== 'SEND_TO_NETWORK' || two.step !== 'SEND_TO_NETWORK')
      throw new Error('expected an address')
    expect(one.state).not.toBe(two.state)
    expect(one.remember).toEqual({ verifier: 'a-secret-half' })
    expect(inspect(one) + JSON.stringify(one)).not.toContain('a-secret-half')
  })

  it('saves a finished connection before it is returned', async () => {
    const { client, storage } = await aClient()
    await storage.saveApp(APP)
    const step = await client.finishLogin('sample', { ...REDIRECT, state: 's', callback: { account: '9' } })
    expect(step.step).toBe('FINISHED')
    expect((await storage.getConnection('sample:9'))?.accountName).toBe('Someone')
  })

  it('refuses an account other than the expected one, and saves nothing', async () => {
    const { client, storage } = await aClient()
    await storage.saveApp(APP)
    const options = { ...REDIRECT, state: 's', callback: { account: '9' }, expectConnectionId: 'sample:1' }
    const error: unknown = await client.finishLogin('sample', options).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AuthError)
    expect(error).toMatchObject({ reason: 'OTHER_ACCOUNT', userMessage: expect.stringContaining('account') })
    expect(await storage.getConnection('sample:9')).toBeNull()
  })

  it('hides the resume token, and refuses a choice of accounts on a network without one', async () => {
    const { client, storage } = await aClient()
    await storage.saveApp(APP)
    const step = await client.finishLogin('sample', { ...REDIRECT, state: 's', callback: { choose: '1' } })
    expect(inspect(step) + JSON.stringify(step)).not.toContain('a-resume-secret')
    await expect(
      client.choose('sample', { ...REDIRECT, accountId: '1', resumeToken: 'a-resume-secret' }),
    ).rejects.toThrow(NotSupportedError)
  })

  it('refuses to create an app for a network whose apps are created by hand', async () => {
    const { client } = await aClient()
    await expect(client.createApp('sample', { ...REDIRECT, name: 'Mine' })).rejects.toThrow(
      'https://sample.example/apps',
    )
  })
})

it('deletes a connection after its token is revoked, and ignores a missing connection', async () => {
  const { client, storage } = await aClient()
  await client.disconnect('sample:1')
  await client.disconnect('sample:1')
  expect(await storage.getConnection('sample:1')).toBeNull()
})

it('reports the health of a connection without a request', async () => {
  const { client, transport } = await aClient()
  expect(await client.health('sample:1')).toMatchObject({ state: 'OK' })
  expect(await client.health('sample:2')).toMatchObject({ state: 'NOT_FOUND' })
  expect(transport.requests).toEqual([])
})
