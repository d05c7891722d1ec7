import { type AnyAccount, AppCredentials, Connection, Media } from '@social/core'
import { EmulatedNetwork, sampleMp4, samplePng } from '@social/emulator'
import { mastodonNetwork, type MastodonOptions } from '@social/emulator/mastodon'
import { mastodon } from '@social/mastodon'

import { losingFiles } from './losing-files.js'
import type { ChaosNetwork, Operation } from './network.js'
import { posting, threading } from './operations.js'

const HOST = 'mastodon.example'

const picture = Media.fromBytes(samplePng(), { filename: 'a.png', altText: 'A square' })
const video = Media.fromBytes(sampleMp4(), { filename: 'a.mp4' })

/**
 * Creates a Mastodon-compatible server. The server creates a status within two seconds, and stores
 * the idempotency key only afterwards.
 */
function aServer(
  name: string,
  server: MastodonOptions,
  settings: { schedules?: boolean } = {},
): ChaosNetwork {
  return {
    name,
    sessionSeconds: 86_400, // files without a status are deleted after about a day
    repeatableSeconds: 3600,
    open: (clock) => {
      const expiringTokens = { lifetimeSeconds: 7200, rotates: true }
      const module = mastodonNetwork({ postingSeconds: 2, listLagSeconds: 3, expiringTokens, ...server })
      const network = new EmulatedNetwork(module, { origin: `https://${HOST}`, clock })
      const { control } = network
      const { clientId, clientSecret, accountId, scopes, ...token } = control.signIn({ person: 'ada' })
      const { id: theirs } = control.post({ by: 'bea', text: 'Who is awake?' })
      const bea = control.state().people.find(({ acct }) => acct === 'bea')?.id ?? ''
      const losing = losingFiles('/api/v2/media', () => control.clearMedia({}))
      let conversationId = ''
      const happen = (count: number): void => {
        for (let at = 0; at < count; at += 1) control.mention({ by: 'bea', of: 'ada', text: `@ada ${at}` })
      }
      const message: Operation = {
        ...posting('MESSAGE', (account, options) => account.sendMessage(conversationId, 'Hello', options)),
        prepare: async (account: AnyAccount) => {
          control.message({ by: 'bea', to: ['ada'], text: 'Psst' })
          conversationId = (await account.readConversations()).items[0]?.id ?? ''
        },
      }
      return {
        network,
        rotatesAt: '/oauth/token',
        connection: new Connection({
          platform: 'mastodon',
          host: HOST,
          accountId: `${HOST}:${accountId}`,
          accountName: `@ada@${HOST}`,
          token,
          scopes,
          extra: { serverAccountId: accountId, profileUrl: `https://${HOST}/@ada` },
        }),
        app: new AppCredentials({ platform: 'mastodon', host: HOST, clientId, clientSecret }),
        makePlatforms: () => ({ mastodon: mastodon({ servers: { [HOST]: settings } }) }),
        changeTransport: losing.changeTransport,
        postText: (account, content, options) => account.post({ text: content }, options),
        operations: {
          text: posting('POST', (account, options) => account.post({ text: 'Good morning' }, options)),
          thread: threading(),
          picture: posting('POST', (account, options) =>
            account.post({ text: 'Look', media: [picture] }, options),
          ),
          video: posting('POST', (account, options) =>
            account.post({ text: 'Look', media: [video] }, options),
          ),
          // The files are lost, so the server refuses the post.
          cleared: posting(
            'POST',
            (account, options) => account.post({ text: 'Look', media: [picture] }, options),
            losing,
          ),
          // The video is lost, so the server refuses the query of its processing state.
          clearedVideo: posting(
            'POST',
            (account, options) => account.post({ text: 'Look', media: [video] }, options),
            losing,
          ),
          scheduled: posting('SCHEDULED_POST', (account, options) =>
            account.post({ text: 'Later', publishAt: '2027-01-01T00:00:00Z' }, options),
          ),
          poll: posting('POST', (account, options) =>
            account.post(
              { text: 'Which?', options: { poll: { options: ['tea', 'coffee'], seconds: 3600 } } },
              options,
            ),
          ),
          reply: posting('COMMENT', (account, options) => account.reply(theirs, 'I am', options)),
          message,
          conversation: posting('MESSAGE', (account, options) =>
            account.startConversation([bea], 'Hello', options),
          ),
          renewed: posting('POST', (account, options) => account.post({ text: 'Good morning' }, options), {
            isTokenDue: true,
          }),
        },
        signingIn: {
          start: { host: HOST },
          createsApp: { host: HOST },
          approve: (url) => control.approve({ url, person: 'ada' }).location ?? '',
          use: (account) => account.profile(),
        },
        following: { happen },
      }
    },
  }
}

/**
 * Server without idempotency keys whose ids have no order. Pages of notifications start at the
 * newest notification.
 */
const SNAC: MastodonOptions = {
  idempotencyKeys: 'IGNORED',
  software: 'snac',
  version: '4.0.0 (not true; really snac/2.84)',
  apiVersion: null,
  notificationIds: 'RANDOM',
  notificationPages: 'NEWEST',
}

/**
 * The current Mastodon, older versions, and servers that have Mastodon's API but no idempotency
 * keys.
 */
export const mastodonChaos = [
  aServer('mastodon', {}),
  aServer('mastodon-4.5', { version: '4.5.9' }),
  aServer('mastodon-no-keys', { idempotencyKeys: 'IGNORED', software: 'gotosocial', version: '0.20.1' }),
  aServer('mastodon-other-pages', SNAC, { schedules: true }),
]
