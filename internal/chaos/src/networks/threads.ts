import { type AnyAccount, AppCredentials, Connection, Media } from '@social/core'
import { EmulatedNetwork, sampleJpegHead, sampleMp4 } from '@social/emulator'
import { threadsNetwork } from '@social/emulator/threads'
import { threads } from '@social/threads'

import type { ChaosNetwork } from './network.js'
import { answering, type Post, posting, threading } from './operations.js'
import { Outbox, WEBHOOK } from './outbox.js'

const ORIGIN = 'https://threads.example'

const PICTURE = sampleJpegHead()
const VIDEO = sampleMp4()
/**
 * Returns a file for a URL, according to the extension. URLs of the media host return a picture.
 */
const fetchFile = async (url: string): Promise<Response> =>
  new Response(Uint8Array.from(url.endsWith('.mp4') ? VIDEO : PICTURE))

const byUrl = Media.fromUrl('https://shop.example/cake.jpg', { altText: 'A cake' })
const asFile = Media.fromBytes(PICTURE, { filename: 'cake.jpg' })
const film = Media.fromUrl('https://shop.example/cake.mp4')

const picture: Post = (account, options) => account.post({ text: 'A cake', media: [byUrl] }, options)

const message: Post = (account, options) => account.post({ text: 'Fresh bread' }, options)

/**
 * Seconds after the creation of a container in which the container cannot be read. One call waits
 * longer than this.
 */
const UNREADABLE_SECONDS = 20

/**
 * Threads with text, pictures, a video and replies. A new container is not found for two seconds,
 * and reports "ready" for four seconds after publishing. Lists show new posts three seconds late.
 */
export const threadsChaos: ChaosNetwork = {
  name: 'threads',
  // "Containers expire after 24 hours": https://developers.facebook.com/documentation/threads/troubleshooting (copy of 2026)
  sessionSeconds: 86_400,
  repeatableSeconds: 0,
  open: (clock) => {
    const module = threadsNetwork({
      webhookUrl: WEBHOOK,
      fetch: fetchFile,
      listLagSeconds: 3,
      notFoundSeconds: 2,
      publishedLagSeconds: 4,
    })
    const outbox = new Outbox()
    const network = new EmulatedNetwork(module, { origin: ORIGIN, clock, carryPush: outbox.keep })
    const { control } = network
    const { accessToken, userId } = control.signIn({ account: 'adascakes' })
    const { appId, appSecret } = control.app()
    let postId = ''
    const prepare = async (account: AnyAccount): Promise<void> => {
      postId = (await account.post({ text: 'What do you think?' })).id
    }
    const happen = (count: number): void => {
      for (let at = 0; at < count; at += 1) control.post({ by: `bo${at}`, replyTo: postId, text: 'Nice' })
    }
    return {
      network,
      connection: new Connection({
        platform: 'threads',
        accountId: userId,
        accountName: 'adascakes',
        token: { accessToken },
        extra: { threadsId: userId, username: 'adascakes' },
      }),
      app: new AppCredentials({ platform: 'threads', clientId: appId, clientSecret: appSecret }),
      makePlatforms: () => ({
        threads: threads({ addresses: module.addresses(ORIGIN), checkEverySeconds: 5, waitUpToSeconds: 60 }),
      }),
      postText: (account, text, options) => account.post({ text }, options),
      operations: {
        text: posting('POST', message),
        thread: threading(),
        file: posting('POST', (account, options) => account.post({ media: [asFile] }, options)),
        lost: posting('POST', picture, { prepare: async () => control.loseNextContainers({}) }),
        unreadable: posting('POST', picture, {
          prepare: async () => control.setContainers({ unreadableSeconds: UNREADABLE_SECONDS }),
        }),
        carousel: posting('POST', (account, options) =>
          account.post({ text: 'Two', media: [byUrl, asFile, film] }, options),
        ),
        video: posting('POST', (account, options) => account.post({ text: 'Look', media: [film] }, options)),
        reply: posting(
          'COMMENT',
          (account, options) => account.post({ text: 'More', replyTo: postId }, options),
          { prepare },
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
          await network.control.deliverEvents({})
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
