import { type AnyAccount, AppCredentials, Connection, Media } from '@social/core'
import { EmulatedNetwork, sampleMp4, samplePng } from '@social/emulator'
import { facebookNetwork } from '@social/emulator/facebook'
import { facebook } from '@social/facebook'

import type { ChaosNetwork } from './network.js'
import { answering, posting } from './operations.js'
import { Outbox, WEBHOOK } from './outbox.js'

const ORIGIN = 'https://facebook.example'
/** Size in bytes of the video chunks that the server requests. */
const PIECE = 65_536

const picture = (name: string): Media => Media.fromBytes(samplePng(), { filename: name, altText: 'A cake' })
const one = [picture('one.png')]
const film = [Media.fromBytes(sampleMp4(2 * PIECE + 1), { filename: 'cake.mp4' })]
const text = 'Fresh bread'

/**
 * Facebook with text, pictures, a video in chunks, a reel, stories, edited text and comments.
 * Lists show new objects three seconds late.
 */
export const facebookChaos: ChaosNetwork = {
  name: 'facebook',
  // Facebook deletes pictures and uploads without a post after about a day. This is not documented.
  sessionSeconds: 86_400,
  repeatableSeconds: 0,
  open: (clock) => {
    const module = facebookNetwork({ pieceBytes: PIECE, listLagSeconds: 3, webhookUrl: WEBHOOK })
    const outbox = new Outbox()
    const network = new EmulatedNetwork(module, { origin: ORIGIN, clock, carryPush: outbox.keep })
    const { accessToken, pageId, personId } = network.control.signIn({ person: 'Ada' })
    const { appId, appSecret } = network.control.app()
    let postId = ''
    const publishPost = async (account: AnyAccount): Promise<void> => {
      postId = (await account.post({ text: 'What do you think?' })).id
    }
    const comments = (count: number): void => {
      for (let at = 0; at < count; at += 1)
        network.control.comment({ by: `Bo ${at}`, on: postId, text: 'Nice' })
    }
    return {
      network,
      connection: new Connection({
        platform: 'facebook',
        accountId: pageId,
        accountName: "Ada's Cakes",
        token: { accessToken },
        extra: { pageId, personId },
      }),
      app: new AppCredentials({ platform: 'facebook', clientId: appId, clientSecret: appSecret }),
      makePlatforms: () => ({ facebook: facebook({ addresses: module.addresses(ORIGIN) }) }),
      postText: (account, message, options) => account.post({ text: message }, options),
      operations: {
        text: posting('POST', (account, options) => account.post({ text }, options)),
        scheduled: posting('SCHEDULED_POST', (account, options) =>
          account.post({ text, publishAt: '2026-12-01T12:00:00Z' }, options),
        ),
        picture: posting('POST', (account, options) => account.post({ text, media: one }, options)),
        pictures: posting('POST', (account, options) =>
          account.post({ media: [...one, picture('two.png')] }, options),
        ),
        video: posting('VIDEO', (account, options) => account.post({ text, media: film }, options)),
        reel: posting('VIDEO', (account, options) =>
          account.post({ text, media: film, options: { placement: 'reel' } }, options),
        ),
        story: posting('POST', (account, options) =>
          account.post({ media: one, options: { placement: 'story' } }, options),
        ),
        storyVideo: {
          makes: ['POST'],
          // Returns null, because the network's effect contains the id of the video instead of the
          // id of the post.
          run: async (account, options) => {
            await account.post({ media: film, options: { placement: 'story' } }, options)
            return null
          },
        },
        edit: posting(
          'EDIT',
          (account, options) => account.editPost(postId, { text: 'Stale bread' }, options),
          {
            prepare: publishPost,
          },
        ),
        comment: posting('COMMENT', (account, options) => account.reply(postId, 'Thank you', options), {
          prepare: publishPost,
        }),
        answer: answering(comments, { prepare: publishPost }),
      },
      signingIn: {
        approve: (url) => network.control.approve({ url, person: 'Ada' }).location ?? '',
        use: (account) => account.profile(),
      },
      following: { prepare: publishPost, happen: comments },
      pushing: {
        prepare: async (account) => {
          await publishPost(account)
          await account.startUpdates()
        },
        happen: async (count) => {
          comments(count)
          await network.control.deliverEvents({})
        },
        outbox,
        secret: appSecret,
      },
    }
  },
}
