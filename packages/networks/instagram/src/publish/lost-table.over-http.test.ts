import { keepsLostPosts, type LostKind } from '@social-internal/meta-tests/lost-table-trial'

import { withFiles } from '../__fixtures__/with-files.js'

type Network = Awaited<ReturnType<typeof withFiles>>

const KINDS: readonly LostKind<Network>[] = [
  {
    name: 'picture',
    list: 'media',
    queries: 1,
    post: (at, options) => at.ada.post({ text: 'Cake', media: [at.files.picture()] }, options),
  },
  {
    name: 'reel',
    list: 'media',
    queries: 2,
    post: (at, options) => at.ada.post({ text: 'Cake', media: [at.files.video()] }, options),
  },
  {
    name: 'carousel',
    list: 'media',
    queries: 3,
    post: (at, options) =>
      at.ada.post({ text: 'Cake', media: [at.files.picture('1.jpg'), at.files.picture('2.jpg')] }, options),
  },
  {
    name: 'story',
    list: 'stories',
    queries: 1,
    listedSeconds: 86_400,
    post: (at, options) =>
      at.ada.post({ media: [at.files.picture()], options: { placement: 'story' } }, options),
  },
]

keepsLostPosts({
  open: () => withFiles({ retries: { attempts: 2 } }),
  path: '/v26.0/:id',
  publish: 'media_publish',
  kinds: KINDS,
})
