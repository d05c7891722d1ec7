import { Media, SocialClient } from '@social/core'
import { sqliteStores } from '@social/sqlite'
import { x } from '@social/x'

/** Settings of this script, which posts one video to X and is killed during the upload or post. */
interface Settings {
  readonly file: string
  readonly connectionId: string
  readonly addresses: { readonly api: string; readonly signIn: string }
  readonly video: string
}

const { file, connectionId, addresses, video } = JSON.parse(process.argv[2] ?? '{}') as Settings // safe cast: the test that starts this script writes these settings

const client = new SocialClient({
  ...sqliteStores(file),
  platforms: { x: x({ addresses, mediaWaitSeconds: 0.05 }) },
  allowLoopback: true,
})
await client
  .accountOf('x', connectionId)
  .post({ text: 'Look', media: [Media.fromFile(video, { altText: 'A square' })] }, { idempotencyKey: 'once' })
await client.close()
