import { type BusinessLocation, InMemoryStorage, type PostResult, SocialClient } from '@social/core'
import { expectTypeOf, test } from 'vitest'

import { googleBusiness } from './platform.js'

const client = new SocialClient({
  storage: new InMemoryStorage(),
  platforms: { google_business: googleBusiness() },
})

test('a location publishes posts, and its listing is changed', () => {
  const account = client.account('google_business:1')
  expectTypeOf(account.post({ text: 'x', options: { callToActionType: 'CALL' } })).toEqualTypeOf<
    Promise<PostResult>
  >()
  expectTypeOf(account.updateLocation({ title: 'x' })).toEqualTypeOf<Promise<BusinessLocation>>()
  // @ts-expect-error nobody can be asked how a post is getting on
  void account.checkState('1')
  // @ts-expect-error there is no such button
  void account.post({ text: 'x', options: { callToActionType: 'WAVE' } })
})
