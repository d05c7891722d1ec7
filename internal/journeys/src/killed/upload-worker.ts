import { Media, SocialClient } from '@social/core'
import { sqliteStores } from '@social/sqlite'
import { youtube, type YoutubeAddress } from '@social/youtube'

/** Settings of this script, which uploads one video to YouTube and is killed meanwhile. */
interface Settings {
  readonly file: string
  readonly connectionId: string
  readonly addresses: Readonly<Record<YoutubeAddress, string>>
  readonly video: string
  readonly chunkBytes: number
}

const { file, connectionId, addresses, video, chunkBytes } = JSON.parse(process.argv[2] ?? '{}') as Settings // safe cast: the test that starts this script writes these settings

const client = new SocialClient({
  ...sqliteStores(file),
  platforms: { youtube: youtube({ addresses, chunkBytes }) },
  allowLoopback: true,
})
const options = { title: 'A long video', madeForKids: false }
await client
  .accountOf('youtube', connectionId)
  .post({ media: [Media.fromFile(video)], options }, { idempotencyKey: 'once' })
process.exit(0)
