import { expect, it } from 'vitest'

import type { Storage } from '../../contract/index.js'
import { AppCredentials, type Connection } from '../../models/index.js'
import { syncStorage } from '../../storage/index.js'
import { aConnection, EXPIRED, FakeTransport, sample } from '../__fixtures__/sample.js'
import { SocialClient } from '../social-client.js'

const REDIRECT = { redirectUri: 'https://app.example/callback/sample' }

/** Makes a storage that has only five methods, all synchronous. */
function fiveMethods() {
  const connections = new Map<string, Connection>()
  const apps = new Map<string, AppCredentials>()
  return {
    getConnection: (id: string) => connections.get(id) ?? null,
    saveConnection: (connection: Connection) => void connections.set(connection.id, connection),
    deleteConnection: (id: string) => void connections.delete(id),
    getApp: (platform: string, host: string | null) => apps.get(`${platform} ${host}`) ?? null,
    saveApp: (app: AppCredentials) => void apps.set(`${app.platform} ${app.host}`, app),
  }
}

/** Makes a storage with the same five methods, which return promises. */
function fivePromises(): Storage {
  const inner = fiveMethods()
  return {
    getConnection: async (id) => inner.getConnection(id),
    saveConnection: async (connection) => inner.saveConnection(connection),
    deleteConnection: async (id) => inner.deleteConnection(id),
    getApp: async (platform, host) => inner.getApp(platform, host),
    saveApp: async (app) => inner.saveApp(app),
  }
}

// Holds R-0009, R-0073, R-0080.
it.each([
  ['a plain object of five methods', fivePromises],
  ['a blocking one behind syncStorage', () => syncStorage(fiveMethods())],
])('a client signs in, renews, posts and disconnects with %s', async (_what, makeStorage) => {
  const storage = makeStorage()
  await storage.saveApp(new AppCredentials({ platform: 'sample', clientId: 'a', clientSecret: 'b' }))
  const transport = new FakeTransport(() => ({ body: { id: '7', access: 'second-access' } }))
  const client = new SocialClient({ storage, platforms: { sample: sample() }, transport })
  const start = await client.startLogin('sample', REDIRECT)
  if (start.step !== 'SEND_TO_NETWORK') throw new Error('expected an address')
  const { state, remember } = start
  await client.finishLogin('sample', { ...REDIRECT, state, remember, callback: { account: '9' } })
  await storage.saveConnection(aConnection('9', EXPIRED))

  expect(await client.accountOf('sample', 'sample:9').post({ text: 'Hello' })).toMatchObject({ id: '7' })
  expect((await storage.getConnection('sample:9'))?.token.accessToken).toBe('second-access')
  await client.disconnect('sample:9')
  expect(await storage.getConnection('sample:9')).toBeNull()
})
