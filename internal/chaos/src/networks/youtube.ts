import { AppCredentials, Connection, Media } from '@social/core'
import { EmulatedNetwork } from '@social/emulator'
import { youtubeNetwork } from '@social/emulator/youtube'
import { youtube } from '@social/youtube'

import { chaosNetwork, type Operation } from '../network.js'

const ORIGIN = 'https://youtube.example'
/** 256 KiB: the smallest piece. */
const STEP = 262_144

/** Publishes a video of so many bytes. */
function aVideo(bytes: number): Operation {
  const video = Media.fromBytes(Buffer.alloc(bytes, 7), { filename: 'clip.mp4' })
  const post = { media: [video], options: { title: 'Sourdough in a minute', madeForKids: false } }
  return { makes: ['VIDEO'], run: async (account, options) => (await account.post(post, options)).id }
}

/** YouTube: videos in one piece and in several. */
export const youtubeChaos = chaosNetwork({
  name: 'youtube',
  // "approximately one week": https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol (read 2026-11-22)
  sessionSeconds: 7 * 86_400,
  repeatableSeconds: 0,
  operations: { video: aVideo(1000), pieces: aVideo(2 * STEP + 1) },
  open: (clock) => {
    const module = youtubeNetwork()
    const network = new EmulatedNetwork(module, { origin: ORIGIN, clock })
    const { clientId, clientSecret, channelId, scopes, ...token } = network.control.signIn({ person: 'Ada' })
    if (channelId === null) throw new Error('Ada has no channel.')
    return {
      network,
      connection: new Connection({
        platform: 'youtube',
        accountId: channelId,
        accountName: 'Ada',
        token,
        scopes,
      }),
      app: new AppCredentials({ platform: 'youtube', clientId, clientSecret }),
      makePlatforms: () => ({ youtube: youtube({ addresses: module.addresses(ORIGIN), chunkBytes: STEP }) }),
    }
  },
})
