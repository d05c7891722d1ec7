import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type RetrySettings, SocialClient, type Storage } from '@social/core'
import { systemClock } from '@social/core/platform'
import { type AfterResponse, startEmulator } from '@social/emulator'
import { mastodonNetwork, type MastodonOptions } from '@social/emulator/mastodon'
import { mastodon } from '@social/mastodon'
import { sqliteStores } from '@social/sqlite'

/** A Mastodon server on loopback, and a client on a separate database file. */
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
    /** Another client on the same file, as in another worker, with a clock this many seconds ahead. */
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
