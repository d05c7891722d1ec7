import { countsTogether } from '@social-internal/meta-tests/limits-trial'
import { aCall } from '@social/testkit/platform'
import { expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import * as limiting from './limits.js'
import { facebook } from './platform.js'

it('returns the limits of every page without a request', async () => {
  const call = aCall({ platform: facebook(), connection: anAccount() })
  expect(await facebook({ maxVideoBytes: 77 }).limits(call)).toMatchObject({
    maxTextLength: 63_206,
    textCountedIn: 'CHARACTERS',
    maxVideos: 1,
    maxVideoBytes: 77,
    postsLeftToday: null,
  })
  expect(call.transport.requests).toEqual([])
})

countsTogether({ platform: facebook(), limiting, useCase: 'pages' })
