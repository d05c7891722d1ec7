import { AppCredentials, Connection, Media } from '@social/core'
import { EmulatedNetwork, samplePng } from '@social/emulator'
import { pinterestNetwork, type PinterestOptions } from '@social/emulator/pinterest'
import { boards, pinterest } from '@social/pinterest'

import type { ChaosNetwork, Operation } from './network.js'
import { posting } from './operations.js'

const ORIGIN = 'https://pinterest.example'

/** First bytes of an MP4 file, which is enough for the library to recognize a video. */
const VIDEO = Buffer.concat([
  Buffer.from('\0\0\0\u0018ftypisom\0\0\u0002\0isommp42', 'latin1'),
  Buffer.alloc(100_000, 7),
])

/** Creates an operation that pins to the board of the connection. */
function aPin(text: string, media: readonly Media[], more?: Pick<Operation, 'isTokenDue'>): Operation {
  return posting('POST', (account, options) => account.post({ text, media }, options), more)
}

const file = Media.fromBytes(samplePng(), { filename: 'chair.png' })
const address = Media.fromUrl('https://shop.example/chair.png')

/** Creates a Pinterest whose list shows a new pin immediately or some seconds later. */
function aPinterest(name: string, settings: PinterestOptions): ChaosNetwork {
  return {
    name,
    sessionSeconds: 3600,
    repeatableSeconds: 0,
    open: (clock) => {
      const module = pinterestNetwork({
        fetch: async () => new Response(Uint8Array.from(samplePng())),
        ...settings,
      })
      const network = new EmulatedNetwork(module, { origin: ORIGIN, clock })
      const { control } = network
      const { personId, scopes, expiresAt, refreshExpiresAt, ...token } = control.signIn({ person: 'ada' })
      const board = control.state().boards.find(({ of }) => of === 'ada')
      return {
        network,
        rotatesAt: '/oauth/token',
        connection: new Connection({
          platform: 'pinterest',
          accountId: personId,
          accountName: 'ada',
          token: { ...token, expiresAt, refreshTokenExpiresAt: refreshExpiresAt },
          scopes,
          extra: { boardId: board?.id },
        }),
        app: new AppCredentials({ platform: 'pinterest', ...control.app() }),
        makePlatforms: () => ({ pinterest: pinterest({ addresses: module.addresses(ORIGIN) }) }),
        operations: {
          picture: aPin('A chair by its URL', [address]),
          pictures: aPin('Two chairs as files', [file, file]),
          video: aPin('Making a chair', [Media.fromBytes(VIDEO, { filename: 'chair.mp4' })]),
          renewed: aPin('A chair as a file', [file], { isTokenDue: true }),
        },
        signingIn: {
          approve: (url) => control.approve({ url, person: 'ada' }).location ?? '',
          use: (account) => account.run(boards),
        },
      }
    },
  }
}

/**
 * Two variants of Pinterest. In one, the list shows a new pin immediately, in the other after five
 * seconds.
 */
export const pinterestChaos = [
  aPinterest('pinterest', {}),
  aPinterest('pinterest-late-lists', { listDelaySeconds: 5 }),
]
