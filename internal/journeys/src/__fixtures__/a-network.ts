import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type RetrySettings, SocialClient, type Storage } from '@social/core'
import { systemClock } from '@social/core/platform'
import { type AfterResponse, startEmulator } from '@social/emulator'
import { mastodonNetwork, type MastodonOptions } from '@social/emulator/mastodon'
import { mastodon } from '@social/mastodon'
import { sqliteStores } from '@social/sqlite'

/**
 * Starts an emulated Mastodon server on loopback. Returns the server and a function that creates
 * clients on one database file.
 */
export async function aNetwork(
  options: MastodonOptions = {},
  retries: RetrySettings = { firstWaitSeconds: 0.01 },
  afterResponse: AfterResponse = 'KEPT',
) {
  const folder = await mkdtemp(join(tmpdir(), 'social-'))
  const file = join(folder, 'social.db')
  const emulator = await startEmulator({
    networks: [mastodonNetwork(options)],
    afterResponse,
  })
  const open: { close(): unknown }[] = []
  return {
    emulator,
    file,
    /**
     * Creates another client on the same database file, like a client in another worker process.
     * The client's clock is ahead by this number of seconds.
     */
    client(aheadSeconds = 0, storage?: Storage) {
      const clock = { ...systemClock, now: () => new Date(Date.now() + aheadSeconds * 1000) }
      const stores = sqliteStores(file, { clock })
      const client = new SocialClient({
        ...stores,
        ...(storage && { storage }),
        clock,
        platforms: { mastodon: mastodon() },
        allowLoopback: true,
        retries,
      })
      open.push(client, stores)
      return client
    },
    async close() {
      for (const each of open) await each.close()
      await emulator.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
