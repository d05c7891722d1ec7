import * as v from 'valibot'
import { expect, it } from 'vitest'

import { definePlatform } from '../../contract/index.js'
import { SpendingLimitError } from '../../errors/index.js'
import { ManualClock } from '../../events/__fixtures__/manual-clock.js'
import { makePostResult } from '../../models/index.js'
import { InMemoryStorage } from '../../storage/index.js'
import { aConnection, FakeTransport, sample } from '../__fixtures__/sample.js'
import { SocialClient } from '../social-client.js'

it('counts spending with the clock of the client, also without a counter', async () => {
  const clock = new ManualClock()
  const platform = definePlatform({
    ...sample(),
    features: ['POST_TEXT'],
    postOptions: v.strictObject({}),
    billedIn: ['posts'],
    async publish(_post, { http }) {
      const options = { finish: { data: {} }, cost: { units: 60, bucket: 'posts' } }
      return makePostResult(await http.post('/posts', v.object({ id: v.string() }), options))
    },
  })
  const client = new SocialClient({
    storage: new InMemoryStorage({ connections: [aConnection()] }),
    platforms: { sample: platform },
    transport: new FakeTransport(() => ({ body: { id: '7' } })),
    clock,
    spending: { limits: { sample: { posts: { units: 100, perSeconds: 600 } } } },
  })
  const post = () => client.account('sample:1').post({ text: 'Hello' })

  expect(await post()).toMatchObject({ id: '7' })
  await expect(post()).rejects.toThrow(SpendingLimitError)
  await clock.advance(620)
  expect(await post()).toMatchObject({ id: '7' })
  expect(await client.spending()).toMatchObject([{ bucket: 'posts', spent: 60, left: 40 }])
})
