import { keepsLostPosts, type LostKind } from '@social-internal/meta-tests/lost-table-trial'

import { withFiles } from '../__fixtures__/with-files.js'

type Network = Awaited<ReturnType<typeof withFiles>>

const KINDS: readonly LostKind<Network>[] = [
  {
    name: 'text',
    list: 'threads',
    queries: 1,
    post: (at, options) => at.ada.post({ text: 'Cake' }, options),
  },
  {
    name: 'picture',
    list: 'threads',
    queries: 1,
    post: (at, options) => at.ada.post({ text: 'Cake', media: [at.files.picture()] }, options),
  },
  {
    name: 'video',
    list: 'threads',
    queries: 3,
    post: (at, options) => at.ada.post({ text: 'Cake', media: [at.files.video()] }, options),
  },
  {
    name: 'carousel',
    list: 'threads',
    queries: 3,
    post: (at, options) =>
      at.ada.post({ text: 'Cake', media: [at.files.picture('1.jpg'), at.files.picture('2.jpg')] }, options),
  },
  {
    name: 'reply',
    list: 'replies',
    queries: 1,
    before: async (at) => (await at.ada.post({ text: 'Root' })).id,
    post: (at, options, root) => at.ada.post({ text: 'Cake', replyTo: root }, options),
  },
]

keepsLostPosts({
  open: () => withFiles({ retries: { attempts: 2 } }),
  path: '/v1.0/:id',
  publish: 'threads_publish',
  kinds: KINDS,
})
