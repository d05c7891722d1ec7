import { Media, SocialClient } from '@social/core'
import { mastodon } from '@social/mastodon'
import { sqliteStores } from '@social/sqlite'

/** Settings of this script, which publishes one post with a picture and is killed meanwhile. */
interface Settings {
  readonly file: string
  readonly connectionId: string
  /** Base64. */
  readonly png: string
}

const settings = JSON.parse(process.argv[2] ?? '{}') as Settings // safe cast: the test that starts this script writes these settings
const client = new SocialClient({
  ...sqliteStores(settings.file),
  platforms: { mastodon: mastodon() },
  allowLoopback: true,
})
const picture = Media.fromBytes(Buffer.from(settings.png, 'base64'), {
  filename: 'cat.png',
  altText: 'A cat',
})
await client
  .accountOf('mastodon', settings.connectionId)
  .post({ text: 'Survives', media: [picture] }, { idempotencyKey: 'once' })
