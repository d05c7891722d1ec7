import { countsTheDay, countsTogether } from '@social-internal/meta-tests/limits-trial'

import { anAccount } from '../__fixtures__/an-account.js'
import { threads } from '../platform.js'
import * as limiting from './index.js'

const connection = anAccount()

countsTheDay({
  platform: threads(),
  connection,
  path: `/v1.0/${connection.accountId}/threads_publishing_limit`,
  fields: 'quota_usage,config',
  limits: {
    maxTextLength: 500,
    textCountedIn: 'NETWORK',
    maxImages: 20,
    maxImageBytes: 8_388_608,
    maxVideos: 20,
    maxVideoBytes: 1_073_741_824,
  },
})

countsTogether({ platform: threads(), limiting, useCase: 'threads' })
