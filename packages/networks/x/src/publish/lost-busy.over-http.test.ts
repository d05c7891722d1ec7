import { findsPostsOfBusyAccounts } from '@social-internal/shared-tests/busy-account-trial'
import type { Clock } from '@social/core'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const TEXT = 'Good morning'

findsPostsOfBusyAccounts({
  name: 'x',
  visible: { method: 'POST', path: '/2/tweets' },
  list: { method: 'GET', path: '/2/users/:id/tweets' },
  circle: { data: [], meta: { next_token: 'round' } },
  maxPages: 8, // four searches of two pages each
  async open() {
    const at = await usingEmulator({ server: { timelineDelaySeconds: 10, duplicateSeconds: 1 } })
    const { id } = await at.signIn()
    return Object.assign(at, {
      made: () => at.effects().map((effect) => effect.id),
      post: (clock: Clock) =>
        at
          .anotherClient({}, clock)
          .accountOf('x', id)
          .post({ text: TEXT }, { idempotencyKey: 'k' })
          .then(
            (result) => result.id,
            (error: unknown) => error,
          ),
      postByHand: (text: 'OTHER' | 'SAME') =>
        at.network.post({ by: 'ada', text: text === 'SAME' ? TEXT : 'Good evening' }),
    })
  },
})
