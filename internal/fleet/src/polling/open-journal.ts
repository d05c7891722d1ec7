import type { PublishJournal } from '@social/core'
import { postgresStores } from '@social/postgres'
import { redisStores } from '@social/redis'
import { sqliteStores } from '@social/sqlite'
import { createClient } from 'redis'

/** Opens the publish journal of a URL: a SQLite file, Redis or PostgreSQL. */
export async function openJournal(address: string): Promise<PublishJournal> {
  if (address.startsWith('postgres:')) {
    const stores = postgresStores(address)
    await stores.migrate()
    return stores.journal
  }
  if (!address.startsWith('redis:')) return sqliteStores(address).journal
  const client = createClient({ url: address })
  // The event is ignored, because every call throws if the server is unavailable.
  client.on('error', () => undefined)
  await client.connect()
  return redisStores(client, { acceptLoss: true }).journal
}
