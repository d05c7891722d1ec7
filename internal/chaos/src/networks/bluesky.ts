import { bluesky } from '@social/bluesky'
import { Connection, Media } from '@social/core'
import { EmulatedNetwork, samplePng } from '@social/emulator'
import { blueskyNetwork } from '@social/emulator/bluesky'

import type { ChaosNetwork, Operation } from '../network.js'

const HOST = 'bluesky.example'
const ORIGIN = `https://${HOST}`

/** What is tried; messages need to know who is there. */
function operationsWith(convoId: string, bea: string): Readonly<Record<string, Operation>> {
  return {
    text: {
      makes: ['POST'],
      run: async (account, options) => (await account.post({ text: 'Good morning' }, options)).id,
    },
    picture: {
      makes: ['POST'],
      run: async (account, options) => {
        const media = [Media.fromBytes(samplePng(), { filename: 'a.png', altText: 'A square' })]
        return (await account.post({ text: 'Look', media }, options)).id
      },
    },
    message: {
      makes: ['MESSAGE'],
      run: async (account, options) => (await account.sendMessage(convoId, 'Good morning', options)).id,
    },
    conversation: {
      makes: ['MESSAGE'],
      run: async (account, options) => (await account.startConversation([bea], 'Good morning', options)).id,
    },
  }
}

/** Bluesky: words, a picture, and messages, which have no key. */
export const blueskyChaos: ChaosNetwork = {
  name: 'bluesky',
  // Blobs that no record names are cleared after an hour or more: https://atproto.com/specs/blob (read 2026-11-22)
  sessionSeconds: 3600,
  // Under its own key a record may be sent again at any time; the library does for an hour.
  repeatableSeconds: 3600,
  operations: Object.keys(operationsWith('', '')),
  open: (clock, name) => {
    // As the reference server: a refresh token whose answer was lost buys the same session again for two hours.
    const module = blueskyNetwork({ forgivesReuse: true })
    const network = new EmulatedNetwork(module, { origin: ORIGIN, clock })
    const { did, ...token } = network.control.signIn({ person: 'ada' })
    const { convoId } = network.control.message({ by: 'bea', to: 'ada', text: 'Hello' })
    const bea = network.control.state().people.find(({ handle }) => handle === 'bea.bsky.test')?.did ?? ''
    const operation = operationsWith(convoId, bea)[name]
    if (operation === undefined) throw new Error(`bluesky has no operation "${name}".`)
    return {
      network,
      operation,
      connection: new Connection({
        platform: 'bluesky',
        host: HOST,
        accountId: did,
        accountName: '@ada.bsky.test',
        token: { ...token, expiresAt: new Date(clock.now().getTime() + 7200 * 1000) },
        extra: { handle: 'ada.bsky.test' },
      }),
      app: null,
      makePlatforms: () => ({ bluesky: bluesky({ addresses: module.addresses(ORIGIN) }) }),
    }
  },
}
