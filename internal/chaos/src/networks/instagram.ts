import { type AnyAccount, AppCredentials, Connection, Media } from '@social/core'
import { EmulatedNetwork, sampleJpegHead, sampleMp4 } from '@social/emulator'
import { instagramNetwork } from '@social/emulator/instagram'
import { instagram } from '@social/instagram'

import type { ChaosNetwork } from './network.js'
import { answering, type Post, posting } from './operations.js'
import { Outbox, WEBHOOK } from './outbox.js'

const ORIGIN = 'https://instagram.example'

const PICTURE = sampleJpegHead()
const VIDEO = sampleMp4()
/**
 * Returns a file for a URL, according to the extension. URLs of the media host return a picture.
 */
const fetchFile = async (url: string): Promise<Response> =>
  new Response(Uint8Array.from(url.endsWith('.mp4') ? VIDEO : PICTURE))

const byUrl = Media.fromUrl('https://shop.example/cake.jpg')
const asFile = Media.fromBytes(PICTURE, { filename: 'cake.jpg' })
const film = Media.fromUrl('https://shop.example/cake.mp4')

const picture: Post = (account, options) => account.post({ text: 'A cake', media: [byUrl] }, options)

/**
 * Seconds after the creation of a container in which the container cannot be read. One call waits
 * longer than this.
 */
const UNREADABLE_SECONDS = 20

/**
 * Instagram with pictures from a URL and as files, several pictures, a reel, a story and replies
 * to comments.
 */
export const instagramChaos: ChaosNetwork = {
  name: 'instagram',
  // "Containers expire after 24 hours": https://developers.facebook.com/docs/instagram-platform/content-publishing (read 2026-11-22)
  sessionSeconds: 86_400,
  repeatableSeconds: 0,
  open: (clock) => {
    const module = instagramNetwork({ fetch: fetchFile, listLagSeconds: 3, webhookUrl: WEBHOOK })
    const outbox = new Outbox()
    const network = new EmulatedNetwork(module, { origin: ORIGIN, clock, carryPush: outbox.keep })
    const { control } = network
    const { accessToken, userId } = control.signIn({ account: 'adascakes' })
    const { appId, appSecret } = control.app()
    let postId = ''
    const prepare = async (account: AnyAccount): Promise<void> => {
      postId = (await account.post({ text: 'A cake', media: [byUrl] })).id
    }
    const happen = (count: number): void => {
      for (let at = 0; at < count; at += 1) control.comment({ by: `bo${at}`, on: postId, text: 'Nice' })
    }
    return {
      network,
      connection: new Connection({
        platform: 'instagram',
        accountId: userId,
        accountName: 'adascakes',
        token: { accessToken },
        extra: { instagramId: userId, username: 'adascakes' },
      }),
      app: new AppCredentials({ platform: 'instagram', clientId: appId, clientSecret: appSecret }),
      makePlatforms: () => ({
        instagram: instagram({
          addresses: module.addresses(ORIGIN),
          checkEverySeconds: 5,
          waitUpToSeconds: 60,
        }),
      }),
      operations: {
        picture: posting('POST', picture),
        file: posting('POST', (account, options) => account.post({ media: [asFile] }, options)),
        lost: posting('POST', picture, { prepare: async () => control.loseNextContainers({}) }),
        unreadable: posting('POST', picture, {
          prepare: async () => control.setContainers({ unreadableSeconds: UNREADABLE_SECONDS }),
        }),
        carousel: posting('POST', (account, options) =>
          account.post({ text: 'Three', media: [byUrl, asFile, film] }, options),
        ),
        reel: posting('VIDEO', (account, options) => account.post({ text: 'Look', media: [film] }, options)),
        story: posting('POST', (account, options) =>
          account.post({ media: [byUrl], options: { placement: 'story' } }, options),
        ),
        answer: answering(happen, { prepare }),
      },
      signingIn: {
        approve: (url) => control.approve({ url, account: 'adascakes' }).location ?? '',
        use: (account) => account.profile(),
      },
      following: { prepare, happen },
      pushing: {
        prepare: async (account) => {
          await prepare(account)
          await account.startUpdates()
        },
        happen: async (count) => {
          happen(count)
          await network.control.deliverEvents({})
        },
        outbox,
        secret: appSecret,
      },
    }
  },
}
