import { once } from 'node:events'

import { SocialBaseError, SocialClient } from '@social/core'
import { systemClock } from '@social/core/platform'
import { mastodon } from '@social/mastodon'
import { sqliteStores } from '@social/sqlite'

/**
 * Settings of this script, which uses a connection with an expired token on command, and prints
 * the renewed token.
 */
interface Settings {
  readonly file: string
  readonly connectionId: string
  /**
   * Seconds by which the clock of this process is ahead, so that leases of other processes have
   * expired.
   */
  readonly aheadSeconds: number
}

const settings = JSON.parse(process.argv[2] ?? '{}') as Settings // safe cast: the test that starts this script writes these settings
const clock = { ...systemClock, now: () => new Date(Date.now() + settings.aheadSeconds * 1000) }
const stores = sqliteStores(settings.file, { clock })
const client = new SocialClient({ ...stores, platforms: { mastodon: mastodon() }, allowLoopback: true })
process.stdout.write('ready\n')
await once(process.stdin, 'data')
process.stdin.destroy()
try {
  const { token } = await client.accountOf('mastodon', settings.connectionId).connection()
  process.stdout.write(`${token.accessToken}\n`)
} catch (error) {
  process.stdout.write(`${SocialBaseError.is(error) ? error.code : 'OTHER'}: ${String(error)}\n`)
}
await client.close()
stores.close()
