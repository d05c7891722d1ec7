import { expect, it } from 'vitest'

import { aNetwork } from '../__fixtures__/a-network.js'
import { signIn } from '../__fixtures__/sign-in.js'

const PROCESSES = 18

it.each(['CLOSED', 'CLOSED_UNANNOUNCED'] as const)(
  'publishes the first posts, replies and messages of each process on a server with the connection mode %s',
  async (afterResponse) => {
    const network = await aNetwork({}, { firstWaitSeconds: 0.01 }, afterResponse)
    try {
      const { emulator } = network
      const { id } = await signIn(network.client(), emulator)
      const root = await network.client().accountOf('mastodon', id).post({ text: 'Root' })
      const bea = emulator.control.mastodon.state().people.find(({ acct }) => acct === 'bea')
      emulator.clearEffects()
      for (let process = 0; process < PROCESSES; process += 1) {
        const account = network.client().accountOf('mastodon', id)
        await account.readPost(root.id)
        await account.reply(root.id, `Reply ${process}`)
        await account.startConversation([bea?.id ?? ''], `Message ${process}`)
        await account.post({ text: `Post ${process}` })
        await account.post({ text: `Post again ${process}` })
      }

      expect(emulator.effects('mastodon')).toHaveLength(4 * PROCESSES)
    } finally {
      await network.close()
    }
  },
)
