import { Media, SocialClient } from '@social/core'
import { pinterest, type PinterestAddress } from '@social/pinterest'
import { sqliteStores } from '@social/sqlite'

/** A process that pins one video, until it is killed. */
interface Settings {
  readonly file: string
  readonly connectionId: string
  readonly addresses: Readonly<Record<PinterestAddress, string>>
  readonly video: string
  readonly boardId: string
}

const { file, connectionId, addresses, video, boardId } = JSON.parse(process.argv[2] ?? '{}') as Settings // written by the test that starts this script

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
