import { Redis } from 'ioredis'
import { createClient } from 'redis'

import type { RedisClient } from '../server/client.js'

/** npm packages whose clients the stores accept. */
export const PACKAGES = ['redis', 'ioredis'] as const
export type ClientPackage = (typeof PACKAGES)[number]

/** A connected client, and a function that closes the client. */
export interface Connected {
  readonly client: RedisClient
  readonly close: () => void
}

/** Connects a client of the given package. The client reconnects when the server is back. */
export async function connectClient(name: ClientPackage, url: string): Promise<Connected> {
  if (name === 'redis') {
    const client = createClient({ url, socket: { reconnectStrategy: () => 20 } })
    client.on('error', () => {})
    await client.connect()
    return { client, close: () => client.destroy() }
  }
  // These are the settings that BullMQ requires: commands wait for the server without a limit.
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 20 })
  client.on('error', () => {})
  await client.connect()
  return { client, close: () => client.disconnect() }
}
