import { Media, SocialClient } from '@social/core'
import { sqliteStores } from '@social/sqlite'
import { x } from '@social/x'

/** A process that posts one video to X, until it is killed. */
interface Settings {
  readonly file: string
  readonly connectionId: string
  readonly addresses: { readonly api: string; readonly signIn: string }
  readonly video: string
}

const { file, connectionId, addresses, video } = JSON.parse(process.argv[2] ?? '{}') as Settings // written by the test that starts this script

const client = new SocialClient({
  ...sqliteStores(file),
  platforms: { x: x({ addresses, mediaWaitSeconds: 0.05 }) },
  allowLoopback: true,
})
await client
  .accountOf('x', connectionId)
  .post({ text: 'Look', media: [Media.fromFile(video, { altText: 'A square' })] }, { idempotencyKey: 'once' })
await client.close()
