import { bluesky } from '@social/bluesky'
import { type AnyAccount, Connection, Media } from '@social/core'
import { EmulatedNetwork, sampleMp4, samplePng } from '@social/emulator'
import { blueskyNetwork, WITH_MESSAGES } from '@social/emulator/bluesky'

import { losingFiles } from './losing-files.js'
import type { ChaosNetwork, Operation } from './network.js'
import { posting, threading } from './operations.js'

const HOST = 'bluesky.example'
const ORIGIN = `https://${HOST}`
const ADA = 'ada.bsky.test'
const BEA = 'bea.bsky.test'
const CLEO = 'cleo.example.test'

const picture = Media.fromBytes(samplePng(), { filename: 'a.png', altText: 'A square' })
const video = Media.fromBytes(sampleMp4(), { filename: 'a.mp4' })

/**
 * Bluesky with posts, replies, messages and rotating sessions. The servers for reading show a post
 * three seconds late.
 */
export const blueskyChaos: ChaosNetwork = {
  name: 'bluesky',
  // Blobs without a record are deleted after an hour or more: https://atproto.com/specs/blob (read 2026-11-22)
  sessionSeconds: 3600,
  // The library repeats the request for an hour, because a record with its own key cannot be
  // created twice.
  repeatableSeconds: 3600,
  open: (clock) => {
    // The reference server also accepts a used refresh token for two hours and then returns the
    // same session.
    const module = blueskyNetwork({ appViewLagSeconds: 3, forgivesReuse: true })
    const network = new EmulatedNetwork(module, { origin: ORIGIN, clock })
    const { control } = network
    const { did, accessToken, refreshToken } = control.signIn({ person: ADA })
    const expiresAt = new Date(clock.now().getTime() + 7200_000)
    const { uri } = control.post({ by: BEA, text: 'Who is awake?' })
    const bea = control.state().people.find(({ handle }) => handle === BEA)?.did ?? ''
    const cleo = control.state().people.find(({ handle }) => handle === CLEO)?.did ?? ''
    const losing = losingFiles('app.bsky.video.uploadVideo', () => control.forgetVideos({}))
    let conversationId = ''
    const happen = (count: number): void => {
      for (let at = 0; at < count; at += 1) control.mention({ by: BEA, of: ADA, text: `@${ADA} ${at}` })
    }
    const message: Operation = {
      ...posting('MESSAGE', (account, options) => account.sendMessage(conversationId, 'Hello', options)),
      prepare: async (account: AnyAccount) => {
        control.message({ by: BEA, to: ADA, text: 'Psst' })
        conversationId = (await account.readConversations()).items[0]?.id ?? ''
      },
    }
    return {
      network,
      rotatesAt: 'com.atproto.server.refreshSession',
      connection: new Connection({
        platform: 'bluesky',
        host: HOST,
        accountId: did,
        accountName: `@${ADA}`,
        token: { accessToken, refreshToken, expiresAt },
        extra: { handle: ADA },
      }),
      app: null,
      makePlatforms: () => ({ bluesky: bluesky({ addresses: module.addresses(ORIGIN) }) }),
      changeTransport: losing.changeTransport,
      postText: (account, content, options) => account.post({ text: content }, options),
      operations: {
        text: posting('POST', (account, options) => account.post({ text: 'Good morning' }, options)),
        thread: threading(),
        picture: posting('POST', (account, options) =>
          account.post({ text: 'Look', media: [picture] }, options),
        ),
        gated: posting('POST', (account, options) =>
          account.post(
            { text: 'A statement', options: { allowReplies: 'nobody', allowQuotes: false } },
            options,
          ),
        ),
        video: posting('POST', (account, options) => account.post({ text: 'Look', media: [video] }, options)),
        forgotten: posting(
          'POST',
          (account, options) => account.post({ text: 'Look', media: [video] }, options),
          losing,
        ),
        reply: posting('COMMENT', (account, options) => account.reply(uri, 'I am', options)),
        message,
        conversation: posting('MESSAGE', (account, options) =>
          account.startConversation([bea], 'Hello', options),
        ),
        group: {
          ...posting('MESSAGE', (account, options) =>
            account.startConversation([bea, cleo], 'Hello all', { ...options, options: { name: 'Bakers' } }),
          ),
          onTheWay: 'GROUP',
        },
        renewed: posting('POST', (account, options) => account.post({ text: 'Good morning' }, options), {
          isTokenDue: true,
        }),
      },
      signingIn: {
        approve: () => '',
        details: { handle: ADA, app_password: WITH_MESSAGES },
        use: (account) => account.profile(),
      },
      following: { happen },
    }
  },
}
