import { AppCredentials, Connection, Media } from '@social/core'
import { EmulatedNetwork, sampleMp4, samplePng } from '@social/emulator'
import { xNetwork, type XOptions } from '@social/emulator/x'
import { x } from '@social/x'

import type { ChaosNetwork } from './network.js'
import { answering, type Post, posting, threading } from './operations.js'

const ORIGIN = 'https://x.example'

const picture = Media.fromBytes(samplePng(), { filename: 'a.png', altText: 'A square' })
/** Two chunks. */
const video = Media.fromBytes(sampleMp4(1_100_000), { filename: 'a.mp4', altText: 'A square that moves' })

// X refuses to publish the same text twice, even under another key.
const text: Post = (account, options) =>
  account.post({ text: `Good morning, ${options.idempotencyKey}` }, options)

/** Creates an X whose lists show a new post immediately or some seconds later. */
function anX(name: string, settings: XOptions): ChaosNetwork {
  return {
    name,
    sessionSeconds: 86_400,
    repeatableSeconds: 0,
    open: (clock) => {
      // A paused worker sends its used refresh token after it wakes. The library cannot prevent
      // this. With `reuseRevokes`, X would then end the sign-in, and the account would be lost.
      const module = xNetwork({ reuseRevokes: false, ...settings })
      const network = new EmulatedNetwork(module, { origin: ORIGIN, clock })
      const { control } = network
      const { personId, scopes, ...token } = control.signIn({ person: 'ada' })
      // The post belongs to the connected account. A post of another user would have to mention the
      // account, which creates an additional update.
      const { id: mine } = control.post({ by: 'ada', text: 'Who is awake?' })
      const { conversationId } = control.message({ by: 'bo', to: 'ada', text: 'Psst' })
      const bo = control.state().people.find(({ username }) => username === 'bo')?.id ?? ''
      const happen = (count: number): void => {
        for (let at = 0; at < count; at += 1) control.post({ by: 'bo', text: `@ada ${at}` })
      }
      return {
        network,
        rotatesAt: '/2/oauth2/token',
        connection: new Connection({
          platform: 'x',
          accountId: personId,
          accountName: '@ada',
          token,
          scopes,
        }),
        app: new AppCredentials({ platform: 'x', ...control.app() }),
        makePlatforms: () => ({ x: x({ addresses: module.addresses(ORIGIN) }) }),
        postText: (account, content, options) => account.post({ text: content }, options),
        operations: {
          text: posting('POST', text),
          thread: threading(),
          link: posting('POST', (account, options) =>
            account.post({ text: 'See https://example.com/a?b=1 & more' }, options),
          ),
          poll: posting('POST', (account, options) =>
            account.post(
              { text: 'Which?', options: { poll: { options: ['this', 'that'], durationMinutes: 60 } } },
              options,
            ),
          ),
          picture: posting('POST', (account, options) => account.post({ media: [picture] }, options)),
          video: posting('POST', (account, options) =>
            account.post({ text: 'Look', media: [video] }, options),
          ),
          reply: posting('COMMENT', (account, options) => account.reply(mine, 'I am', options)),
          message: posting('MESSAGE', (account, options) =>
            account.sendMessage(conversationId, 'Hello', options),
          ),
          conversation: posting('MESSAGE', (account, options) =>
            account.startConversation([bo], 'Hello', options),
          ),
          answer: answering(happen),
          renewed: posting('POST', text, { isTokenDue: true }),
        },
        signingIn: {
          approve: (url) => control.approve({ url, person: 'ada' }).location ?? '',
          use: (account) => account.profile(),
        },
        following: { happen },
      }
    },
  }
}

/** Two variants of X, one with immediate lists and one with late lists. */
export const xChaos = [
  anX('x', { timelineDelaySeconds: 0, mentionsDelaySeconds: 0 }),
  anX('x-late', { timelineDelaySeconds: 20, mentionsDelaySeconds: 0 }),
]
