import { once } from 'node:events'

import { SocialBaseError, SocialClient } from '@social/core'
import { systemClock } from '@social/core/platform'
import { mastodon } from '@social/mastodon'
import { sqliteStores } from '@social/sqlite'

/** One process that requests a connection with an expired token on command, and prints the token it got. */
interface Settings {
  readonly file: string
  readonly connectionId: string
  /** Seconds by which the clock of this process is ahead: the leases of the others have expired for it. */
  readonly aheadSeconds: number
}

const settings = JSON.parse(process.argv[2] ?? '{}') as Settings // written by the test that starts this script
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
