import { AppCredentials, Connection } from '@social/core'
import { EmulatedNetwork } from '@social/emulator'
import { tiktokBusinessNetwork } from '@social/emulator/tiktok-business'
import { tiktokBusiness } from '@social/tiktok-business'

import type { ChaosNetwork } from './network.js'
import { answering } from './operations.js'
import { Outbox, WEBHOOK } from './outbox.js'
import { signNow } from './tiktok-signature.js'

const ORIGIN = 'https://business.example'

/** TikTok Business with replies to comments. Lists show new comments three seconds late. */
export const tiktokBusinessChaos: ChaosNetwork = {
  name: 'tiktok_business',
  sessionSeconds: 86_400,
  repeatableSeconds: 0,
  open: (clock) => {
    const module = tiktokBusinessNetwork()
    const outbox = new Outbox()
    const network = new EmulatedNetwork(module, { origin: ORIGIN, clock, carryPush: outbox.keep })
    const { control } = network
    control.setLists({ listDelaySeconds: 3 })
    const { appId: clientId, appSecret: clientSecret } = control.app()
    const { openId, scopes, ...token } = control.signIn({ person: 'ada' })
    const { id: video } = control.addVideo({ person: 'ada', caption: 'Bread' })
    const happen = (count: number): void => {
      for (let at = 0; at < count; at += 1) control.comment({ by: 'bo', video, text: `Nice ${at}` })
    }
    return {
      network,
      rotatesAt: '/tt_user/oauth2/refresh_token/',
      connection: new Connection({
        platform: 'tiktok_business',
        accountId: openId,
        accountName: 'Ada',
        token,
        scopes,
        extra: { openId },
      }),
      app: new AppCredentials({ platform: 'tiktok_business', clientId, clientSecret }),
      makePlatforms: () => ({
        tiktok_business: tiktokBusiness({ webhooks: true, addresses: module.addresses(ORIGIN) }),
      }),
      operations: { answer: answering(happen), renewed: answering(happen, { isTokenDue: true }) },
      signingIn: {
        approve: (url) => control.approve({ url, person: 'ada' }).location ?? '',
        use: (account) => account.fetchUpdates(),
      },
      following: { happen },
      pushing: {
        prepare: async () => control.setWebhook({ url: WEBHOOK }),
        happen: async (count) => {
          happen(count)
          await control.deliverEvents({})
        },
        outbox,
        secret: clientSecret,
        sign: (body) => signNow(body, { clock, secret: clientSecret }),
      },
    }
  },
}
