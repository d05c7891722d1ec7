import { SocialClient } from '@social/core'
import { mastodon } from '@social/mastodon'
import { sqliteStores } from '@social/sqlite'

/**
 * Settings of this script, which publishes a thread. The script is killed meanwhile, or another
 * process publishes the same thread.
 */
interface Settings {
  readonly file: string
  readonly connectionId: string
  readonly texts: readonly string[]
}

const settings = JSON.parse(process.argv[2] ?? '{}') as Settings // safe cast: the test that starts this script writes these settings
const client = new SocialClient({
  ...sqliteStores(settings.file),
  platforms: { mastodon: mastodon() },
  allowLoopback: true,
})
const parts = settings.texts.map((text) => ({ text }))
const result = await client
  .accountOf('mastodon', settings.connectionId)
  .postThread(parts, { idempotencyKey: 'once' })
process.stdout.write(`out: ${result.parts.length}\n`)
