import { findsPostsOfBusyAccounts } from '@social-internal/shared-tests/busy-account-trial'
import type { Clock } from '@social/core'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const TEXT = 'Good morning'

findsPostsOfBusyAccounts({
  name: 'google_business',
  visible: { method: 'POST', path: '/mybusiness/v4/accounts/:account/locations/:location/localPosts' },
  list: { method: 'GET', path: '/mybusiness/v4/accounts/:account/locations/:location/localPosts' },
  circle: { localPosts: [], nextPageToken: 'round' },
  maxPages: 8, // four searches of two pages each
  async open() {
    const at = await usingEmulator()
    const { id } = await at.signIn()
    const location = id.slice(id.indexOf(':') + 1)
    return Object.assign(at, {
      made: () => at.effects().map((effect) => effect.id),
      post: (clock: Clock) =>
        at
          .anotherClient(clock)
          .accountOf('google_business', id)
          .post({ text: TEXT }, { idempotencyKey: 'k' })
          .then(
            (result) => result.id,
            (error: unknown) => error,
          ),
      postByHand: (content: 'OTHER' | 'SAME') =>
        at.network.postByHand({ location, text: content === 'SAME' ? TEXT : 'Good evening' }),
    })
  },
})
