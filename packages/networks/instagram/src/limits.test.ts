import { countsTheDay, countsTogether } from '@social-internal/meta-tests/limits-trial'

import { anAccount } from './__fixtures__/an-account.js'
import * as limiting from './limits.js'
import { instagram } from './platform.js'

const connection = anAccount()

countsTheDay({
  platform: instagram(),
  connection,
  path: `/v26.0/${connection.accountId}/content_publishing_limit`,
  fields: 'config,quota_usage',
  limits: {
    maxTextLength: 2200,
    textCountedIn: 'CHARACTERS',
    maxImages: 10,
    maxImageBytes: 8_388_608,
    maxVideos: 10,
    maxVideoBytes: 314_572_800,
  },
})

countsTogether({ platform: instagram(), limiting, useCase: 'instagram' })
