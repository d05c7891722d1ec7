import { Redis } from 'ioredis'
import { createClient } from 'redis'

import type { RedisClient } from '../server/client.js'

/** Packages whose clients the stores accept. */
export const PACKAGES = ['redis', 'ioredis'] as const
export type ClientPackage = (typeof PACKAGES)[number]

/** A connected client, and a function that closes it. */
export interface Connected {
  readonly client: RedisClient
  readonly close: () => void
}

/** Connects a client of either package. It reconnects when the server is back. */
export async function connectClient(name: ClientPackage, url: string): Promise<Connected> {
  if (name === 'redis') {
    const client = createClient({ url, socket: { reconnectStrategy: () => 20 } })
    client.on('error', () => {})
    await client.connect()
    return { client, close: () => client.destroy() }
  }
  // Settings that BullMQ requires: commands wait for the server without a limit.
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 20 })
  client.on('error', () => {})
  await client.connect()
  return { client, close: () => client.disconnect() }
}
