import { describe, expect, it } from 'vitest'

import type { AppRequest } from '../../contract/index.js'
import { NotSupportedError } from '../../errors/index.js'
import { AppCredentials } from '../../models/index.js'
import { InMemoryLocks, InMemoryStorage } from '../../storage/index.js'
import { InstantClock } from '../../tokens/__fixtures__/a-keeper.js'
import { sample } from '../__fixtures__/sample.js'
import { SocialClient } from '../social-client.js'

const REDIRECT = { redirectUri: 'https://app.example/callback/sample' }
const APP = new AppCredentials({ platform: 'sample', clientId: 'client', clientSecret: 'app-secret' })

/** Makes two clients of a network on which the library registers apps. */
const registering = (clock = new InstantClock()) => {
  const made: AppRequest[] = []
  const platform = {
    ...sample(),
    features: new Set([...sample().features, 'CREATE_APP'] as const),
    createApp: async (request: AppRequest) => {
      made.push(request)
      return new AppCredentials({
        platform: 'sample',
        host: request.host,
        clientId: `client-${made.length}`,
        clientSecret: 'app-secret',
      })
    },
  }
  const storage = new InMemoryStorage()
  const options = { storage, clock, locks: new InMemoryLocks(), platforms: { sample: platform } }
  /** `other` imitates a second process that uses the same stores. */
  return { client: new SocialClient(options), other: new SocialClient(options), storage, made }
}

describe('an app registered by the library', () => {
  const mine = { ...REDIRECT, name: 'Mine', scopes: ['read', 'write'] }

  // Holds R-0190.
  it('is registered once, even if the program starts often', async () => {
    const { client, made, storage } = registering()
    const app = await client.createApp('sample', mine)
    const again = await client.createApp('sample', { ...mine, scopes: ['write', 'read'] })

    expect(again).toBe(app)
    expect(await storage.getApp('sample', null)).toBe(app)
    expect(app).toMatchObject({ clientId: 'client-1', clientSecret: 'app-secret', registration: mine })
    expect(made).toEqual([{ ...mine, host: null, website: null }])
  })

  it('can be registered by other processes if the storage of one hangs', async () => {
    const clock = new InstantClock()
    const { client, other, storage } = registering(clock)
    const getApp = storage.getApp.bind(storage)
    let asked = 0
    // The second read of the app happens while the lock is held, and never ends.
    storage.getApp = (...given) => ((asked += 1) === 2 ? new Promise(() => {}) : getApp(...given))
    const hung = client.createApp('sample', mine).catch((error: unknown) => error)
    await new Promise((resolve) => setImmediate(resolve))
    const waiting = other.createApp('sample', mine)
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(15)

    expect(await hung).toMatchObject({ message: expect.stringContaining('storage.getApp did not respond') })
    expect(await waiting).toMatchObject({ clientId: 'client-1' })
  })

  it('is registered once if several processes start together', async () => {
    const { client, other, made } = registering()
    const [one, two] = await Promise.all([client.createApp('sample', mine), other.createApp('sample', mine)])

    expect(made).toHaveLength(1)
    expect(two.clientId).toBe(one.clientId)
  })

  it.each([
    ['another name', { name: 'Yours' }],
    ['another address', { redirectUri: 'https://app.example/other' }],
    ['other scopes', { scopes: ['read'] }],
    ['again', { again: true }],
  ])('is registered again for %s', async (_what, change) => {
    const { client, storage } = registering()
    await client.createApp('sample', mine)
    await client.createApp('sample', { ...mine, ...change })

    expect((await storage.getApp('sample', null))?.clientId).toBe('client-2')
  })

  it('is registered again if the stored app was created by hand', async () => {
    const { client, storage, made } = registering()
    await storage.saveApp(APP)
    await client.createApp('sample', mine)

    expect(made).toHaveLength(1)
  })
})

// Holds R-0133.
it('refuses to choose an account where the network offers no choice, before it reads the app', async () => {
  const { resumeLogin: _resumeLogin, ...platform } = { resumeLogin: undefined, ...sample() }
  const client = new SocialClient({ storage: new InMemoryStorage(), platforms: { sample: platform } })
  const choosing = client.choose('sample', { ...REDIRECT, accountId: '1', resumeToken: 'token' })
  await expect(choosing).rejects.toThrow(NotSupportedError)
})
