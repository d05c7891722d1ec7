import { findsPostsOfBusyAccounts } from '@social-internal/shared-tests/busy-account-trial'
import type { Clock } from '@social/core'

import { withFiles } from '../__fixtures__/with-files.js'

const TEXT = 'Cake'

findsPostsOfBusyAccounts({
  name: 'instagram',
  visible: { method: 'POST', path: '/v26.0/:id/media_publish' },
  list: { method: 'GET', path: '/v26.0/:id/media' },
  circle: { data: [], paging: { cursors: { after: 'round' }, next: 'https://graph.instagram.com/round' } },
  maxPages: 12, // the library also reads the container's status before each search of the list
  async open() {
    const at = await withFiles()
    const { id } = at.ada
    return Object.assign(at, {
      made: () => at.out().map((effect) => effect.id),
      post: (clock: Clock) =>
        at
          .makeClient(clock)
          .accountOf('instagram', id)
          .post({ text: TEXT, media: [at.files.picture()] }, { idempotencyKey: 'k' })
          .then(
            (result) => result.id,
            (error: unknown) => error,
          ),
      postByHand: (content: 'OTHER' | 'SAME') =>
        at.people.postByHand({ by: 'adascakes', text: content === 'SAME' ? TEXT : 'Bread' }),
    })
  },
})
