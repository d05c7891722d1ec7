import { type Connection, type Storage, Token } from '@social/core'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { aNetwork } from './__fixtures__/a-network.js'
import { signIn } from './__fixtures__/sign-in.js'

let network: Awaited<ReturnType<typeof aNetwork>>

beforeEach(async () => {
  network = await aNetwork({ expiringTokens: { lifetimeSeconds: 7_200, rotates: true } })
})
afterEach(() => network.close())

/** Returns a storage that fails to save connections while `isBroken` is true. */
function breaking(storage: Storage): Storage & { isBroken: boolean } {
  const save = (connection: Connection): Promise<void> =>
    wrapped.isBroken ? Promise.reject(new Error('disk full')) : storage.saveConnection(connection)
  const wrapped: Storage & { isBroken: boolean } = {
    isBroken: false,
    getConnection: (id) => storage.getConnection(id),
    saveConnection: save,
    deleteConnection: (id) => storage.deleteConnection(id),
    getApp: (platform, host) => storage.getApp(platform, host),
    saveApp: (app) => storage.saveApp(app),
  }
  return wrapped
}

it('loses no account when the storage fails after the network has replaced the refresh token', async () => {
  const { emulator } = network
  const storage = breaking(network.client().storage)
  const client = network.client(0, storage)
  const connection = await signIn(client, emulator)
  const { accessToken, refreshToken } = connection.token
  await storage.saveConnection(
    connection.withToken(new Token({ accessToken, refreshToken, expiresAt: new Date(Date.now() - 1_000) })),
  )
  emulator.clearRequests()
  const account = client.accountOf('mastodon', connection.id)

  storage.isBroken = true
  const error: unknown = await account.profile().catch((thrown: unknown) => thrown)
  expect(String(error)).toContain('failed to save')
  storage.isBroken = false
  await expect(account.profile()).resolves.toMatchObject({ name: expect.any(String) })

  expect(emulator.counts('mastodon')).toEqual({
    'POST /oauth/token': 1,
    'GET /api/v1/accounts/verify_credentials': 1,
  })
  const stored = await storage.getConnection(connection.id)
  expect(stored?.token.refreshToken).not.toBe(refreshToken)
})
