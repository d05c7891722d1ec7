import { type AnyAccount, AppCredentials, Connection, Media } from '@social/core'
import { EmulatedNetwork } from '@social/emulator'
import { youtubeNetwork } from '@social/emulator/youtube'
import { youtube } from '@social/youtube'

import { callbackOf, type ChaosNetwork, type Operation } from './network.js'
import { answering, posting } from './operations.js'

const ORIGIN = 'https://youtube.example'
/** Smallest chunk of an upload: 256 KiB. */
const STEP = 262_144

/** Creates a post with a video of this number of bytes. */
const aPost = (bytes: number) => ({
  media: [Media.fromBytes(Buffer.alloc(bytes, 7), { filename: 'clip.mp4' })],
  options: { title: 'Sourdough in a minute', madeForKids: false },
})

function aVideo(bytes: number, more?: Pick<Operation, 'isTokenDue'>): Operation {
  const post = aPost(bytes)
  return posting('VIDEO', (account, options) => account.post(post, options), more)
}

/** YouTube with videos in one chunk and in several chunks, and replies to comments. */
export const youtubeChaos: ChaosNetwork = {
  name: 'youtube',
  // "approximately one week": https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol (read 2026-11-22)
  sessionSeconds: 7 * 86_400,
  repeatableSeconds: 0,
  open: (clock) => {
    const module = youtubeNetwork()
    const network = new EmulatedNetwork(module, { origin: ORIGIN, clock })
    const { control } = network
    const { clientId, clientSecret, channelId, scopes, ...token } = control.signIn({ person: 'Ada' })
    if (channelId === null) throw new Error('Ada has no channel.')
    let videoId = ''
    const comments = (count: number): void => {
      for (let at = 0; at < count; at += 1) control.comment({ by: `Bo ${at}`, on: videoId, text: 'Nice' })
    }
    const publishVideo = async (account: AnyAccount): Promise<void> => {
      videoId = (await account.post(aPost(1000))).id
    }
    return {
      network,
      renewsAt: '/token',
      connection: new Connection({
        platform: 'youtube',
        accountId: channelId,
        accountName: 'Ada',
        token,
        scopes,
      }),
      app: new AppCredentials({ platform: 'youtube', clientId, clientSecret }),
      makePlatforms: () => ({ youtube: youtube({ addresses: module.addresses(ORIGIN), chunkBytes: STEP }) }),
      operations: {
        video: aVideo(1000),
        pieces: aVideo(2 * STEP + 1),
        renewed: aVideo(1000, { isTokenDue: true }),
        edit: posting(
          'EDIT',
          (account, options) => account.editPost(videoId, { text: 'Stale bread' }, options),
          { prepare: publishVideo },
        ),
        answer: answering(comments, { prepare: publishVideo }),
      },
      signingIn: {
        app: new AppCredentials({
          platform: 'youtube',
          ...network.control.createClient({ redirectUris: [callbackOf('youtube')] }),
        }),
        approve: (url) => control.approve({ url, person: 'Ada' }).location ?? '',
        use: (account) => account.fetchUpdates(),
      },
      following: { prepare: publishVideo, happen: comments },
    }
  },
}
