import { findsPostsOfBusyAccounts } from '@social-internal/shared-tests/busy-account-trial'
import type { Clock } from '@social/core'
import { aPicture } from '@social/testkit/platform'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const TEXT = 'Good morning'

findsPostsOfBusyAccounts({
  name: 'pinterest',
  visible: { method: 'POST', path: '/v5/pins' },
  list: { method: 'GET', path: '/v5/boards/:board/pins' },
  circle: { items: [], bookmark: 'round' },
  maxPages: 8, // four searches of two pages each
  async open() {
    const at = await usingEmulator()
    const { id } = await at.signIn()
    const boardId = at.board()
    const post = { text: TEXT, media: [aPicture()], options: { boardId, title: 'A chair' } }
    return Object.assign(at, {
      made: () => at.effects().map((effect) => effect.id),
      post: (clock: Clock) =>
        at
          .anotherClient(clock)
          .accountOf('pinterest', id)
          .post(post, { idempotencyKey: 'k' })
          .then(
            (result) => result.id,
            (error: unknown) => error,
          ),
      postByHand: (text: 'OTHER' | 'SAME') =>
        at.people.pinByHand({
          board: boardId,
          title: 'A chair',
          description: text === 'SAME' ? TEXT : 'Good evening',
        }),
    })
  },
})
