import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import * as v from 'valibot'
import { expect, it } from 'vitest'

import { aConnection, sample } from '../client/__fixtures__/sample.js'
import { SocialClient } from '../client/social-client.js'
import type { LoginCall, LoginRequest } from '../contract/index.js'
import { AppCredentials } from '../models/index.js'
import { InMemoryStorage } from '../storage/index.js'
import { Browser } from './__fixtures__/browser.js'
import { Routes } from './routes.js'

// Holds R-0173.
it('a hundred requests of the routes and of the application share the socket of one client', async () => {
  let sockets = 0
  const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
  server.on('connection', () => (sockets += 1))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // safe cast: the server listens on a port
  const origin = `http://127.0.0.1:${port}`
  const platform = {
    ...sample(),
    origins: () => [origin],
    apiBase: () => origin,
    startLogin: async ({ state }: LoginRequest) => ({
      step: 'SEND_TO_NETWORK' as const,
      url: `https://sample.example/authorize?state=${state}`,
      state,
      remember: {},
    }),
    finishLogin: async (_login: unknown, _callback: unknown, { http }: LoginCall) => {
      await http.get(`${origin}/me`, v.unknown())
      return { step: 'FINISHED' as const, connection: aConnection() }
    },
  }
  const app = new AppCredentials({ platform: 'sample', clientId: 'client', clientSecret: 'app-secret' })
  const storage = new InMemoryStorage({ apps: [app] })
  await using client = new SocialClient({ storage, platforms: { sample: platform }, allowLoopback: true })
  const routes = new Routes(client, { redirectUri: 'https://app.example/social/callback/{platform}' })
  const browser = new Browser(routes)

  for (let count = 0; count < 100; count += 1) {
    const state = await browser.connect('/connect/sample')
    expect((await browser.get(`/callback/sample?code=1&state=${state}`)).status).toBe(200)
  }
  await client.account('sample:1').direct.get('/me')

  expect(sockets).toBe(1)
  server.close()
})
