import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

import { describe, expect, it } from 'vitest'

import { InMemoryStorage } from '../storage/index.js'
import { aConnection, sample } from './__fixtures__/sample.js'
import { SocialClient } from './social-client.js'

/** Starts a local server, and a client that has an open keep-alive socket to the server. */
async function connected() {
  const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
  const opened = once(server, 'connection') as Promise<[Socket]> // safe cast: Node passes the socket as the argument of this event
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // safe cast: the server listens on a port, so its address is an object
  const origin = `http://127.0.0.1:${port}`
  const platform = { ...sample(), origins: () => [origin], apiBase: () => origin }
  const storage = new InMemoryStorage({ connections: [aConnection()] })
  const client = new SocialClient({ storage, platforms: { sample: platform }, allowLoopback: true })
  await client.account('sample:1').direct.get('/me')
  const [socket] = await opened
  return { client, server, socket }
}

describe('a client', () => {
  it.each<[string, (client: SocialClient) => Promise<void>]>([
    ['is closed', (client) => client.close()],
    ['is disposed of', (client) => client[Symbol.asyncDispose]()],
  ])('closes the sockets it opened when it %s', async (_how, close) => {
    const { client, server, socket } = await connected()
    // Node closes an idle socket after some seconds anyway, so the time limit must be shorter.
    const gone = once(socket, 'close', { signal: AbortSignal.timeout(2000) })
    expect(socket.destroyed).toBe(false)

    await close(client)

    await expect(gone).resolves.toBeDefined()
    server.close()
  })
})
