import { findsPostsOfBusyAccounts } from '@social-internal/shared-tests/busy-account-trial'
import type { Clock } from '@social/core'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const TEXT = 'Good morning'

findsPostsOfBusyAccounts({
  name: 'facebook',
  visible: { method: 'POST', path: '/:version/:id/feed' },
  list: { method: 'GET', path: '/:version/:id/published_posts' },
  circle: { data: [], paging: { cursors: { after: 'round' }, next: 'https://graph.facebook.com/round' } },
  maxPages: 2,
  async open() {
    const at = await usingEmulator()
    const { id } = await at.signIn()
    return Object.assign(at, {
      made: () => at.effects().map((effect) => effect.id),
      post: (clock: Clock) =>
        at
          .makeClient({ clock })
          .accountOf('facebook', id)
          .post({ text: TEXT }, { idempotencyKey: 'k' })
          .then(
            (result) => result.id,
            (error: unknown) => error,
          ),
      postByHand: (content: 'OTHER' | 'SAME') =>
        at.people.postByHand({ page: "Ada's Cakes", text: content === 'SAME' ? TEXT : 'Good evening' }),
    })
  },
})
