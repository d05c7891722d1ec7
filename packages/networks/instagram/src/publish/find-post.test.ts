import { findsLostPosts } from '@social-internal/meta-tests/lost-trial'

import { anAccount } from '../__fixtures__/an-account.js'
import { instagram } from '../platform.js'

findsLostPosts({
  platform: instagram(),
  connection: anAccount(),
  base: '/v26.0',
  asks: 'status_code,status',
  statusField: 'status_code',
  list: { path: 'media', query: { fields: 'id,caption,permalink,timestamp,media_type', limit: '100' } },
  listed: {},
  text: 'caption',
  sent: { way: 'MEDIA', on: null },
})
