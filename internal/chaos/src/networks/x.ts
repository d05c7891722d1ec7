import { AppCredentials, Connection, Media } from '@social/core'
import { EmulatedNetwork, sampleMp4, samplePng } from '@social/emulator'
import { xNetwork } from '@social/emulator/x'
import { x } from '@social/x'

import { answering, type ChaosNetwork, posting } from '../network.js'

const ORIGIN = 'https://x.example'

const picture = Media.fromBytes(samplePng(), { filename: 'a.png', altText: 'A square' })
const video = Media.fromBytes(sampleMp4(), { filename: 'a.mp4' })
const SCOPES =
  'tweet.read tweet.write users.read media.write offline.access like.read like.write dm.read dm.write'

/** X: posts with and without files, answers, messages. Posts enter lists late, and refresh tokens rotate. */
export const xChaos: ChaosNetwork = {
  name: 'x',
  sessionSeconds: 86_400, // "expires_after_secs" of a file is a day
  repeatableSeconds: 0,
  open: (clock) => {
    const module = xNetwork()
    const network = new EmulatedNetwork(module, { origin: ORIGIN, clock })
    const { control } = network
    const { personId, scopes, ...token } = control.signIn({ person: 'ada', scopes: SCOPES.split(' ') })
    const bo = control.state().people.find(({ username }) => username === 'bo')?.id ?? ''
    const happen = (count: number): void => {
      for (let at = 0; at < count; at += 1) control.post({ by: 'bo', text: `@ada look ${at}` })
    }
    let conversationId = ''
    let theirs = ''
    return {
      network,
      rotatesAt: '/2/oauth2/token',
      connection: new Connection({
        platform: 'x',
        accountId: personId,
        accountName: '@ada',
        token,
        scopes,
        extra: { profileUrl: 'https://x.com/ada' },
      }),
      app: new AppCredentials({ platform: 'x', ...control.app() }),
      makePlatforms: () => ({ x: x({ addresses: module.addresses(ORIGIN) }) }),
      operations: {
        text: posting('POST', (account, options) => account.post({ text: 'Good morning' }, options)),
        picture: posting('POST', (account, options) =>
          account.post({ text: 'Look', media: [picture] }, options),
        ),
        video: posting('POST', (account, options) => account.post({ text: 'Look', media: [video] }, options)),
        reply: posting('COMMENT', (account, options) => account.reply(theirs, 'I am', options), {
          // An app may answer only those who named the account.
          prepare: async () =>
            void ({ id: theirs } = control.post({ by: 'bo', text: '@ada are you awake?' })),
        }),
        message: posting(
          'MESSAGE',
          (account, options) => account.sendMessage(conversationId, 'Hello', options),
          {
            prepare: async (account) => {
              control.message({ by: 'bo', to: 'ada', text: 'Psst' })
              conversationId = (await account.readConversations()).items[0]?.id ?? ''
            },
          },
        ),
        conversation: posting('MESSAGE', (account, options) =>
          account.startConversation([bo], 'Hello', options),
        ),
        answer: answering(happen),
        // X refuses the same words twice.
        renewed: posting(
          'POST',
          (account, options) => account.post({ text: options.idempotencyKey }, options),
          {
            isTokenDue: true,
          },
        ),
      },
      following: { happen },
    }
  },
}
