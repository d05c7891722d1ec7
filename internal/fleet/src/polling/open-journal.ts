import type { PublishJournal } from '@social/core'
import { postgresStores } from '@social/postgres'
import { redisStores } from '@social/redis'
import { sqliteStores } from '@social/sqlite'
import { createClient } from 'redis'

/** Opens the journal of a URL: a file, or a server. */
export async function openJournal(address: string): Promise<PublishJournal> {
  if (address.startsWith('postgres:')) {
    const stores = postgresStores(address)
    await stores.migrate()
    return stores.journal
  }
  if (!address.startsWith('redis:')) return sqliteStores(address).journal
  const client = createClient({ url: address })
  // Ignores the event: every call reports an unavailable server.
  client.on('error', () => undefined)
  await client.connect()
  return redisStores(client, { acceptLoss: true }).journal
}
