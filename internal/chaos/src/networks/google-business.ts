import { AppCredentials, Connection, Media } from '@social/core'
import { EmulatedNetwork, samplePng } from '@social/emulator'
import { googleBusinessNetwork } from '@social/emulator/google-business'
import { googleBusiness, googleKeys } from '@social/google-business'

import { callbackOf, type ChaosNetwork } from './network.js'
import { answering, type Post, posting } from './operations.js'
import { Outbox, WEBHOOK } from './outbox.js'

const ORIGIN = 'https://google.example'

/** Picture with appended bytes, because Google refuses small files. */
const PICTURE = Buffer.concat([samplePng(400, 300), new Uint8Array(20_000)])
const picture = Media.fromBytes(PICTURE, { filename: 'bread.png' })

const fetchPicture = async (): Promise<Response> => new Response(Uint8Array.from(PICTURE))

const text: Post = (account, options) => account.post({ text: 'Fresh bread' }, options)

/** Google Business Profile with posts and replies to reviews. Lists show new posts late. */
export const googleBusinessChaos: ChaosNetwork = {
  name: 'google_business',
  sessionSeconds: 6 * 3600, // time for which a file is available at its public URL
  repeatableSeconds: 0,
  open: (clock) => {
    const module = googleBusinessNetwork({ listDelaySeconds: 3, fetch: fetchPicture })
    const outbox = new Outbox()
    const network = new EmulatedNetwork(module, { origin: ORIGIN, clock, carryPush: outbox.keep })
    const { control } = network
    const { clientId, clientSecret, scopes, ...token } = control.signIn({ person: 'Ada' })
    const [bakery] = control.state().locations
    if (bakery === undefined) throw new Error('Ada has no location.')
    const subscription = control.listen({ endpoint: `${WEBHOOK}/google_business` })
    const happen = (count: number): void => {
      for (let at = 0; at < count; at += 1)
        control.review({ location: bakery.id, by: `Bo ${at}`, stars: 5, comment: 'Good bread' })
    }
    const { keys, notifications: _notifications, ...addresses } = module.addresses(ORIGIN)
    return {
      network,
      renewsAt: '/token',
      connection: new Connection({
        platform: 'google_business',
        accountId: bakery.id,
        accountName: "Ada's Bakery",
        token,
        scopes,
        extra: { locationName: bakery.name },
      }),
      app: new AppCredentials({ platform: 'google_business', clientId, clientSecret }),
      makePlatforms: () => ({ google_business: googleBusiness({ addresses }) }),
      postText: (account, message, options) => account.post({ text: message }, options),
      operations: {
        text: posting('POST', text),
        picture: posting('POST', (account, options) =>
          account.post({ text: 'Look', media: [picture] }, options),
        ),
        answer: answering(happen),
        renewed: posting('POST', text, { isTokenDue: true }),
      },
      signingIn: {
        app: new AppCredentials({
          platform: 'google_business',
          ...network.control.createClient({ redirectUris: [callbackOf('google_business')] }),
        }),
        approve: (url) => control.approve({ url, person: 'Ada' }).location ?? '',
        use: (account) => account.fetchUpdates(),
      },
      following: { happen },
      pushing: {
        happen: async (count) => {
          happen(count)
          await control.deliver({})
        },
        outbox,
        secret: ({ transport, clock: own }) =>
          googleKeys({ ...subscription, address: keys, transport, clock: own, allowLoopback: true }),
        sign: () => ({ authorization: `Bearer ${control.token(subscription).token}` }),
      },
    }
  },
}
