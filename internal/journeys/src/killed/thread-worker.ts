import { SocialClient } from '@social/core'
import { mastodon } from '@social/mastodon'
import { sqliteStores } from '@social/sqlite'

/** A process that publishes a thread, and is killed during the publish or meets another process. */
interface Settings {
  readonly file: string
  readonly connectionId: string
  readonly texts: readonly string[]
}

const settings = JSON.parse(process.argv[2] ?? '{}') as Settings // written by the test that starts this script
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
