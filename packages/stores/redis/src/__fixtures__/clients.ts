import { Redis } from 'ioredis'
import { createClient } from 'redis'

import type { RedisClient } from '../server/client.js'

/** The packages whose clients the stores take. */
export const PACKAGES = ['redis', 'ioredis'] as const
export type ClientPackage = (typeof PACKAGES)[number]

/** A connected client, and how to put it away. */
export interface Connected {
  readonly client: RedisClient
  readonly close: () => void
}

/** Connects a client of either package. It goes on by itself when the server comes back. */
export async function connectClient(name: ClientPackage, url: string): Promise<Connected> {
  if (name === 'redis') {
    const client = createClient({ url, socket: { reconnectStrategy: () => 20 } })
    client.on('error', () => {})
    await client.connect()
    return { client, close: () => client.destroy() }
  }
  // As BullMQ needs it: commands wait for the server as long as it is away.
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 20 })
  client.on('error', () => {})
  await client.connect()
  return { client, close: () => client.disconnect() }
}
