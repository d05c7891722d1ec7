import { InMemoryStorage, SocialClient, type Update } from '@social/core'
import { expectTypeOf, test } from 'vitest'

import { tiktokBusiness } from './platform.js'

const storage = new InMemoryStorage()
declare const update: Update

test('comments are answered and hidden, without posts and webhooks', () => {
  const client = new SocialClient({ storage, platforms: { tiktok_business: tiktokBusiness() } })
  const account = client.account('tiktok_business:1')
  expectTypeOf(account.replyToUpdate(update, 'Thanks!')).toEqualTypeOf<Promise<string | null>>()
  expectTypeOf(account.fetchUpdates()).toEqualTypeOf<Promise<readonly Update[]>>()
  // @ts-expect-error this network does not publish posts
  void account.post({ text: 'x' })
  // @ts-expect-error webhooks are off
  void account.startUpdates()
})

test('webhooks: true adds the methods of PUSH_UPDATES', () => {
  const client = new SocialClient({
    storage,
    platforms: { tiktok_business: tiktokBusiness({ webhooks: true }) },
  })
  expectTypeOf(client.account('tiktok_business:1').startUpdates()).toEqualTypeOf<Promise<void>>()
})
