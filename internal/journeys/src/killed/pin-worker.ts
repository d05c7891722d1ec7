import { Media, SocialClient } from '@social/core'
import { pinterest, type PinterestAddress } from '@social/pinterest'
import { sqliteStores } from '@social/sqlite'

/** Settings of this script, which uploads and pins one video and is killed meanwhile. */
interface Settings {
  readonly file: string
  readonly connectionId: string
  readonly addresses: Readonly<Record<PinterestAddress, string>>
  readonly video: string
  readonly boardId: string
}

const { file, connectionId, addresses, video, boardId } = JSON.parse(process.argv[2] ?? '{}') as Settings // safe cast: the test that starts this script writes these settings

const client = new SocialClient({
  ...sqliteStores(file),
  platforms: { pinterest: pinterest({ addresses, mediaWaitSeconds: 0.05 }) },
  allowLoopback: true,
})
await client
  .accountOf('pinterest', connectionId)
  .post(
    { text: 'Making a chair', media: [Media.fromFile(video)], options: { boardId } },
    { idempotencyKey: 'once' },
  )
process.exit(0)
