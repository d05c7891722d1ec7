import { AppCredentials, Connection, Media } from '@social/core'
import { EmulatedNetwork, sampleMp4 } from '@social/emulator'
import { tiktokNetwork } from '@social/emulator/tiktok'
import { tiktok } from '@social/tiktok'

import type { ChaosNetwork } from './network.js'
import { posting } from './operations.js'
import { Outbox, WEBHOOK } from './outbox.js'
import { signNow } from './tiktok-signature.js'

const ORIGIN = 'https://tiktok.example'

const media = [Media.fromBytes(sampleMp4(), { filename: 'clip.mp4' })]
const draft = { media }
const onProfile = { media, options: { sendTo: 'profile', privacyLevel: 'PUBLIC_TO_EVERYONE' } }

/** TikTok with videos as drafts and on the profile. */
export const tiktokChaos: ChaosNetwork = {
  name: 'tiktok',
  // "The upload URL is valid for one hour": https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (read 2026-11-22)
  sessionSeconds: 3600,
  repeatableSeconds: 0,
  open: (clock) => {
    const module = tiktokNetwork({ webhookUrl: WEBHOOK })
    const outbox = new Outbox()
    const network = new EmulatedNetwork(module, { origin: ORIGIN, clock, carryPush: outbox.keep })
    let happened = 0
    const { clientKey: clientId, clientSecret } = network.control.app()
    const { openId, scopes, ...token } = network.control.signIn({ person: 'ada' })
    return {
      network,
      rotatesAt: '/v2/oauth/token/',
      connection: new Connection({
        platform: 'tiktok',
        accountId: openId,
        accountName: 'Ada',
        token,
        scopes,
      }),
      app: new AppCredentials({ platform: 'tiktok', clientId, clientSecret }),
      makePlatforms: () => ({ tiktok: tiktok({ addresses: module.addresses(ORIGIN) }) }),
      operations: {
        draft: posting('DRAFT', (account, options) => account.post(draft, options)),
        profile: posting('VIDEO', (account, options) => account.post(onProfile, options)),
        renewed: posting('DRAFT', (account, options) => account.post(draft, options), { isTokenDue: true }),
      },
      pushing: {
        happen: async (count) => {
          for (let at = 0; at < count; at += 1) {
            happened += 1
            const content = JSON.stringify({ publish_id: `v_pub_url~v2.${happened}` })
            network.control.pushEvent({ event: 'post.publish.complete', person: 'ada', content })
          }
          await network.control.deliverEvents({})
        },
        outbox,
        secret: clientSecret,
        sign: (body) => signNow(body, { clock, secret: clientSecret }),
      },
      signingIn: {
        approve: (url) => network.control.approve({ url, person: 'ada' }).location ?? '',
        use: (account) => account.profile(),
      },
    }
  },
}
