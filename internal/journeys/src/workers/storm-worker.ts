import { once } from 'node:events'

import { SocialClient } from '@social/core'
import { mastodon } from '@social/mastodon'
import { sqliteStores } from '@social/sqlite'

/**
 * Settings of this script. It waits for a command, then makes all its calls concurrently, so that
 * many processes renew one token.
 */
interface Settings {
  readonly file: string
  readonly connectionId: string
  readonly calls: number
}

const settings = JSON.parse(process.argv[2] ?? '{}') as Settings // safe cast: the test that starts this script writes these settings
const stores = sqliteStores(settings.file)
const client = new SocialClient({ ...stores, platforms: { mastodon: mastodon() }, allowLoopback: true })
process.stdout.write('ready\n')
await once(process.stdin, 'data')
process.stdin.destroy()
const account = client.accountOf('mastodon', settings.connectionId)
const results = await Promise.allSettled(Array.from({ length: settings.calls }, () => account.connection()))
const tokens = new Set(
  results.map((result) =>
    result.status === 'fulfilled' ? result.value.token.accessToken : String(result.reason),
  ),
)
process.stdout.write(
  `${JSON.stringify({ ok: results.filter(({ status }) => status === 'fulfilled').length, tokens: tokens.size })}\n`,
)
await client.close()
stores.close()
