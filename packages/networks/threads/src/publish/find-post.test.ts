import { findsLostPosts } from '@social-internal/meta-tests/lost-trial'

import { anAccount } from '../__fixtures__/an-account.js'
import { threads } from '../platform.js'

findsLostPosts({
  platform: threads(),
  connection: anAccount(),
  base: '/v1.0',
  asks: 'status,error_message',
  statusField: 'status',
  list: {
    path: 'threads',
    query: { fields: 'id,text,permalink,timestamp,media_type', since: '1795348740', limit: '100' },
  },
  listed: { media_type: 'TEXT_POST' },
  text: 'text',
  sent: { replyTo: null, shownAs: 'TEXT_POST' },
})
