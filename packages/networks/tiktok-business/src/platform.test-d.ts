import { InMemoryStorage, SocialClient, type Update } from '@social/core'
import { expectTypeOf, test } from 'vitest'

import { tiktokBusiness } from './platform.js'

const storage = new InMemoryStorage()
declare const update: Update

test('comments are answered and hidden; nothing is posted, and nothing pushed', () => {
  const client = new SocialClient({ storage, platforms: { tiktok_business: tiktokBusiness() } })
  const account = client.account('tiktok_business:1')
  expectTypeOf(account.replyToUpdate(update, 'Thanks!')).toEqualTypeOf<Promise<void>>()
  expectTypeOf(account.fetchUpdates()).toEqualTypeOf<Promise<readonly Update[]>>()
  // @ts-expect-error nothing is posted through this network
  void account.post({ text: 'x' })
  // @ts-expect-error the application did not ask for webhooks
  void account.startUpdates()
})

test('webhooks: true adds what stands behind the flag', () => {
  const client = new SocialClient({
    storage,
    platforms: { tiktok_business: tiktokBusiness({ webhooks: true }) },
  })
  expectTypeOf(client.account('tiktok_business:1').startUpdates()).toEqualTypeOf<Promise<void>>()
})
