import { AppCredentials, Connection, Media } from '@social/core'
import { EmulatedNetwork, samplePng } from '@social/emulator'
import { mastodonNetwork, type MastodonOptions } from '@social/emulator/mastodon'
import { mastodon } from '@social/mastodon'

import { chaosNetwork, type Operation } from '../network.js'

const HOST = 'mastodon.example'

const text: Operation = {
  makes: ['POST'],
  run: async (account, options) => (await account.post({ text: 'Good morning' }, options)).id,
}

const picture: Operation = {
  makes: ['POST'],
  run: async (account, options) => {
    const media = [Media.fromBytes(samplePng(), { filename: 'a.png', altText: 'A square' })]
    return (await account.post({ text: 'Look', media }, options)).id
  },
}

/** A server of one kind. It takes two seconds to make a status, and writes the key down only after that. */
function aServer(name: string, server: MastodonOptions) {
  return chaosNetwork({
    name,
    sessionSeconds: 86_400, // files that no status names are cleared after about a day
    repeatableSeconds: 3600,
    operations: { text, picture },
    open: (clock) => {
      const module = mastodonNetwork({ postingSeconds: 2, ...server })
      const network = new EmulatedNetwork(module, { origin: `https://${HOST}`, clock })
      const { clientId, clientSecret, accountId, scopes, ...token } = network.control.signIn({
        person: 'ada',
      })
      return {
        network,
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
        makePlatforms: () => ({ mastodon: mastodon() }),
      }
    },
  })
}

/** Mastodon as it is now, as it was, and a server that speaks its protocol and keeps no keys. */
export const mastodonChaos = [
  aServer('mastodon', {}),
  aServer('mastodon-4.5', { version: '4.5.9' }),
  aServer('mastodon-no-keys', { idempotencyKeys: 'IGNORED', software: 'gotosocial', version: '0.20.1' }),
]
