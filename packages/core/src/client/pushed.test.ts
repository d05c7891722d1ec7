import { expect, it } from 'vitest'

import { definePlatform } from '../contract/index.js'
import { ManualClock } from '../events/__fixtures__/manual-clock.js'
import { makeUpdate } from '../models/index.js'
import { InMemoryStorage } from '../storage/index.js'
import { sample } from './__fixtures__/sample.js'
import { SocialClient } from './social-client.js'

it('what is pushed is read with the moment of the client’s clock', () => {
  const clock = new ManualClock()
  const { features: _features, ...rest } = sample()
  const platform = definePlatform({
    ...rest,
    features: ['POST_TEXT', 'POST_IMAGE', 'DELETE_POST', 'MESSAGES', 'PUSH_UPDATES'],
    checkSignature: () => undefined,
    readUpdates: (_body: Uint8Array, _headers: unknown, now: Date) => [
      makeUpdate({ id: '1', kind: 'COMMENT_CREATED', platform: 'sample', connectionId: '', timestamp: now }),
    ],
  })
  const client = new SocialClient({ storage: new InMemoryStorage(), platforms: { sample: platform }, clock })
  expect(client.readUpdates('sample', new Uint8Array()).map(({ timestamp }) => timestamp)).toEqual([
    clock.now(),
  ])
})
