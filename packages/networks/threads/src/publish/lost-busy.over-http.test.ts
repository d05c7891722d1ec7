import { findsPostsOfBusyAccounts } from '@social-internal/shared-tests/busy-account-trial'
import type { Clock } from '@social/core'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const TEXT = 'Good morning'

findsPostsOfBusyAccounts({
  name: 'threads',
  visible: { method: 'POST', path: '/v1.0/:id/threads_publish' },
  list: { method: 'GET', path: '/v1.0/:id/threads' },
  circle: { data: [{ id: 'no moment' }], paging: { cursors: { after: 'round' } } },
  maxPages: 12, // the library also reads the container's status before each search of the list
  async open() {
    const at = await usingEmulator()
    const { id } = await at.signIn()
    return Object.assign(at, {
      made: () => at.effects().map((effect) => effect.id),
      post: (clock: Clock) =>
        at
          .makeClient(clock)
          .accountOf('threads', id)
          .post({ text: TEXT }, { idempotencyKey: 'k' })
          .then(
            (result) => result.id,
            (error: unknown) => error,
          ),
      postByHand: (content: 'OTHER' | 'SAME') =>
        at.people.post({ by: 'adascakes', text: content === 'SAME' ? TEXT : 'Good evening' }),
    })
  },
})
